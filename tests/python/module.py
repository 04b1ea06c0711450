"""The module hg of the build tree, matrices in every layout that hg takes without a copy, and rules for results."""
import itertools
import math
import os
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGE = pathlib.Path(os.environ.get("HG_PYTHON_PACKAGE", ROOT / "build/release/python"))
sys.path.insert(0, str(PACKAGE))

try:
    import numpy as np
except ImportError:
    print("NumPy is missing")
    sys.exit(77)

import hg  # noqa: E402

REAL, COMPLEX = [np.float64, np.float32], [np.complex128, np.complex64]
TYPES = REAL + COMPLEX
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


def precise(*arrays):
    return [array.astype(np.result_type(array, np.longdouble)) for array in arrays]


def norms(*factors):
    return math.prod(float(np.linalg.norm(factor)) for factor in factors)


class ModuleTest(unittest.TestCase):
    def setUp(self):
        self.random = np.random.default_rng(7)

    def whole(self, dtype, *shape):
        """Small whole numbers: sums of their products are exact."""
        return self.random.integers(-4, 5, shape).astype(dtype)

    def numbers(self, dtype, *shape, exact=True):
        """Small whole numbers, or others of their size; complex ones of such parts."""
        def part():
            return self.whole(np.float64, *shape) if exact else self.random.uniform(-4, 5, shape)

        return (part() + 1j * part() if dtype in COMPLEX else part()).astype(dtype)

    def regular(self, dtype, order, exact=True):
        """A matrix that is far from singular, its triangles too."""
        return self.numbers(dtype, order, order, exact=exact) + dtype(8 * order) * np.eye(order, dtype=dtype)

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

    def check_product(self, found, wanted, product, addend=0, k=0, exact=True):
        """Within rounding of `wanted` in norm: `product` is |alpha| |A| |B| with sums of k terms, `addend` is
        |beta| |C|. If sums of products are exact, no element differs."""
        if exact:
            np.testing.assert_array_equal(found, wanted)
        allowed = 3 * np.finfo(found.dtype).eps * (math.sqrt(k + 2) * product + 2 * addend)
        self.assertLessEqual(np.linalg.norm(found - wanted), allowed)

    def check_solved(self, a, x, b):
        """HPL's scaled residual of a x = b is below 16."""
        a, wide, b = precise(a, x.reshape(len(x), -1), b.reshape(len(b), -1))
        size = [max(np.abs(values).sum(axis=1), default=0) for values in (a, wide, b, a @ wide - b)]
        self.assertLessEqual(size[3], 16 * np.finfo(x.dtype).eps * len(a) * (size[0] * size[1] + size[2]))

    def refused(self, error, says, function, *arguments, **options):
        with self.assertRaises(error) as caught:
            function(*arguments, **options)
        for word in [says] if isinstance(says, str) else says:
            self.assertIn(word, str(caught.exception))
