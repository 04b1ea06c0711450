"""qr, qr_factor, qr_multiply and lstsq of the Python module: every layout and shape, matrices of low rank,
and what is refused."""
import itertools
import unittest

from module import COLUMNS, COMPLEX, LAYOUTS, LETTERS, TYPES, ModuleTest, by_columns, by_rows, hg, np
from rule import Problem

SHAPES = [(6, 6), (9, 4), (4, 9), (5, 1), (1, 5)]


class Factors(ModuleTest):
    def matrix(self, dtype, m, n):
        return self.numbers(dtype, m, n) + dtype(20) * np.eye(m, n, dtype=dtype)

    def check_orthonormal(self, q):
        self.check_near(q.conj().T @ q, np.eye(q.shape[1], dtype=q.dtype))

    def test_qr_in_every_layout_and_shape(self):
        for dtype, layout, (m, n) in itertools.product(TYPES, LAYOUTS, SHAPES):
            with self.subTest(dtype=dtype, layout=layout, shape=(m, n)):
                values = self.matrix(dtype, m, n)
                a = layout(values)
                for mode, columns in (("reduced", min(m, n)), ("complete", m)):
                    q, r = hg.qr(a, mode)
                    self.assertEqual((q.shape, r.shape), ((m, columns), (columns, n)))
                    self.assertTrue(q.flags.f_contiguous and r.flags.f_contiguous)
                    self.assertEqual((q.dtype, r.dtype), (dtype, dtype))
                    self.check_orthonormal(q)
                    np.testing.assert_array_equal(np.tril(r, -1), np.zeros_like(r))
                    self.check_near(q @ r, values)
                    self.assertFalse(np.diag(r).imag.any())
                np.testing.assert_array_equal(hg.qr(a, mode="r"), r[:min(m, n)])
                self.check_near(hg.qr_multiply(hg.qr_factor(a), r), values)
                np.testing.assert_array_equal(a, values)

    def test_qr_factor_in_every_layout_and_shape(self):
        for dtype, layout, (m, n) in itertools.product(TYPES, LAYOUTS, SHAPES):
            with self.subTest(dtype=dtype, layout=layout, shape=(m, n)):
                problem = Problem(LETTERS[dtype] + "geqrf", m=m, n=n)
                a = layout(problem["A"])
                factors, tau = hg.qr_factor(a)
                np.testing.assert_array_equal(a, problem["A"])
                self.check_rule(problem, A=factors, tau=tau)
                if layout in COLUMNS:
                    self.assertIs(hg.qr_factor(a, overwrite_a=True)[0], a)
                    np.testing.assert_array_equal(a, factors)
                    self.check_holes(a)

    def test_qr_in_place(self):
        for dtype, layout in itertools.product(TYPES, COLUMNS):
            values = self.matrix(dtype, 7, 3)
            a = layout(values)
            q, r = hg.qr(a, overwrite_a=True)
            self.assertTrue(np.shares_memory(q, a))
            self.check_near(q @ r, values)
            self.check_holes(a)

    def test_qr_multiply(self):
        for dtype, layout, (order, k), *options in itertools.product(
                TYPES, LAYOUTS, [(6, 6), (9, 4), (5, 1)], [False, True], [False, True]):
            with self.subTest(dtype=dtype, layout=layout, order=order, k=k, options=options):
                right, transposed = options
                m, n = (3, order) if right else (order, 3)
                problem = Problem(LETTERS[dtype] + ("unmqr" if dtype in COMPLEX else "ormqr"), m=m, n=n, k=k,
                                  side="R" if right else "L", op="T" if transposed else "N")
                factors, c = (by_columns(problem["A"]), problem["tau"]), layout(problem["C"])
                options = {"transposed": transposed, "right": right}
                found = hg.qr_multiply(factors, c, **options)
                np.testing.assert_array_equal(c, problem["C"])
                self.check_rule(problem, C=found)
                if not right:
                    self.check_near(hg.qr_multiply(factors, c[:, 1], **options), found[:, 1])
                if layout in COLUMNS:
                    self.assertIs(hg.qr_multiply(factors, c, overwrite_c=True, **options), c)
                    np.testing.assert_array_equal(c, found)
                    self.check_holes(c)

    def test_empty_matrices(self):
        for dtype in TYPES:
            q, r = hg.qr(np.empty((0, 2), dtype))
            self.assertEqual((q.shape, r.shape), ((0, 0), (0, 2)))
            q, r = hg.qr(np.empty((3, 0), dtype), "complete")
            np.testing.assert_array_equal(q, np.eye(3))
            self.assertEqual(r.shape, (3, 0))
            np.testing.assert_array_equal(hg.lstsq(np.empty((3, 0), dtype), np.ones(3, dtype)), np.empty(0))
            np.testing.assert_array_equal(hg.lstsq(np.empty((0, 3), dtype), np.empty((0, 2), dtype)),
                                          np.zeros((3, 2)))

    def test_refused(self):
        a = np.eye(3)
        self.refused(TypeError, "int", hg.qr, a.astype(int))
        self.refused(ValueError, "a has 1 dimensions", hg.qr, a[0])
        self.refused(ValueError, "mode is 'full'; one of reduced, complete, r", hg.qr, a, "full")
        self.refused(ValueError, ["a has no contiguous columns", "np.asfortranarray"], hg.qr, a,
                     overwrite_a=True)
        factors = hg.qr_factor(a)
        self.refused(ValueError, "c has shape (2, 3); 3 rows", hg.qr_multiply, factors, np.ones((2, 3)))
        self.refused(ValueError, "c has shape (3, 2); 3 columns", hg.qr_multiply, factors, np.ones((3, 2)),
                     right=True)
        self.refused(ValueError, "tau has shape (2,); (3,)", hg.qr_multiply, (factors[0], np.ones(2)),
                     np.ones(3))
        self.refused(ValueError, "c has memory in common with factors", hg.qr_multiply, factors, factors[0],
                     overwrite_c=True)
        self.refused(TypeError, "tau is float32", hg.qr_multiply, (factors[0], np.ones(3, np.float32)),
                     np.ones(3))


