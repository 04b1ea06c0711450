"""hgctl check gemm."""

from tool import HOST, ToolTest, each_backend


class CheckGemm(ToolTest):
    @each_backend()
    def test_passes_on_every_back_end(self, _, env):
        text = self.good("check", "gemm", "--type", "f64,f32", "--count", "60", "--n-max", "150", env=env)
        self.assertEqual(text.splitlines()[-1], "120 passed, 0 failed")

    @each_backend()
    def test_complex_products(self, name, env):
        count = {"host": 60, "opencl": 20, "pair": 8}[name]
        text = self.good("check", "gemm", "--type", "c64,c32", "--count", count, "--n-max", "100", env=env)
        self.assertEqual(text.splitlines()[-1], f"{2 * count} passed, 0 failed")

    def test_all_types_unless_some_are_asked_for(self):
        for routine, types in [("gemm", 4), ("trsm", 4), ("hemm", 2), ("potri", 4), ("dsposv", 1)]:
            with self.subTest(routine):
                text = self.good("check", routine, "--count", "3", "--n-max", "20", env=HOST)
                self.assertEqual(text.splitlines()[-1], f"{3 * types} passed, 0 failed")
        self.refused("check", "hemm", "--type", "f64", says=["f64", "c64"])

    def test_emulated_products_are_as_accurate(self):
        for routine, types in [(name, "f64,f32") for name in ("symm", "syrk", "syr2k", "trmm", "trsm", "getrf", "potrf", "geqrf")] + [
                ("gemm", "f64,c64"), ("her2k", "c64,c32"), ("gesv", "c64,c32")]:
            with self.subTest(routine):
                text = self.good("check", routine, "--type", types, "--count", "10", "--n-max", "60", "--arithmetic", "emulated", env=HOST)
                self.assertIn("20 passed, 0 failed", text)

    def test_products_are_native_if_memory_does_not_hold_residues(self):
        text = self.good("check", "syrk", "--type", "f64,f32", "--count", "8", "--n-max", "700", "--arithmetic", "emulated",
                         env={"HG_DEVICES": "host", "HG_MEMORY_LIMIT": "2M"})
        self.assertIn("16 passed, 0 failed", text)

    def test_types_and_seeds(self):
        def undated(seed):
            report = self.good_json("check", "gemm", "--type", "f32", "--count", "20", "--seed", seed, env=HOST)
            del report["date"]
            return report

        first = undated("5")
        self.assertEqual((first["passed"], first["failed"]), (20, 0))
        self.assertGreater(first["worst_error"], 0)
        self.assertLessEqual(first["worst_error"], 1)
        self.assertEqual(first, undated("5"))
        self.assertNotEqual(first, undated("500"))

    def test_failures_are_counted_and_can_be_repeated(self):
        # A device that holds not even one tile: every problem with a product fails.
        env = {"HG_DEVICES": "host", "HG_MEMORY_LIMIT": "64"}
        result = self.ended("check", "gemm", "--type", "f64", "--count", "10", "--n-max", "50", env=env, status=1)
        passed, failed = (int(part.split()[0]) for part in result.stdout.splitlines()[-1].split(", "))
        self.assertEqual(passed + failed, 10)
        self.assertGreater(failed, 0)
        self.assertEqual(result.stderr.count("FAILED dgemm "), failed)
        lines = [line.split("repeat with: hgctl ")[1] for line in result.stderr.splitlines() if "repeat with" in line]
        self.assertEqual(len(lines), failed)
        again = self.ended(*lines[0].split(), env=env, status=1)
        self.assertEqual(again.stdout.splitlines()[-1], "0 passed, 1 failed")
        problem = result.stderr.splitlines()[0]
        self.assertEqual(again.stderr.splitlines()[0], problem)
