"""NumPy's and SciPy's own tests of linear algebra, with hg behind the names of their functions: outcomes are
those without hg."""
import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

from module import ModuleTest, np

if importlib.util.find_spec("pytest") is None:
    print("pytest is missing: Debian's python3-pytest has it")
    sys.exit(77)
try:
    import scipy.linalg
except ImportError:
    scipy = None

HERE = pathlib.Path(__file__).resolve().parent
SUITES = {"numpy": ["test_linalg.py", "test_regression.py"],
          "scipy": ["test_basic.py", "test_decomp_cholesky.py", "test_solvers.py", "test_decomp.py"]}
# These compare lu_factor with a call of LAPACK's getrf bit by bit: both must be the CPU's.
BIT_BY_BIT = "TestLU and (rectangular or medium)"
# What no function that hg replaces takes part in, and takes long.
OTHERS = "generalized_sq_cases and (Cond or Eig) or memory_efficiency or SVD or Eig or QZ or Norm"


class Suites(ModuleTest):
    def outcomes(self, package, accelerated, selected, **env):
        """The outcome of each test, by its name."""
        folder = pathlib.Path(package.linalg.__file__).parent / "tests"
        files = [folder / name for name in SUITES[package.__name__]]
        if not all(path.exists() for path in files):
            self.skipTest(f"{package.__name__}'s tests are not installed in {folder}")
        with tempfile.TemporaryDirectory(prefix="hg_suites_") as results:
            report = pathlib.Path(results) / "report.xml"
            plugin = ["-p", "accelerated"] if accelerated else []
            result = subprocess.run(
                [sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", *plugin,
                 "-k", selected, f"--junitxml={report}", *files], cwd=results, text=True,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                env={**os.environ, "PYTHONPATH": str(HERE), **env})
            self.assertIn(result.returncode, (0, 1), result.stdout)
            cases = xml.etree.ElementTree.parse(report).iter("testcase")
            found = {f"{case.get('classname')}.{case.get('name')}":
                     next((child.tag for child in case if child.tag in ("failure", "error", "skipped")), "")
                     for case in cases}
        self.assertGreater(len(found), 5, result.stdout)
        return found

    def check(self, package, selected, **env):
        without = self.outcomes(package, False, selected)
        within = self.outcomes(package, True, selected, **env)
        changed = {name: (without.get(name), outcome) for name, outcome in within.items()
                   if without.get(name) != outcome}
        self.assertEqual(changed, {}, "outcomes without and with hg")
        self.assertEqual(len(within), len(without))

    def test_numpy(self):
        self.check(np, f"not ({OTHERS})")

    @unittest.skipIf(scipy is None, "SciPy is missing")
    def test_scipy(self):
        self.check(scipy, f"not ({BIT_BY_BIT}) and not ({OTHERS})")

    @unittest.skipIf(scipy is None, "SciPy is missing")
    def test_scipy_bit_by_bit(self):
        self.check(scipy, BIT_BY_BIT, HG_HOST_BELOW="100000")


if __name__ == "__main__":
    unittest.main()
