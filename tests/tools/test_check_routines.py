"""hgctl check of all routines but gemm."""
from checks import CheckTest
from tool import each_backend

PRODUCTS = ["symm", "syrk", "syr2k", "trmm"]
HERMITIAN = ["hemm", "herk", "her2k"]
SOLVERS = ["trsm", "getrf", "getrs", "gesv", "getri", "potrf", "posv", "potrs", "potri", "sytrf", "sytrs",
           "sysv", "geqrf", "ormqr", "orgqr", "gels"]
# Of one type: solves by refinement.
REFINED = {"dsposv": "f64", "zcposv": "c64", "dsgesv": "f64", "zcgesv": "c64"}
# With complex elements: on OpenCL those that have kernels of their own; one shows that several devices serve.
COMPLEX = {"host": [*PRODUCTS, *HERMITIAN, "trsm", "getrf", "getrs", "gesv", "getri", "potrf", "posv",
                    "potrs", "potri", "geqrf", "sytrf", "sytrs", "sysv", "hetrf", "hetrs", "hesv", "unmqr",
                    "ungqr", "gels"],
           "opencl": [*PRODUCTS, *HERMITIAN, "trsm", "getrf", "potrf", "hetrf", "geqrf"],
           "pair": ["herk"]}


class CheckRoutines(CheckTest):
    @each_backend()
    def test_pass_on_every_back_end(self, name, env):
        for routine in PRODUCTS + SOLVERS:
            with self.subTest(routine=routine):
                # 48 problems go through all cases of trsm; elsewhere than on the host a few of one type
                # serve.
                types, count = {"host": ("f64,f32", 48), "opencl": ("f64", 24), "pair": ("f32", 8)}[name]
                text = self.passes(routine, types, count, 130, env=env)
                self.assertTrue(text.startswith(routine + " on "))

    @each_backend()
    def test_complex_elements(self, name, env):
        for routine in COMPLEX[name]:
            with self.subTest(routine=routine):
                types, count = ("c64,c32", 48) if name == "host" else ("c32", 4)
                self.passes(routine, types, count, 100, env=env)

    def test_refinement(self):
        for routine, kind in REFINED.items():
            with self.subTest(routine):
                self.passes(routine, kind, 48, 130)
                self.refused("check", routine, "--type", "f32", says=["f32", kind])

    def test_seeds_and_figures(self):
        for routine in PRODUCTS + HERMITIAN + SOLVERS:
            with self.subTest(routine):
                first = self.check_seeds(routine, "c64" if routine in HERMITIAN else "f64", 10, "--n-max",
                                         "60")
                self.assertNotIn("kernels", first)

    def test_failures_are_counted_and_can_be_repeated(self):
        for routine in PRODUCTS + HERMITIAN + SOLVERS:
            if routine in ("getrs", "getri", "potrs", "potri", "sytrs"):  # the CPU does what devices cannot
                continue
            with self.subTest(routine):
                said = self.check_failures(routine, "c64" if routine in HERMITIAN else "f64", 6)
                self.assertRegex(said, f"FAILED (d|ds|z){routine} ")

    def test_usage(self):
        self.refused("check", "getrf", "--kernels", says="--kernels")
        self.refused("check", "syevd", says="syevd")
