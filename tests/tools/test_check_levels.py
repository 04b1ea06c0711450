"""hgctl check of levels 1 and 2."""
from checks import CheckTest
from tool import each_backend

LEVELS = {
    "level1": ["copy", "swap", "scal", "axpy", "rot", "dot", "nrm2", "asum", "iamax"],
    "level2": ["gemv", "ger", "symv", "syr", "syr2", "trmv", "trsv"],
}
COMPLEX_LEVELS = {
    "level1": ["copy", "swap", "scal", "axpy", "rot", "dotu", "dotc", "nrm2", "asum", "iamax"],
    "level2": ["gemv", "geru", "gerc", "hemv", "her", "her2", "trmv", "trsv"],
}


class CheckLevels(CheckTest):
    @each_backend()
    def test_pass_on_every_back_end(self, name, env):
        for level, routines in LEVELS.items():
            with self.subTest(level=level):
                # If devices are OpenCL's, each kernel is compiled: a few serve.
                types, count = ("f64,f32", 20 * len(routines)) if name == "host" else ("f64", len(routines))
                self.passes(level, types, count, 70, env=env)

    def test_complex_elements(self):
        for level, routines in COMPLEX_LEVELS.items():
            for routine in [level, *routines]:
                with self.subTest(routine):
                    self.passes(routine, "c64,c32", 60 if routine == level else 20, 50)
        self.refused("check", "dotc", "--type", "f64", says=["f64", "c64"])

    def test_each_routine_by_itself(self):
        for routine in LEVELS["level1"] + LEVELS["level2"]:
            with self.subTest(routine):
                self.report(routine, "f64,f32", 10, "--n-max", "40",
                            exact=routine in ["copy", "swap", "iamax"])

    def test_failures_are_counted_and_can_be_repeated(self):
        for level in LEVELS:
            with self.subTest(level):
                self.check_failures(level, "f64", 18)
