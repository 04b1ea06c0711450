"""The annotations of the package, which mypy --strict finds complete, and what they say to a program."""
import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

from module import PACKAGE

MYPY = shutil.which("mypy") or "/usr/bin/mypy"
if not pathlib.Path(MYPY).exists() and importlib.util.find_spec("mypy") is None:
    print("mypy is missing: Debian's package mypy has it")
    sys.exit(77)

PROGRAM = """
from concurrent.futures import Future

import numpy as np
import numpy.typing as npt

import hg

Matrix = npt.NDArray[np.float64]


def residual(a: Matrix, b: Matrix) -> float:
    x = hg.solve(a, b)
    factors, pivots = hg.lu(a)
    q, r = hg.qr(a)
    product: npt.NDArray[np.float64] = hg.gemm(a, x, alpha=-1, beta=1, out=b.copy())
    print(hg.inv(a) @ q @ r, hg.cond(a, np.inf) + 1.0, hg.matmul(a, b[:, 0]), factors.shape, pivots.dtype)
    return float(np.linalg.norm(product))


def everything(a: Matrix) -> None:
    with hg.accelerate(threshold=512) as acceleration, hg.arithmetic("native"):
        acceleration.undo()
    future: Future[npt.NDArray[np.float64]] = hg.submit(hg.gemm, a, a)
    memory: int = sum(device.memory for device in hg.devices())
    matrix = hg.SparseMatrix((np.ones(1), (np.zeros(1, int), np.zeros(1, int))), (1, 1))
    with hg.DistributedSparseMatrix(matrix) as distributed, hg.Program.from_file("a.hgs", n=3) as program:
        x, report = hg.solve_cg(matrix, distributed @ np.ones(1))
        program.run(X=x, alpha=2.0)
    print(future.result(), memory, report.iterations + 1, program.closed, matrix.T.nnz + 1)
"""
WRONG = {
    'hg.devices()[0].memory + "bytes"': "operator",
    'hg.gemm("a", "b")': "arg-type",
    "hg.gemm(np.eye(2))": "call-arg",
    "hg.lu(np.eye(2), overwrite_b=True)": "call-arg",
    "hg.submit(hg.cond, np.eye(2)).result().upper()": "attr-defined",
    "hg.Program.from_source(1)": "arg-type",
    "hg.nonsense(1)": "attr-defined",
}


class Types(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="hg_types_")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def mypy(self, *arguments):
        command = [MYPY] if pathlib.Path(MYPY).exists() else [sys.executable, "-m", "mypy"]
        result = subprocess.run(
            [*command, "--strict", "--python-executable", sys.executable, *arguments], cwd=self.folder,
            text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env={**os.environ, "MYPYPATH": str(PACKAGE), "MYPY_CACHE_DIR": str(self.folder / "cache")})
        return result.returncode, result.stdout

    def test_the_package_and_a_program(self):
        self.assertEqual(self.mypy("-p", "hg")[1].partition(":")[0], "Success")
        (self.folder / "program.py").write_text(PROGRAM, encoding="utf-8")
        self.assertEqual(self.mypy("program.py")[1].partition(":")[0], "Success")
        lines = ["import numpy as np", "import hg", *WRONG]
        (self.folder / "wrong.py").write_text("\n".join(lines), encoding="utf-8")
        status, found = self.mypy("wrong.py")
        self.assertEqual(status, 1, found)
        for number, code in enumerate(WRONG.values(), 3):
            self.assertRegex(found, rf"wrong.py:{number}: error: .*\[{code}\]")


if __name__ == "__main__":
    unittest.main()
