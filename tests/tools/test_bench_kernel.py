"""hgctl bench kernel: rates of kernels by themselves, their choice, peers, wrong usage."""
import json

from tool import HOST, ToolTest, each_backend


class BenchKernel(ToolTest):
    def check_row(self, row):
        flops = (8.0 if row["type"][0] == "c" else 2.0) * row["m"] * row["n"] * row["k"]
        self.assertAlmostEqual(row["gflops"] * row["seconds"] / flops * 1e9, 1, 9)
        self.assertAlmostEqual(row["wall_gflops"] * row["wall_seconds"] / flops * 1e9, 1, 9)
        self.assertEqual(row["seconds"], min(row["all_seconds"]))
        self.assertGreaterEqual(row["gflops"], row["median_gflops"])
        self.assertGreaterEqual(row["gflops"], row["last_gflops"])
        self.assertGreaterEqual(row["error"], 0)
        self.assertLess(row["error"], 1)
        self.assertGreater(row["chain"], 0)

    def test_rows_for_every_type_ops_and_size(self):
        report = self.good_json("bench", "kernel", "--type", "f64,f32", "--ops", "nn,nt,tn,tt", "--sizes",
                                "32,65", "--repeat", "2", env=HOST)
        self.assertEqual([(row["type"], row["ops"], row["m"], row["n"], row["k"]) for row in report["rows"]],
                         [(kind, ops, n, n, n) for kind in ("f64", "f32") for ops in ("nn", "nt", "tn", "tt")
                          for n in (32, 65)])
        for row in report["rows"]:
            self.check_row(row)
            self.assertEqual(len(row["all_seconds"]), 2)
            self.assertIn(f"_{row['type']}_{row['ops']}", row["kernel"])
            self.assertIn("_set", row["kernel"])
            self.assertIn(row["from"], ["user", "device", "architecture", "vendor", "default"])

    def test_complex_kernels(self):
        report = self.good_json("bench", "kernel", "--type", "c64,c32", "--ops", "nn,nc,ct", "--sizes", "40",
                                "--repeat", "1", env=HOST)
        self.assertEqual([(row["type"], row["ops"]) for row in report["rows"]],
                         [(kind, ops) for kind in ("c64", "c32") for ops in ("nn", "nc", "ct")])
        for row in report["rows"]:
            self.check_row(row)
            self.assertRegex(row["kernel"], f"gemm_complex(_mma)?_{row['type']}_{row['ops']}_set")
        row, = self.peer_rows("openblas", "kernel", "--kernel", "gemm_complex_c64_cn", "--sizes", "30",
                              "--beta", "2", "--repeat", "1")
        self.check_row(row)
        self.refused("bench", "kernel", "--type", "f64", "--ops", "nc", env=HOST,
                     says="real elements have no conjugates")

    @each_backend("host", "opencl")
    def test_shapes_beta_and_a_kernel_of_ones_choice(self, _, env):
        report = self.good_json("bench", "kernel", "--kernel", "gemm_global_f32_tn", "--m", "50", "--n", "70",
                                "--k", "30", "--beta", "0.5", "--gap", "3", "--chain", "4", "--repeat", "3",
                                "--warmup", "0", env=env)
        row, = report["rows"]
        self.check_row(row)
        self.assertEqual((row["m"], row["n"], row["k"], row["beta"], row["chain"]), (50, 70, 30, 0.5, 4))
        self.assertEqual((row["kernel"], row["from"]), ("gemm_global_f32_tn", "given"))

    def test_emulated_products_and_their_kernels(self):
        report = self.good_json("bench", "kernel", "--emulated", "--type", "f64,f32", "--ops", "tn",
                                "--sizes", "70", "--beta", "1", "--repeat", "2", env=HOST)
        for row, moduli in zip(report["rows"], (14, 6)):
            self.check_row(row)
            self.assertEqual((row["kernel"], row["from"]), (f"emulated {row['type']} tn", "emulated"))
            parts = {part["kernel"]: part["seconds"] for part in row["parts"]}
            self.assertIn(f"emulated_product_n{moduli}_w4", parts)
            self.assertIn(f"emulated_sum_{row['type']}_n{moduli}", parts)
            self.assertGreater(min(parts.values()), 0)
        row, = self.good_json("bench", "kernel", "--emulated", "--type", "c64", "--ops", "nc", "--sizes",
                              "40", "--repeat", "1", env=HOST)["rows"]
        self.check_row(row)
        self.assertEqual(row["kernel"], "emulated c64 nc")
        text = self.good("bench", "kernel", "--emulated", "--sizes", "40", "--repeat", "1", env=HOST)
        self.assertRegex(text, r"\n  emulated_product_n14_w4: [\d.]+ [mu]s, \d+ TOP/s\n")

    def test_a_page_with_rates_over_n(self):
        text = self.good("bench", "kernel", "--type", "f64,f32", "--ops", "nn,tn", "--sizes", "50,20",
                         "--repeat", "1", "--html", "kernel.html", env=HOST)
        self.assertIn("The report is kernel.html", text)
        page = self.read_page("kernel.html")
        self.assertEqual(page.headings, ["f64", "f32", "All rows"])
        for plot in page.plots:
            self.assertEqual(plot["points"], 4)
            self.assert_holds(plot["texts"], ("n", "hg, nn", "hg, tn", "GFLOP/s"))
        self.assertEqual(self.files(), ["kernel.html"])
        self.refused("bench", "kernel", "--html", "no_such/b.html", env=HOST, says="no_such/b.html")

    def test_parts_of_the_sum_over_k(self):
        row, = self.good_json("bench", "kernel", "--kernel", "gemm_global_f64_nn_k3", "--sizes", "40",
                              "--repeat", "1", env=HOST)["rows"]
        self.check_row(row)
        self.assertIn("_k3", row["kernel"])

    @each_backend("opencl")
    def test_peers_in_the_same_run(self, _, env):
        result = self.ended("bench", "kernel", "--kernel", "gemm_global_f64_nt", "--sizes", "64", "--repeat",
                            "2", "--with", "clblast", "--json", "bench.json", env=env)
        if "clblast is left out" in result.stderr:
            self.skipTest("CLBlast is not installed")
        self.assertIn("ours/theirs", result.stdout)
        row, = self.read_json("bench.json")["rows"]
        peer = row["peers"]["clblast"]
        self.assertLess(peer["error"], 1)
        self.assertAlmostEqual(peer["ratio"] * peer["gflops"] / row["wall_gflops"], 1, 9)

    @each_backend("opencl")
    def test_viennacl_on_the_same_device(self, _, env):
        rows = self.peer_rows("viennacl", "kernel", "--type", "f64,f32", "--ops", "nt", "--m", "65", "--n",
                              "30", "--k", "47", "--beta", "0.5", "--repeat", "1", "--warmup", "0", env=env,
                              absent="hgctl was built without it")
        self.assertEqual(len(rows), 2)
        for row in filter(lambda row: row["peers"]["viennacl"], rows):
            self.assertGreater(row["peers"]["viennacl"]["gflops"], 0)

    def test_wrong_usage(self):
        self.refused("bench", "kernel", "--kernel", "gemm_fast_f64_nn", env=HOST,
                     says=["gemm_fast_f64_nn",
                           "global, local, local_a, registers, blocked, pipelined, mma, mfma",
                           "f64, f32", "nn, nt, tn, tt", "stages"])
        self.refused("bench", "kernel", "--sizes", "many", env=HOST,
                     says=["--sizes", "many", "FIRST:LAST:log"])
        self.refused("bench", "kernel", "--ops", "nx", env=HOST, says="nx")
        self.refused("bench", "kernel", "--device", "no_such", says=["no_such", "There are", "host"])
        for option in ("--peer", "--with"):
            self.refused("bench", "kernel", option, "mkl", env=HOST, says="mkl")

    @each_backend("opencl")
    def test_a_kernel_that_the_device_cannot_run(self, _, env):
        if any("NVIDIA" in device["vendor"] for device in self.good_json("devices", env=env)["devices"]):
            self.skipTest("the first OpenCL device may run every family")
        self.refused("bench", "kernel", "--kernel", "gemm_mma_f64_nn", "--sizes", "64", env=env,
                     says=["gemm_mma_f64_nn", "needs compute capability 9.0", "is no NVIDIA device"])
