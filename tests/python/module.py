"""The module hg of the build tree, and matrices in every layout that hg takes without a copy."""
import itertools
import os
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGE = pathlib.Path(os.environ.get("HG_PYTHON_PACKAGE", ROOT / "build/release/python"))
sys.path[:0] = [str(PACKAGE), str(ROOT / "tests/support")]

try:
    import numpy as np
except ImportError:
    print("NumPy is missing")
    sys.exit(77)

import hg  # noqa: E402

REAL, COMPLEX = [np.float64, np.float32], [np.complex128, np.complex64]
TYPES = REAL + COMPLEX
LETTERS = dict(zip(TYPES, "dszc"))  # of BLAS
HOLE = -77.0  # what lies around the matrices in larger arrays


def by_rows(values):
    return np.array(values, order="C")


def by_columns(values):
    return np.array(values, order="F")


def in_rows(values):
    """Inside a larger C-ordered array."""
    rows, columns = values.shape
    larger = np.full((rows + 2, columns + 3), HOLE, values.dtype)
    larger[1:-1, 2:-1] = values
    return larger[1:-1, 2:-1]


def in_columns(values):
    """Inside a larger Fortran-ordered array."""
    return in_rows(values.T).T


LAYOUTS = [by_rows, by_columns, in_rows, in_columns]
ROWS, COLUMNS = [by_rows, in_rows], [by_columns, in_columns]


def same_order(count):
    """Layouts of arrays that must all have contiguous rows or all contiguous columns."""
    return [layouts for order in (ROWS, COLUMNS) for layouts in itertools.product(order, repeat=count)]


def triangle(values, lower):
    return np.tril(values) if lower else np.triu(values)


class ModuleTest(unittest.TestCase):
    def setUp(self):
        self.random = np.random.default_rng(7)

    def whole(self, dtype, *shape):
        """Small whole numbers: sums of their products are exact."""
        return self.random.integers(-4, 5, shape).astype(dtype)

    def numbers(self, dtype, *shape):
        """Small whole numbers; complex ones of such parts."""
        real, imaginary = self.whole(np.float64, 2, *shape)
        return (real + 1j * imaginary if dtype in COMPLEX else real).astype(dtype)

    def check_holes(self, array):
        """Nothing around a matrix in a larger array was written."""
        if array.base is not None:
            outside = np.ones(array.base.shape, bool)
            outside[1:-1, 2:-1] = False
            self.assertTrue((array.base[outside] == HOLE).all())

    def check_near(self, found, expected):
        """In norm, in units of rounding."""
        self.assertEqual(found.dtype, expected.dtype)
        self.assertEqual(found.shape, expected.shape)
        allowed = 64 * np.finfo(found.dtype).eps * max(np.linalg.norm(expected), 1)
        self.assertLessEqual(np.linalg.norm(found - expected), allowed)

    def check_rule(self, problem, info=0, **results):
        """Gives a problem's operands these results, which its rule judges."""
        for name, array in results.items():
            operand = problem[name]
            self.assertEqual((array.dtype, array.shape), (operand.dtype, operand.shape))
            operand[...] = array
        self.assertEqual(problem.fault(info), "")

    def refused(self, error, says, function, *arguments, **options):
        with self.assertRaises(error) as caught:
            function(*arguments, **options)
        for word in [says] if isinstance(says, str) else says:
            self.assertIn(word, str(caught.exception))
