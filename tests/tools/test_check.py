"""hgctl check gemm."""
from checks import CheckTest
from tool import HOST, each_backend


class CheckGemm(CheckTest):
    @each_backend()
    def test_passes_on_every_back_end(self, _, env):
        self.passes("gemm", "f64,f32", 60, 150, env=env)

    @each_backend()
    def test_complex_products(self, name, env):
        self.passes("gemm", "c64,c32", {"host": 60, "opencl": 20, "pair": 8}[name], 100, env=env)

    def test_all_types_unless_some_are_asked_for(self):
        for routine, types in [("gemm", 4), ("trsm", 4), ("hemm", 2), ("potri", 4), ("dsposv", 1),
                               ("zcposv", 1), ("dsgesv", 1), ("zcgesv", 1)]:
            with self.subTest(routine):
                text = self.good("check", routine, "--count", "3", "--n-max", "20", env=HOST)
                self.assertEqual(text.splitlines()[-1], f"{3 * types} passed, 0 failed")
        self.refused("check", "hemm", "--type", "f64", says=["f64", "c64"])

    def test_emulated_products_are_as_accurate(self):
        for routine, types in [(name, "f64,f32") for name in ("symm", "syrk", "syr2k", "trmm", "trsm",
                                                              "getrf", "potrf", "geqrf")] + [
                ("gemm", "f64,c64"), ("her2k", "c64,c32"), ("gesv", "c64,c32")]:
            with self.subTest(routine):
                self.passes(routine, types, 10, 60, "--arithmetic", "emulated")

    def test_products_are_native_if_memory_does_not_hold_residues(self):
        self.passes("syrk", "f64,f32", 8, 700, "--arithmetic", "emulated",
                    env={**HOST, "HG_MEMORY_LIMIT": "2M"})

    def test_types_and_seeds(self):
        self.check_seeds("gemm", "f32", 20)

    def test_failures_are_counted_and_can_be_repeated(self):
        said = self.check_failures("gemm", "f64", 10)
        self.assertEqual(said.count("FAILED dgemm "), said.count("FAILED "))
