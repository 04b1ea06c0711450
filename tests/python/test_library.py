"""How the Python module is installed, finds the library, takes its functions from it, and tells of its
errors."""
import concurrent.futures
import doctest
import importlib
import importlib.util
import os
import pathlib
import pkgutil
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from module import COMPLEX, PACKAGE, ROOT, TYPES, ModuleTest, hg, np

LIBRARY = os.environ["HG_LIBRARY"]


class Library(ModuleTest):
    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory(prefix="hg_python_")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def python(self, code, path, status=0, **env):
        """What a new interpreter prints, to standard output if it ends well."""
        environment = {**os.environ, "PYTHONPATH": str(path), **env}
        for name in [name for name, value in environment.items() if value is None]:
            del environment[name]
        result = subprocess.run([sys.executable, "-B", "-c", code], env=environment, cwd=self.folder,
                                text=True, timeout=50, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual(result.returncode, status, result.stderr)
        return result.stderr if status else result.stdout.strip()

    def copied(self, folder):
        """The package without the tree around it."""
        return shutil.copytree(PACKAGE / "hg", folder / "hg",
                               ignore=shutil.ignore_patterns("__pycache__")).parent

    def test_examples_of_the_documentation(self):
        names = [module.name for module in pkgutil.iter_modules(hg.__path__)]
        modules = [hg, *(importlib.import_module(f"hg.{name}") for name in names)]
        found = [doctest.testmod(module, extraglobs={"np": np, "hg": hg}) for module in modules]
        self.assertEqual(sum(result.failed for result in found), 0)
        self.assertGreater(sum(result.attempted for result in found), 50)
        for name in hg.__all__:
            if callable(getattr(hg, name)) and not isinstance(getattr(hg, name), type):
                self.assertIn(">>> ", getattr(hg, name).__doc__, f"{name} has no example")

    def test_one_version_everywhere(self):
        project = re.search(r"project\(hg VERSION ([\d.]+)",
                            (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))[1]
        self.assertEqual(hg.__version__, project)
        for file, words in {"CITATION.cff": f"version: {project}\n",
                            "packaging/spack/packages/hg/package.py": f'version("{project}")',
                            "docs/guide/install.md": f"hg-{project}-Linux-x86_64.tar.gz"}.items():
            self.assertIn(words, (ROOT / file).read_text(encoding="utf-8"))

    def test_every_routine_has_its_function(self):
        sys.path.insert(0, str(ROOT / "interfaces"))
        self.addCleanup(sys.path.pop, 0)
        for routine in importlib.import_module("routines").ROUTINES:
            for name, _ in routine.variants:
                function = getattr(hg.c, f"hg_{name}")
                self.assertEqual(len(function.argtypes), len(routine.without_work))
                self.assertIn(f"hg_{name}(", function.__doc__)

    def test_functions_of_c_return_info(self):
        a, c = np.ones((2, 2)), np.zeros((2, 2))
        where = a.ctypes.data, 2, a.ctypes.data, 2, 0, c.ctypes.data
        self.assertEqual(hg.c.hg_dgemm(b"N", b"N", 2, 2, 2, 1, *where, 2), 0)
        self.assertEqual(c[0, 0], 2)
        self.assertEqual(hg.c.hg_dgemm(b"N", b"N", 2, 2, 2, 1, *where, 1), -13)
        self.assertIn(b"ldc", hg.c.hg_last_error())

    def test_functions_of_vectors_by_their_names_in_c(self):
        for dtype, letter, real in zip(TYPES, "dszc", "dsds"):
            hermitian, alpha, beta = dtype in COMPLEX, *((2 + 1j, 3j) if dtype in COMPLEX else (2, 3))
            x, y, A = (np.asfortranarray(self.numbers(dtype, *shape)) for shape in [(4,), (4,), (4, 4)])
            at = [v.ctypes.data for v in (x, y, A)]
            result, length = np.zeros(1, dtype), np.zeros(1, dtype(0).real.dtype)
            dot = f"hg_{letter}{'dotc' if hermitian else 'dot'}"
            hg._library.call(dot, 4, at[0], 1, at[1], -1, result.ctypes.data)
            np.testing.assert_array_equal(result[0], np.vdot(x, y[::-1]))
            hg._library.call(f"hg_{real}{letter if hermitian else ''}asum", 4, at[0], 1, length.ctypes.data)
            np.testing.assert_array_equal(length[0], np.abs(x.real).sum() + np.abs(x.imag).sum())
            wanted = alpha * (A.conj().T @ x) + beta * y
            hg._library.call(f"hg_{letter}gemv", b"C", 4, 4, alpha, at[2], 4, at[0], 1, beta, at[1], 1)
            np.testing.assert_array_equal(y, wanted)
            wanted = A - 2 * np.triu(np.outer(x, x.conj()))
            wanted[np.diag_indices(4)] = wanted.diagonal().real
            hg._library.call(f"hg_{letter}{'her' if hermitian else 'syr'}", b"U", 4, -2, at[0], 1, at[2], 4)
            np.testing.assert_array_equal(A, wanted)
            wanted = -3 * x
            hg._library.call(f"hg_{letter}{real if hermitian else ''}scal", 4, -3, at[0], 1)
            np.testing.assert_array_equal(x, wanted)

    def test_threads_call_at_once(self):
        factors = [self.whole(np.float64, 60, 60) for _ in range(8)]
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            for a, product in zip(factors, pool.map(lambda a: hg.gemm(a, a.T), factors)):
                np.testing.assert_array_equal(product, a @ a.T)

    def test_the_librarys_errors(self):
        code = """import hg, numpy as np
try:
    hg.gemm(np.eye(2), np.eye(2))
except hg.Error as error:
    print(error.info, error)"""
        text = self.python(code, PACKAGE, HG_DEVICES="no_such")
        self.assertRegex(text, "^-1005 .*no_such")

    def test_finds_the_library_beside_it(self):
        """Also after a move of an installed tree, in which the package is lib/python/hg."""
        code = "import hg; print(hg.c.hg_dgemm.__doc__)"
        beside = self.copied(self.folder / "beside")
        os.symlink(LIBRARY, beside / "hg/libhg_lapack.so.0")
        self.assertIn("int64_t hg_dgemm(char", self.python(code, beside, HG_LIBRARY=None))
        installed = self.copied(self.folder / "lib/python")
        os.symlink(LIBRARY, self.folder / "lib/libhg_lapack.so.0")
        self.assertIn("int64_t hg_dgemm(char", self.python(code, installed, HG_LIBRARY=None))

    def test_finds_the_library_in_its_tree_and_on_the_loaders_path(self):
        code = "import hg; print(hg.__version__)"
        tree = self.copied(self.folder / "tree/interfaces/python")
        (self.folder / "tree/build/release/lapack").mkdir(parents=True)
        os.symlink(LIBRARY, self.folder / "tree/build/release/lapack/libhg_lapack.so.0")
        self.assertEqual(self.python(code, tree, HG_LIBRARY=None), hg.__version__)
        build = self.copied(self.folder / "build/python")
        (self.folder / "build/lapack").mkdir()
        os.symlink(LIBRARY, self.folder / "build/lapack/libhg_lapack.so.0")
        self.assertEqual(self.python(code, build, HG_LIBRARY=None), hg.__version__)
        alone = self.copied(self.folder / "alone")
        self.assertEqual(self.python(code, alone, HG_LIBRARY=None, LD_LIBRARY_PATH=os.path.dirname(LIBRARY)),
                         hg.__version__)

    def test_says_where_it_looked(self):
        alone = self.copied(self.folder / "alone/interfaces/python")
        text = self.python("import hg", alone, status=1, HG_LIBRARY=None, LD_LIBRARY_PATH="")
        for words in ["ImportError: hg: libhg_lapack.so.0 was not found", str(alone / "hg/libhg_lapack.so.0"),
                      str(self.folder / "alone/build/release/lapack/libhg_lapack.so.0"),
                      "on the loader's path", "./hg build",
                      "HG_LIBRARY"]:
            self.assertIn(words, text)
        text = self.python("import hg", PACKAGE, status=1, HG_LIBRARY="/nonexistent/libhg_lapack.so.0")
        self.assertIn("cannot load /nonexistent/libhg_lapack.so.0, which HG_LIBRARY names: /nonexistent",
                      text)
        (alone / "hg/_routines.py").unlink()
        self.assertIn("hg: _routines.py is missing: these are the package's sources. `./hg build`",
                      self.python("import hg", alone, status=1))
        (alone / "hg/libhg_lapack.so.0").write_text("no library", encoding="utf-8")
        text = self.python("import hg", alone, status=1, HG_LIBRARY=None)
        self.assertRegex(text, "cannot load .*hg/libhg_lapack.so.0")


if __name__ == "__main__":
    unittest.main()
