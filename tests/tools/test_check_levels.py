"""hgctl check of levels 1 and 2."""

from tool import HOST, ToolTest, each_backend

LEVELS = {
    "level1": ["copy", "swap", "scal", "axpy", "rot", "dot", "nrm2", "asum", "iamax"],
    "level2": ["gemv", "ger", "symv", "syr", "syr2", "trmv", "trsv"],
}
COMPLEX_LEVELS = {
    "level1": ["copy", "swap", "scal", "axpy", "rot", "dotu", "dotc", "nrm2", "asum", "iamax"],
    "level2": ["gemv", "geru", "gerc", "hemv", "her", "her2", "trmv", "trsv"],
}


class CheckLevels(ToolTest):
    @each_backend()
    def test_pass_on_every_back_end(self, name, env):
        for level, routines in LEVELS.items():
            with self.subTest(name, level=level):
                # If devices are OpenCL's, each kernel is compiled: a few serve.
                types, count = ("f64,f32", 20 * len(routines)) if name == "host" else ("f64", len(routines))
                text = self.good("check", level, "--type", types, "--count", count, "--n-max", "70", env=env)
                self.assertEqual(text.splitlines()[-1], f"{len(types.split(',')) * count} passed, 0 failed")

    def test_complex_elements(self):
        for level, routines in COMPLEX_LEVELS.items():
            for routine in [level, *routines]:
                with self.subTest(routine):
                    count = 60 if routine == level else 20
                    text = self.good("check", routine, "--type", "c64,c32", "--count", count, "--n-max", "50", env=HOST)
                    self.assertEqual(text.splitlines()[-1], f"{2 * count} passed, 0 failed")
        self.refused("check", "dotc", "--type", "f64", says=["f64", "c64"])

    def test_each_routine_by_itself(self):
        for level, routines in LEVELS.items():
            for routine in routines:
                with self.subTest(routine):
                    first = self.good_json("check", routine, "--type", "f64,f32", "--count", "10", "--n-max", "40", "--seed", "5", env=HOST)
                    self.assertEqual((first["passed"], first["failed"]), (20, 0))
                    exact = routine in ["copy", "swap", "iamax"]
                    self.assertEqual(first["worst_error"] > 0, not exact)
                    self.assertLessEqual(first["worst_error"], 1)

    def test_failures_are_counted_and_can_be_repeated(self):
        env = {"HG_DEVICES": "host", "HG_MEMORY_LIMIT": "64"}
        for level in LEVELS:
            with self.subTest(level):
                result = self.ended("check", level, "--type", "f64", "--count", "18", "--n-max", "50", env=env, status=1)
                passed, failed = (int(part.split()[0]) for part in result.stdout.splitlines()[-1].split(", "))
                self.assertEqual(passed + failed, 18)
                self.assertEqual(result.stderr.count("FAILED "), failed)
                line = next(line for line in result.stderr.splitlines() if "repeat with" in line)
                again = self.ended(*line.split("repeat with: hgctl ")[1].split(), env=env, status=1)
                self.assertEqual(again.stdout.splitlines()[-1], "0 passed, 1 failed")
                self.assertEqual(again.stderr.splitlines()[0], result.stderr.splitlines()[0])
