"""hgctl bench: the form of its JSON, its peers, its traces."""
import json
import os
import shlex
import shutil

from tool import HGCTL, HOST, ToolTest, each_backend

KEYS = ["routine", "n", "devices", "memory", "seconds", "gflops", "t_star", "efficiency", "bound", "error",
        "peers"]


class Bench(ToolTest):
    def check_row(self, row):
        self.assertEqual(list(row)[:len(KEYS)], KEYS)
        flops = 2.0 * row["m"] * row["n"] * row["k"]
        self.assertAlmostEqual(row["gflops"] * row["seconds"] / flops * 1e9, 1, 9)
        self.assertAlmostEqual(row["efficiency"] * row["seconds"], row["t_star"], 9)
        self.assertGreater(row["t_star"], 0)
        self.assertIn(row["bound"], ["flops", "link in", "link out", "links", "staging"])
        self.assertGreaterEqual(row["error"], 0)
        self.assertLess(row["error"], 1)
        self.assertLessEqual(row["seconds"], row["median_seconds"])
        self.assertEqual(row["seconds"], min(row["all_seconds"]))
        self.assertGreater(row["rates"]["kernel_gflops"], 0)
        self.assertGreater(row["rates"]["link_in"], 0)
        self.assertGreater(row["rates"]["link_out"], 0)
        self.assertGreater(row["predicted_seconds"], 0)
        self.assertAlmostEqual(row["measured_over_predicted"] * row["predicted_seconds"], row["seconds"], 9)

    def check_peer(self, row, name):
        peer = row["peers"][name]
        self.assertAlmostEqual(peer["ratio"] * row["seconds"], peer["seconds"], 9)
        self.assertAlmostEqual(peer["ratio"] * peer["gflops"] / row["gflops"], 1, 9)
        self.assertLess(peer["error"], 1)

    def test_sizes_that_no_memory_holds(self):
        for routine, n, needs in [("dgemm", 10**7, "2182.8 TiB"), ("sgemm", 10**7, "1091.4 TiB"),
                                  ("dgetrf", 10**7, "727.6 TiB"), ("dgesv", 10**9, "7275957.6 TiB")]:
            says = self.refused("bench", routine, "--n", f"8,{n}", says=[f"n = {n}", f"needs {needs}"],
                                status=1)
            self.assertRegex(says, r"this machine has \d+\.\d [MGT]iB")

    @each_backend()
    def test_rows_for_every_size_device_count_and_memory(self, name, env):
        counts = [1, 2] if name == "pair" else [1]
        with self.subTest(name):
            report = self.good_json("bench", "dgemm", "--n", "64,130", "--memory", "pageable,pinned",
                                    "--device-counts", ",".join(map(str, counts)), "--repeat", "2", env=env)
            self.assertEqual([(row["routine"], row["devices"], row["n"], row["memory"])
                              for row in report["rows"]],
                             [("dgemm", d, n, memory) for d in counts for n in (64, 130)
                              for memory in ("pageable", "pinned")])
            for row in report["rows"]:
                self.check_row(row)
                self.assertEqual(row["peers"], {})
            # The bits of C depend neither on the number of devices nor on where the matrices lie.
            for n in (64, 130):
                self.assertEqual(len({row["fingerprint"] for row in report["rows"] if row["n"] == n}), 1)

    @each_backend()
    def test_shapes_beta_blocks_and_traces(self, _, env):
        report = self.good_json("bench", "sgemm", "--n", "90", "--m", "50", "--k", "70", "--beta", "0.5",
                                "--block", "32", "--repeat", "3", "--trace", "trace.json", env=env)
        row = report["rows"][0]
        self.check_row(row)
        self.assertEqual((row["m"], row["n"], row["k"], row["beta"]), (50, 90, 70, 0.5))
        self.assertEqual(len(row["all_seconds"]), 3)
        self.read_json("trace.json")

    def test_lists_of_sizes(self):
        report = self.good_json("bench", "dgemm", "--sizes", "60,200x3x50", "--repeat", "1", env=HOST)
        self.assertEqual([(row["m"], row["n"], row["k"]) for row in report["rows"]],
                         [(60, 60, 60), (200, 3, 50)])
        for row in report["rows"]:
            self.check_row(row)

    @each_backend()
    def test_a_page_of_its_own(self, name, env):
        counts = "1,2" if name == "pair" else "1"
        text = self.good("bench", "dgemm", "--sizes", "150,40x50x60", "--memory", "pinned,pageable",
                         "--device-counts", counts, "--repeat", "1", "--html", "bench.html", env=env)
        self.assertIn("The report is bench.html", text)
        page = self.read_page("bench.html")
        self.assertTrue(page.draws, "hgctl was built without Vega (libjs-vega)")
        self.assertEqual(page.headings[:2], ["n = 150", "m x n x k = 40 x 50 x 60"])
        for part in ["hg, pageable", "T*, pinned", "kernels", "copies out", "limited by", "T/predicted",
                     "GFLOP/s"]:
            self.assertIn(part, page.own)
        for part in ["nan", "inf"]:
            self.assertNotIn(part, page.own)
        self.assertEqual(page.own.count("<tr>"), 1 + 4 * len(counts.split(",")))
        self.assertIn("driver ", page.record["Devices"])
        self.assertIn(" --sizes 150,40x50x60 ", page.record["Command"])
        self.assertEqual([plot["kind"] for plot in page.plots],
                         ["lines"] * (6 if name == "pair" else 2) + ["timeline"])
        if name == "pair":
            self.check_scaling(page)
        self.assertEqual(self.files(), ["bench.html"])

    def check_scaling(self, page):
        """Speed-up and efficiency beside the rate say what it says."""
        rate, speedup, efficiency = page.plots[:3]
        self.assert_holds(rate["texts"], ["devices", "ideal, pageable"])
        self.assertEqual([plot["y"]["title"] for plot in (speedup, efficiency)], ["speed-up", "efficiency"])
        for line, name in zip(speedup["lines"], ["pageable", "pinned"]):
            ours, = [other["points"] for other in rate["lines"] if other["name"] == "hg, " + line["name"]]
            self.assertEqual([x for x, _ in line["points"]], [1, 2])
            self.assertAlmostEqual(line["points"][1][1], ours[1][1] / ours[0][1])
            gained, = [other["points"] for other in efficiency["lines"] if other["name"] == line["name"]]
            self.assertAlmostEqual(gained[1][1], line["points"][1][1] / 2)

    def test_the_command_of_a_page_can_be_given_again(self):
        os.mkdir(self.path("it's"))
        self.good("bench", "dgemm", "--n", "20", "--repeat", "1", "--html", "it's/b.html", "--json",
                  "b.json", env=HOST)
        command = self.read_page("it's/b.html").record["Command"]
        self.assertEqual(self.read_json("b.json")["command"], command)
        words = shlex.split(command)
        self.assertEqual(words[words.index("hgctl"):],
                         ["hgctl", "bench", "dgemm", "--n", "20", "--repeat", "1", "--html", "it's/b.html",
                          "--json", "b.json"])
        self.assertIn("HG_DEVICES=host", words)

    def test_plots_over_n_if_there_is_one_number_of_devices(self):
        self.good("bench", "dgemm", "--sizes", "37,301,90,70x37x9,70x90x9", "--repeat", "1", "--html",
                  "bench.html", env=HOST)
        page = self.read_page("bench.html")
        self.assertEqual(page.headings[:2], ["n = 37 to 301", "m x n x k = 70 x 37 x 9 to 70 x 90 x 9"])
        for plot, sizes in zip(page.plots, (3, 2)):
            self.assertEqual(plot["points"], 2 * sizes)  # ours and T*
            self.assertEqual(plot["x"], {"title": "n", "log": False})
        self.assertEqual([x for x, _ in page.plots[0]["lines"][0]["points"]], [37, 90, 301])
        timeline = page.plots[2]
        for lane in timeline["lanes"]:
            self.assertTrue(all(0 <= begin <= end <= timeline["seconds"] * 1.0001
                                for begin, end in lane["spans"]), lane)

    @each_backend()
    def test_peers_in_the_same_run(self, _, env):
        result = self.ended("bench", "dgemm", "--n", "100", "--peer", "clblast,openblas", "--repeat", "2",
                            "--json", "bench.json", env=env)
        row = self.read_json("bench.json")["rows"][0]
        self.assertEqual(list(row["peers"]), ["clblast", "openblas"])
        for peer, figures in row["peers"].items():
            if figures is None:  # not installed here: said so
                self.assertIn("peer " + peer + " is left out", result.stderr)
            else:
                self.check_peer(row, peer)
        if row["peers"]["clblast"]:
            self.assertGreater(row["peers"]["clblast"]["resident_seconds"], 0)
        self.assert_holds(result.stdout, ["GFLOP/s", "T*/T", "clblast", "openblas", "pageable"])

    def test_a_peer_that_cannot_run_is_null(self):
        result = self.ended("bench", "dgemm", "--n", "50", "--repeat", "1", "--peer", "clblast", "--json",
                            "-", env={"OCL_ICD_VENDORS": "/nonexistent"})
        self.assertIn("peer clblast is left out", result.stderr)
        self.assertIsNone(json.loads(result.stdout)["rows"][0]["peers"]["clblast"])

    def test_without_its_plugin_hgctl_says_what_is_missing(self):
        alone = shutil.copy(HGCTL, self.path("hgctl"))
        result = self.hgctl("bench", "dgemm", "--n", "50", "--repeat", "1", "--peer", "openblas", "--json",
                            "-", env=HOST, executable=alone)
        os.remove(alone)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertRegex(result.stderr,
                         "peer openblas is left out: hgctl's plugin does not load: .*libhgctl_peers.so")
        self.assertIsNone(json.loads(result.stdout)["rows"][0]["peers"]["openblas"])

    def test_wrong_usage(self):
        self.refused("bench", "dgemm", "--device-counts", "1,2", env=HOST,
                     says=["--device-counts: 2 devices requested", "1 device selected"])
        self.refused("bench", "dgemm", "--device-counts", "0", env=HOST, says="--device-counts")
        self.refused("bench", "dgemm", "--memory", "cloud", env=HOST, says="cloud")
        self.refused("bench", "dgemm", "--peer", "nobody", env=HOST, says="nobody")
        self.refused("bench", "dgemm", "--json", "no_such/b.json", env=HOST, says="no_such/b.json")
        self.refused("bench", "dgemm", "--trace", "no_such/t.json", env=HOST, says="no_such/t.json")
        self.refused("bench", "dgemm", "--html", "no_such/b.html", env=HOST, says="no_such/b.html")
        self.refused("bench", "dgemm", "--sizes", "10x20", env=HOST, says=["--sizes", "MxNxK"])
        self.refused("bench", says="subcommand")
