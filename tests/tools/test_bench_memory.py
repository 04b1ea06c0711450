"""hgctl bench memory: each way against the CPU, where the seconds went, what local memory saves, wrong
usage."""
import array
import re

from tool import HOST, ToolTest, each_backend

WAYS = ["cpu-1", "cpu", "blas", "global", "register", "local", "tuned"]


class BenchMemory(ToolTest):
    def check_row(self, row):
        seconds = row["seconds"]
        self.assertAlmostEqual(seconds["total"], seconds["allocation"] + seconds["kernel"] + seconds["out"],
                               12)
        self.assertGreater(seconds["kernel"], 0)
        self.assertAlmostEqual(row["gflops"] * seconds["kernel"] / (2e-9 * row["n"]**3), 1, 9)
        self.assertLess(row["error"], 1)
        self.assertGreaterEqual(row["runs"], 1)
        if row["device"] is None:
            self.assertEqual(seconds["allocation"] + seconds["in"] + seconds["build"] + seconds["out"], 0)
        else:
            self.assertGreater(min(seconds["allocation"], seconds["in"], seconds["build"], seconds["out"]), 0)

    @each_backend("host", "opencl")
    def test_every_way_agrees_with_the_cpu(self, name, env):
        for kind in ("f64", "f32"):
            with self.subTest(name, type=kind):
                report = self.good_json("bench", "memory", "--sizes", "33,70", "--block", "1,4", "--type",
                                        kind, "--repeat", "2", env=env)
                self.assertEqual([(row["version"], row["block"], row["n"]) for row in report["rows"]],
                                 [(way, block, n) for n in (33, 70) for way in WAYS
                                  for block in ([1, 4] if way == "local" else [None])])
                for row in report["rows"]:
                    self.check_row(row)
                    self.assertEqual(row["device"] is None, row["version"] in WAYS[:3])
                kernels = {row["version"]: row["kernel"] for row in report["rows"]}
                self.assertEqual(kernels["global"], f"gemm_global_{kind}_nn_set_x1")
                self.assertEqual(kernels["register"], f"gemm_global_{kind}_nn_set")
                self.assertEqual(kernels["local"], f"gemm_local_{kind}_nn_set_4x4x4")
                self.assertFalse(report["interrupted"])

    def test_a_build_is_timed_once_a_kernel(self):
        rows = self.good_json("bench", "memory", "--versions", "register", "--sizes", "16,32",
                              env=HOST)["rows"]
        self.assertEqual(rows[0]["seconds"]["build"], rows[1]["seconds"]["build"])

    def test_savings_follow_from_the_rows(self):
        report = self.good_json("bench", "memory", "--versions", "global,register,local", "--sizes", "48",
                                "--block", "2,8", env=HOST)
        seconds = {(row["version"], row["block"]): row["seconds"] for row in report["rows"]}
        gain, = report["gains"]
        edge = min((2, 8), key=lambda block: seconds["local", block]["kernel"])
        self.assertEqual((gain["device"], gain["n"], gain["block"]), (0, 48, edge))
        for other in ("global", "register"):
            saved = gain["over_" + other]
            for part in ("kernel", "total"):
                self.assertAlmostEqual(saved[part + "_percent"],
                                       100 * (1 - seconds["local", edge][part] / seconds[other, None][part]),
                                       9)
            faster = {block: seconds["local", block]["kernel"] < seconds[other, None]["kernel"]
                      for block in (2, 8)}
            self.assertEqual(saved["pays_from"], None if not faster[8] else 2 if faster[2] else 8)

    def test_devices_share_a_table(self):
        text = self.good("bench", "memory", "--device", "host,host", "--versions", "cpu,register,local",
                         "--sizes", "20", "--block", "4")
        self.assert_holds(text, ["device 0: ", "device 1: ", "Time that local memory saves"])
        self.assertEqual(len(re.findall(r"^local 4 +device [01] +20", text, re.MULTILINE)), 2)
        self.assertEqual(len(re.findall(r"^cpu +CPU +20", text, re.MULTILINE)), 1)
        self.assertEqual(len(re.findall(r"^device [01] +20 +4 ", text, re.MULTILINE)), 2)

    def test_blocks_that_are_too_large_are_left_out(self):
        text = self.good("bench", "memory", "--versions", "local", "--sizes", "16", "--block", "4,64",
                         env=HOST)
        self.assertRegex(text, r"local 64 is left out on device 0: .*1024 work-items")
        rows = self.good_json("bench", "memory", "--versions", "local", "--sizes", "16", "--block", "4,64",
                              env=HOST)["rows"]
        self.assertEqual(["left_out" in row for row in rows], [False, True])

    def test_the_result_and_a_page(self):
        text = self.good("bench", "memory", "--sizes", "20,40", "--block", "2,8", "--print", "C.npy",
                         "--html", "m.html", env=HOST)
        self.assertIn("C of the last row is C.npy", text)
        with open(self.path("C.npy"), "rb") as file:
            content = file.read()
        self.assertIn(b"'shape': (40, 40)", content[:128])
        elements = array.array("d", content[-8 * 40 * 40:])
        self.assertTrue(all(abs(x) < 40 for x in elements) and any(elements))
        page = self.read_page("m.html")
        self.assertEqual(page.headings[1:],
                         ["Over the edge of the tiles, n = 40", "All rows", "Time that local memory saves"])
        over_n, over_edge = page.plots
        self.assert_holds(over_n["texts"], ["n", "total, seconds", "cpu-1", "blas", "global", "register",
                                            "local 2", "local 8", "tuned"])
        self.assertEqual(over_n["points"], 2 * 8)
        self.assert_holds(over_edge["texts"], ["edge", "kernel, seconds", "local", "global", "register"])

    def test_an_interrupted_run_reports_what_it_measured(self):
        status, text = self.interrupted("bench", "memory", "--versions", "cpu-1,register", "--sizes",
                                        "32,600:900:uniform:30", "--repeat", "100000", "--json", "m.json",
                                        after="cpu-1, n = 600", env=HOST)
        self.assertEqual(status, 1, "what was asked for is not there")
        self.assertIn("; interrupted", text)
        self.assertRegex(text, r"cpu-1 +CPU +32")
        self.assertNotRegex(text, r"register +device 0 +900")
        self.assertEqual(self.files(), ["m.json"])

    def test_wrong_usage(self):
        self.refused("bench", "memory", "--sizes", "1000000", env=HOST,
                     says=["three matrices of order 1000000 take", "n up to about", "fits"])
        self.refused("bench", "memory", "--versions", "texture", env=HOST, says="texture")
        self.refused("bench", "memory", "--block", "0", env=HOST, says="--block")
        self.refused("bench", "memory", "--sizes", "few", env=HOST, says=["--sizes", "few"])
        self.refused("bench", "memory", "--device", "no_such", says=["no_such", "There are"])
        self.refused("bench", "memory", "--print", "no_such/C.npy", env=HOST, says="no_such/C.npy")
