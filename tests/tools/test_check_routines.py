"""hgctl check of all routines but gemm."""

from tool import HOST, ToolTest, each_backend

PRODUCTS = ["symm", "syrk", "syr2k", "trmm"]
HERMITIAN = ["hemm", "herk", "her2k"]
SOLVERS = ["trsm", "getrf", "getrs", "gesv", "potrf", "posv", "potrs", "potri", "geqrf", "ormqr", "orgqr", "gels"]
# Of one type: solves by refinement.
REFINED = {"dsposv": "f64", "zcposv": "c64", "dsgesv": "f64", "zcgesv": "c64"}
# With complex elements: on OpenCL those that have kernels of their own; one shows that several devices serve.
COMPLEX = {"host": [*PRODUCTS, *HERMITIAN, "trsm", "getrf", "getrs", "gesv", "potrf", "posv", "potrs", "potri", "geqrf",
                    "unmqr", "ungqr", "gels"],
           "opencl": [*PRODUCTS, *HERMITIAN, "trsm", "getrf", "potrf", "geqrf"],
           "pair": ["herk"]}


class CheckRoutines(ToolTest):
    @each_backend()
    def test_pass_on_every_back_end(self, name, env):
        for routine in PRODUCTS + SOLVERS:
            with self.subTest(name, routine=routine):
                # 48 problems go through all cases of trsm; elsewhere than on the host a few serve. Two devices
                # run the kernels of one.
                count = {"host": 48, "opencl": 24, "pair": 8}[name]
                text = self.good("check", routine, "--type", "f64,f32", "--count", count, "--n-max", "130", env=env)
                self.assertEqual(text.splitlines()[-1], f"{2 * count} passed, 0 failed")
                self.assertTrue(text.startswith(routine + " on "))

    @each_backend()
    def test_complex_elements(self, name, env):
        for routine in COMPLEX[name]:
            with self.subTest(name, routine=routine):
                types, count = ("c64,c32", 48) if name == "host" else ("c32", 4)
                text = self.good("check", routine, "--type", types, "--count", count, "--n-max", "100", env=env)
                self.assertEqual(text.splitlines()[-1], f"{len(types.split(',')) * count} passed, 0 failed")

    def test_refinement(self):
        for routine, kind in REFINED.items():
            with self.subTest(routine):
                text = self.good("check", routine, "--count", "48", "--n-max", "130", env=HOST)
                self.assertEqual(text.splitlines()[-1], "48 passed, 0 failed")
                self.refused("check", routine, "--type", "f32", says=["f32", kind])

    def report(self, *arguments, **options):
        """What does not depend on the time."""
        report = self.good_json(*arguments, **options)
        self.assertTrue(report.pop("date"))
        return report

    def test_seeds_and_figures(self):
        for routine in PRODUCTS + HERMITIAN + SOLVERS:
            with self.subTest(routine):
                arguments = ["check", routine, "--type", "c64" if routine in HERMITIAN else "f64", "--count", "10", "--n-max", "60", "--seed"]
                first = self.report(*arguments, "5", env=HOST)
                self.assertEqual((first["passed"], first["failed"]), (10, 0))
                self.assertGreater(first["worst_error"], 0)
                self.assertLessEqual(first["worst_error"], 1)
                self.assertEqual(first, self.report(*arguments, "5", env=HOST))
                self.assertNotEqual(first, self.report(*arguments, "500", env=HOST))
                self.assertNotIn("kernels", first)

    def test_failures_are_counted_and_can_be_repeated(self):
        env = {"HG_DEVICES": "host", "HG_MEMORY_LIMIT": "64"}
        for routine in PRODUCTS + HERMITIAN + SOLVERS:
            if routine in ("getrs", "potrs", "potri"):  # the CPU does what devices cannot
                continue
            with self.subTest(routine):
                kind = "c64" if routine in HERMITIAN else "f64"
                result = self.ended("check", routine, "--type", kind, "--count", "6", "--n-max", "50", env=env, status=1)
                self.assertGreater(sum(result.stderr.count(f"FAILED {letters}{routine} ") for letters in ("d", "ds", "z")), 0)
                line = next(line for line in result.stderr.splitlines() if "repeat with" in line)
                self.assertIn(f"hgctl check {routine} ", line)
                again = self.ended(*line.split("repeat with: hgctl ")[1].split(), env=env, status=1)
                self.assertEqual(again.stdout.splitlines()[-1], "0 passed, 1 failed")

    def test_usage(self):
        self.refused("check", "getrf", "--kernels", says="--kernels")
        self.refused("check", "syevd", says="syevd")
