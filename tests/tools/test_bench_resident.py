"""hgctl bench resident: rows of levels 1 and 2, kernels of one's choice, peers, wrong usage."""
import json

from tool import HOST, ToolTest, each_backend

LEVEL_1 = ["copy", "swap", "scal", "axpy", "rot", "dot", "nrm2", "asum", "iamax"]
LEVEL_2 = ["gemv", "ger", "symv", "syr", "syr2", "trmv", "trsv"]
COMPLEX_LEVEL_1 = ["copy", "swap", "scal", "axpy", "rot", "dotu", "dotc", "nrm2", "asum", "iamax"]
COMPLEX_LEVEL_2 = ["gemv", "geru", "gerc", "hemv", "her", "her2", "trmv", "trsv"]
# What kernels of complex elements are called, if not as the routine.
KERNELS = {"dotu": "dot", "geru": "ger", "gerc": "ger", "hemv": "trmv"}
QUICK = ["--repeat", "2", "--chain", "2", "--warmup", "0"]


class BenchResident(ToolTest):
    def check_row(self, row):
        self.assertAlmostEqual(row["gb_per_second"] * row["seconds"] / row["bytes"] * 1e9, 1, 9)
        self.assertAlmostEqual(row["wall_gb_per_second"] * row["wall_seconds"] / row["bytes"] * 1e9, 1, 9)
        self.assertEqual(row["seconds"], min(row["all_seconds"]))
        self.assertEqual(row["wall_seconds"], min(row["all_wall_seconds"]))
        self.assertEqual((row["chain"], len(row["all_seconds"])), (2, 2))
        self.assertGreaterEqual(row["error"], 0)
        self.assertLess(row["error"], 1)
        self.assertIn(KERNELS.get(row["routine"], row["routine"]), row["kernels"])
        self.assertIn(f"_{row['type']}_", row["kernels"])
        elements = row["bytes"] / {"f64": 8, "f32": 4, "c64": 16, "c32": 8}[row["type"]]
        self.assertGreaterEqual(elements, row["n"] * (row["m"] / 2
                                                      if row["routine"] in LEVEL_2 + COMPLEX_LEVEL_2 else 1))

    def test_rows_of_every_routine(self):
        report = self.good_json("bench", "resident", "--sizes", "33x20,17", "--lengths", "100,7", "--type",
                                "f64,f32", *QUICK, env=HOST)
        rows = [(row["routine"], row["type"], row["m"], row["n"]) for row in report["rows"]
                if row["op"] == "n"]
        expected = [(routine, kind, n, n) for routine in LEVEL_1 for kind in ("f64", "f32") for n in (100, 7)]
        for routine in LEVEL_2:
            shapes = [(33, 20), (17, 17)] if routine in ("gemv", "ger") else [(17, 17)]
            expected += [(routine, kind, m, n) for kind in ("f64", "f32") for m, n in shapes]
        self.assertEqual(rows, expected)
        self.assertEqual({row["routine"] for row in report["rows"] if row["op"] == "t"},
                         {"gemv", "trmv", "trsv"})
        for row in report["rows"]:
            self.check_row(row)
            self.assertEqual(row["peers"], {})

    @each_backend("host", "opencl")
    def test_rows_of_complex_elements(self, name, env):
        # Kernels take long to compile.
        kinds = "c64,c32" if name == "host" else "c64"
        rows = self.good_json("bench", "resident", "--sizes", "17", "--lengths", "100", "--ops", "n,t,c",
                              "--type", kinds, *QUICK, env=env)["rows"]
        for kind in kinds.split(","):
            found = [(row["routine"], row["op"]) for row in rows if row["type"] == kind]
            self.assertEqual([routine for routine, op in found if op == "n"],
                             COMPLEX_LEVEL_1 + COMPLEX_LEVEL_2)
            self.assertEqual({routine for routine, op in found if op == "c"}, {"gemv", "trmv", "trsv"})
        for row in rows:
            self.check_row(row)

    @each_backend("host", "opencl")
    def test_a_kernel_of_ones_choice(self, _, env):
        kernel = "gemv_t_f32_set_i1x1_v2_c4_u1_s1"
        row, = self.good_json("bench", "resident", "--routines", "gemv", "--type", "f32", "--ops", "t",
                              "--sizes", "65x33", "--gap", "3", "--kernel", kernel, *QUICK, env=env)["rows"]
        self.check_row(row)
        self.assertEqual((row["op"], row["m"], row["n"]), ("t", 65, 33))
        # The way to divide the work is the kernel's that was named.
        self.assertEqual(row["kernels"], kernel)

    def test_a_peer_in_the_same_run(self):
        result = self.ended("bench", "resident", "--routines", "dot,trsv", "--sizes", "40", "--lengths",
                            "1000", "--ops", "t", "--uplo", "upper", "--peer", "openblas", *QUICK, "--json",
                            "bench.json", env=HOST)
        if "openblas is left out" in result.stderr:
            self.skipTest("OpenBLAS is not installed")
        self.assertRegex(result.stdout, "openblas +ours/theirs +by device")
        dot, trsv = self.read_json("bench.json")["rows"]
        self.assertEqual((dot["routine"], trsv["routine"], trsv["uplo"]), ("dot", "trsv", "upper"))
        for row in (dot, trsv):
            peer = row["peers"]["openblas"]
            self.assertLess(peer["error"], 1)
            self.assertEqual(peer["seconds"], min(peer["all_seconds"]))
            self.assertAlmostEqual(peer["ratio"] * row["wall_seconds"] / peer["seconds"], 1, 9)
            self.assertAlmostEqual(peer["device_ratio"] * row["seconds"] / peer["seconds"], 1, 9)

    def test_a_page_with_rates_over_n(self):
        text = self.good("bench", "resident", "--routines", "scal,trmv", "--sizes", "20,10", "--lengths",
                         "50,500", *QUICK, "--html", "resident.html", env=HOST)
        self.assertIn("The report is resident.html", text)
        page = self.read_page("resident.html")
        self.assertEqual(page.headings, ["scal f64", "trmv f64", "All rows"])
        self.assertEqual([plot["points"] for plot in page.plots], [2, 4])
        self.assertEqual([[text for text in plot["texts"] if text.startswith("hg")] for plot in page.plots],
                         [["hg"], ["hg, lower n", "hg, lower t"]])
        for plot in page.plots:
            self.assertIn("GB/s", plot["texts"])
        self.refused("bench", "resident", "--html", "no_such/r.html", env=HOST, says="no_such/r.html")

    def test_wrong_usage(self):
        self.refused("bench", "resident", "--routines", "gemv", "--sizes", "8", "--kernel", "gemv_fast",
                     env=HOST, says=["--kernel", "gemv_fast is not a kernel of gemv"])
        self.refused("bench", "resident", "--routines", "gemv", "--sizes", "8", "--kernel",
                     "ger_f64_v8_i16_c32_u1", env=HOST, says="is not a kernel of gemv")
        self.refused("bench", "resident", "--routines", "gemm", env=HOST, says=["gemm", "trsv"])
        self.refused("bench", "resident", "--routines", "ger", "--sizes", "many", env=HOST,
                     says=["--sizes", "many"])
        self.refused("bench", "resident", "--lengths", "0", env=HOST, says="--lengths")
        self.refused("bench", "resident", "--peer", "mkl", env=HOST, says="mkl")
        self.refused("bench", "resident", "--device", "no_such", says=["no_such", "There are", "host"])