class LeastSquares(ModuleTest):
    def test_every_layout_and_shape(self):
        for dtype, first, second, (m, n) in itertools.product(TYPES, LAYOUTS, LAYOUTS, SHAPES):
            with self.subTest(dtype=dtype, layouts=(first, second), shape=(m, n)):
                values = self.numbers(dtype, m, n) + dtype(20) * np.eye(m, n, dtype=dtype)
                a, b = first(values), second(self.numbers(dtype, m, 3))
                sides = b.copy()
                exact = np.result_type(dtype, float)
                wanted = np.linalg.lstsq(values.astype(exact), b.astype(exact), rcond=None)[0].astype(dtype)
                x = hg.lstsq(a, b)
                self.assertTrue(x.flags.f_contiguous)
                self.check_near(x, wanted)
                self.check_near(hg.lstsq(a, b[:, 1]), wanted[:, 1])
                np.testing.assert_array_equal(a, values)
                np.testing.assert_array_equal(b, sides)
                self.check_near(hg.lstsq(a, b, overwrite_a=True), wanted)
                self.check_holes(a)

    def test_copies_live_as_long_as_they_are_used(self):
        """The system takes back the memory of arrays as large as these at once."""
        for layout in (by_rows, by_columns):
            values = self.random.standard_normal((500, 260))
            np.testing.assert_allclose(hg.lstsq(layout(values), values[:, :2]), np.eye(260, 2), rtol=0,
                                       atol=1e-12)

    def test_low_rank(self):
        for dtype, layout in itertools.product(TYPES, [by_rows, by_columns]):
            a = np.array([[1, 0], [1, 0], [1, 0]], dtype)
            for matrix in (layout(a), layout(a.T)):
                with self.assertRaises(hg.LinAlgError) as caught:
                    hg.lstsq(matrix, np.ones(len(matrix), dtype))
                self.assertEqual(caught.exception.info, 2)
                self.assertIn("element 2", str(caught.exception))

    def test_refused(self):
        a = np.ones((3, 2))
        self.refused(ValueError, "b has shape (2,); (3,) or (3, nrhs)", hg.lstsq, a, np.ones(2))
        self.refused(ValueError, "a has 1 dimensions", hg.lstsq, a[0], np.ones(2))
        self.refused(TypeError, "b is float32", hg.lstsq, a, np.ones(3, np.float32))
        locked = np.eye(3)
        locked.flags.writeable = False
        self.refused(ValueError, "a is read-only", hg.lstsq, locked, np.ones(3), overwrite_a=True)


if __name__ == "__main__":
    unittest.main()
