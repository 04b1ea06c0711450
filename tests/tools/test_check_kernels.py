"""hgctl check gemm --kernels: every family by itself; what a device cannot run is said, with the reason."""
from tool import HOST, ToolTest, backends, each_backend

FAMILIES = ["global", "local", "local_a", "registers", "blocked", "pipelined", "mma", "mfma"]
COMPLEX_FAMILIES = ["complex", "complex_mma", "complex_pipelined"]


class CheckKernels(ToolTest):
    def test_every_family_and_type_on_the_host_device(self):
        report = self.good_json("check", "gemm", "--device", "host", "--kernels")
        named = {line.split(":")[0] for line in report["kernels"] + report["skipped"]}
        self.assertEqual(named, {f"{family} {kind}" for family in FAMILIES for kind in ["f64", "f32"]} |
                         {f"{family} {kind}" for family in COMPLEX_FAMILIES for kind in ["c64", "c32"]})
        pairs = sum(9 if line.startswith("complex") else 4 for line in report["kernels"])  # of operations
        self.assertEqual(report["passed"], 4 * pairs)
        self.assertEqual(report["failed"], 0)
        self.assertGreater(report["worst_error"], 0)
        self.assertLess(report["worst_error"], 1)
        self.assertIn("mma f32: mma is made for f64", "\n".join(report["skipped"]))
        self.assertIn("complex_mma c32: complex_mma is made for c64", "\n".join(report["skipped"]))

    def test_complex_families_have_all_pairs_of_operations(self):
        for name, env in backends().items():
            if name == "pair":
                continue
            with self.subTest(name):
                text = self.good("check", "gemm", "--families", "complex", "--type", "c32", "--count", "2",
                                 "--n-max", "70", env=env)
                self.assertIn("Kernels checked: complex c32\n", text)
                self.assertEqual(text.splitlines()[-1], "18 passed, 0 failed")
        text = self.good("check", "gemm", "--families", "complex", "--type", "f64", env=HOST)
        self.assertIn("Skipped: complex f64: family complex is not for elements of f64", text)

    @each_backend("host", "opencl")
    def test_families_types_and_counts_are_selected(self, _, env):
        result = self.ended("check", "gemm", "--families", "registers", "--type", "f64", "--count", "2",
                            env=env)
        self.assertIn("Kernels checked: registers f64\n", result.stdout)
        self.assertEqual(result.stdout.splitlines()[-1], "8 passed, 0 failed")

    @each_backend("opencl")
    def test_parts_of_k_in_families_whose_work_groups_the_driver_may_choose(self, _, env):
        text = self.good("check", "gemm", "--families", "global,registers", "--count", "8", env=env)
        self.assertEqual(text.splitlines()[-1], "128 passed, 0 failed")

    @each_backend("opencl")
    def test_what_a_device_cannot_run_is_skipped_visibly(self, _, env):
        text = self.good("check", "gemm", "--families", "mma", "--type", "f64", env=env)
        if "Kernels checked: mma f64" in text:
            self.skipTest("this device runs every family")
        self.assertRegex(
            text, r"Skipped: mma f64: needs compute capability 9\.0; .+ is no NVIDIA device \(.+\)")
        self.assertEqual(text.splitlines()[-1], "0 passed, 0 failed, 1 skipped")
        text = self.good("check", "gemm", "--families", "mfma", "--type", "f64", env=env)
        self.assertRegex(text, r"Skipped: mfma f64: needs one of the architectures gfx90a gfx942; .+ is none")

    def test_seeds_repeat_problems(self):
        def error(seed):
            return self.good_json("check", "gemm", "--device", "host", "--families", "global", "--type",
                                  "f32", "--count", "1", "--seed", seed)["worst_error"]

        self.assertEqual(error(7), error(7))
        self.assertNotEqual(error(7), error(8))

    def test_wrong_usage(self):
        self.refused("check", "gemm", "--families", "fast", says=["fast", *FAMILIES, *COMPLEX_FAMILIES])
        self.refused("check", "gemm", "--kernels", "--device", "no_such",
                     says=["no_such", "There are", "host"])
