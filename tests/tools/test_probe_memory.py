"""hgctl probe memory: tables, files, what is kept, sizes that do not fit, interruption."""
import csv
import json
import os
import signal
import subprocess
import time

from tool import HGCTL, HOST, ToolTest, each_backend

SMALL = ["--sizes", "4K:64K", "--functions", "read,copy,shared", "--type", "f64"]


class ProbeMemory(ToolTest):
    def check(self, device, functions, sizes):
        rows = device["results"]
        self.assertEqual([(r["function"], r["vector_bytes"]) for r in rows],
                         [(f, s) for f in functions for s in sizes])
        for row in rows:
            self.assertGreater(row["rate"], 1e6)
            self.assertAlmostEqual(row["rate"] * row["min_seconds"] / row["moved_bytes"], 1, places=6)
            self.assertLessEqual(row["min_seconds"], row["average_seconds"])
            self.assertLessEqual(row["average_seconds"], row["max_seconds"])
            self.assertGreaterEqual(row["samples"], 3)
        copies = [r for r in rows if r["function"] == "copy"]
        self.assertEqual([r["moved_bytes"] for r in copies], [2 * s for s in sizes])
        self.assertEqual(device["memory_rate"], copies[-1]["rate"])

    @each_backend()
    def test_bandwidths_by_size(self, name, env):
        chosen = ["--devices", env["HG_DEVICES"]]
        report = self.good_json("probe", "memory", *chosen, *SMALL, env=env)
        self.assertEqual(len(report["devices"]), 2 if name == "pair" else 1)
        for device in report["devices"]:
            self.check(device, ["read", "copy", "shared"], [4096 << i for i in range(5)])
            plateaus = [p for p in device["plateaus"] if p["function"] == "copy"]
            self.assertEqual(plateaus[0]["from_bytes"], 4096)
            self.assertEqual(plateaus[-1]["to_bytes"], 65536)
        self.assertIsNone(report["kept_in"], "vectors that caches hold tell nothing of the memory")
        self.assertFalse(report["interrupted"])

    def test_text_csv_and_page(self):
        text = self.good("probe", "memory", *SMALL, "--csv", "memory.csv", "--html", "memory.html", env=HOST)
        self.assertRegex(text, r"Function +MBytes/sec +Min \(sec\) +Max +Average")
        self.assert_holds(text, ["read f64", "copy f64", "64.0 KiB", "T = a + bytes / b"])
        with open(self.path("memory.csv"), encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), 15)
        self.assertEqual(list(rows[0]), ["device", "function", "type", "vector_bytes", "moved_bytes", "rate",
                                         "mbytes_per_sec", "min_seconds", "max_seconds", "average_seconds",
                                         "samples", "all_seconds", "kernel"])
        for row in rows:
            self.assertNotIn(None, row)
            rate = float(row["moved_bytes"]) / float(row["min_seconds"]) / 1e6
            self.assertAlmostEqual(float(row["mbytes_per_sec"]) / rate, 1, places=4)
        page = self.read_page("memory.html")
        self.assertEqual(page.headings[:3], ["read f64", "copy f64", "shared f64"])
        self.assertEqual([plot["points"] for plot in page.plots], [5, 5, 5])

    def test_curves_of_matrices(self):
        report = self.good_json("probe", "memory", "--functions", "read,set", "--type", "f32", "--sizes",
                                "1M", env=HOST)
        for curve in ["sread", "smset"]:
            rows = report["devices"][0][curve]
            self.assertEqual([r["n"] for r in rows], [100, 200, 300, 500])
            self.assertTrue(all(r["rate"] > 1e6 for r in rows))

    def test_a_memorys_rate_is_kept_and_used(self):
        env = {**HOST, "HG_CACHE_DIR": self.path("cache")}
        report = self.good_json("probe", "memory", "--functions", "copy,read", "--sizes", "256M", "--type",
                                "f32", env=env)
        self.assertEqual(report["kept_in"], self.path("cache/machine.json"))
        kind = next(iter(self.read_json(report["kept_in"])["devices"].values()))
        rate = report["devices"][0]["memory_rate"]
        self.assertEqual(kind["memory"]["rate"], rate)
        self.assertEqual(kind["memory"]["command"], "hgctl probe memory")
        self.assertEqual(kind["memory"]["sread"][0], [100, report["devices"][0]["sread"][0]["rate"]])

    def test_all_functions_and_the_hosts_memory(self):
        env = {**HOST, "HG_CACHE_DIR": self.path("cache")}
        report = self.good_json("probe", "memory", "--sizes", "64K", env=env)
        functions = [(r["function"], r["type"]) for r in report["devices"][0]["results"]]
        self.assertEqual(functions, [(f, t) for t in ["f64", "f32"] for f in
                                     ["read", "set", "copy", "scale", "add", "triad", "strided", "gathered",
                                      "shared"]])
        self.assertGreater(report["host_memory_rate"], 1e6)
        kept = self.read_json(report["kept_in"])
        self.assertEqual(next(iter(kept["hosts"].values()))["memory"]["rate"], report["host_memory_rate"])
        self.assertNotIn("memory", next(iter(kept["devices"].values())))

    def test_interrupted_it_reports_what_it_has(self):
        environment = {**os.environ, **HOST, "HG_CACHE_DIR": self.path("cache")}
        with subprocess.Popen([HGCTL, "probe", "memory", "--sizes", "4K:256M"], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, env=environment, cwd=self.folder, text=True) as process:
            time.sleep(1)
            process.send_signal(signal.SIGINT)
            text, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 1)
        self.assertIn("interrupted", errors)
        self.assertIn("read f64", text)
        self.assertNotIn("triad f32", text)
        self.assertNotIn("Saved in", text)

    def test_wrong_usage(self):
        message = self.refused("probe", "memory", "--sizes", "4K,100000G", env=HOST,
                               says=["--sizes", "holds three"])
        self.assertRegex(message, r"up to [0-9.]+ [KMGT]iB")
        self.refused("probe", "memory", "--sizes", "many", env=HOST, says=["--sizes", "many"])
        self.refused("probe", "memory", "--sizes", "1M:1K", env=HOST, says="ascend")
        self.refused("probe", "memory", "--sizes", "100", env=HOST, says="1K")
        self.refused("probe", "memory", "--functions", "sort", says="sort")
        self.refused("probe", "memory", "--devices", "no_such", says="There are")
        self.refused("probe", "memory", "--csv", "no/such/file.csv", *SMALL, env=HOST, says="no/such")
        self.refused("probe", "memory", "--csv", "x", "--html", "x", *SMALL, env=HOST, says="--html")
