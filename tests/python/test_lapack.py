"""lu, lu_solve, cholesky, cholesky_solve, cholesky_inverse, solve and solve_mixed of the Python module: every
layout and type, matrices that are singular or not definite, and what is refused."""
import itertools
import unittest
import warnings

from module import COLUMNS, COMPLEX, LAYOUTS, ROWS, TYPES, ModuleTest, by_columns, by_rows, hg, np, triangle

SHUFFLE = [3, 0, 4, 1, 2]
DOUBLE = [np.float64, np.complex128]


class Solves(ModuleTest):
    def setUp(self):
        super().setUp()
        self.systems = {}
        for dtype, exact in itertools.product(TYPES, [True, False]):
            a = self.regular(dtype, 5, exact)[SHUFFLE]  # so that rows are interchanged
            x = self.numbers(dtype, 5, 3, exact=exact)
            self.systems[dtype, exact] = a, x

    def check_solution(self, a, found, b, expected):
        """It has a small residual and, since a is well conditioned, is near the one that b was made of."""
        self.check_solved(a, found, b)
        self.check_near(found, expected)

    def rebuilt(self, factors, pivots):
        """P L U"""
        m, n = factors.shape
        least = min(m, n)
        product = (np.tril(factors, -1) + np.eye(m, n, dtype=factors.dtype))[:, :least] @ np.triu(factors)[:least]
        for row, other in reversed(list(enumerate(pivots))):
            product[[row, other]] = product[[other, row]]
        return product

    def test_lu_in_every_layout_and_shape(self):
        shapes = [(5, 5), (5, 3), (3, 5), (1, 4), (0, 2)]
        for (kind, (values, _)), layout, (m, n) in itertools.product(self.systems.items(), LAYOUTS, shapes):
            with self.subTest(kind=kind, layout=layout, shape=(m, n)):
                values = values[:m, :n]
                a = layout(values)
                factors, pivots = hg.lu(a)
                np.testing.assert_array_equal(a, values)
                self.assertEqual((pivots.dtype, pivots.shape), (np.int64, (min(m, n),)))
                self.check_near(self.rebuilt(factors, pivots), values)
        self.assertEqual(list(hg.lu(np.array([[0., 1., 0.], [0., 0., 1.], [1., 0., 0.]]))[1]), [2, 2, 2])

    def test_lu_in_place(self):
        for (values, _), layout in itertools.product(self.systems.values(), COLUMNS):
            a = layout(values)
            factors, pivots = hg.lu(a, overwrite_a=True)
            self.assertIs(factors, a)
            self.check_near(self.rebuilt(factors, pivots), values)
            self.check_holes(a)

    def test_lu_solve_in_every_layout(self):
        ops = [{}, {"transposed": True}, {"transposed": True, "conjugated": True}]
        for (kind, (a, x)), layout, op in itertools.product(self.systems.items(), LAYOUTS, ops):
            with self.subTest(kind=kind, layout=layout, op=op):
                matrix = a.conj().T if "conjugated" in op else a.T if op else a
                B = matrix @ x
                factors, b = hg.lu(a), layout(B)
                self.check_solution(matrix, hg.lu_solve(factors, b, **op), B, x)
                np.testing.assert_array_equal(b, B)
                self.check_solution(matrix, hg.lu_solve(factors, b[:, 1], **op), B[:, 1], x[:, 1])
                if layout in COLUMNS:
                    self.assertIs(hg.lu_solve(factors, b, overwrite_b=True, **op), b)
                    self.check_solution(matrix, b, B, x)
                    self.check_holes(b)
        self.refused(ValueError, "conjugated goes with transposed", hg.lu_solve, factors, b, conjugated=True)

    def test_solve_in_every_layout(self):
        for (kind, (a, x)), first, second in itertools.product(self.systems.items(), LAYOUTS, LAYOUTS):
            with self.subTest(kind=kind, layouts=(first, second)):
                A, b = first(a), second(a @ x)
                self.check_solution(a, hg.solve(A, b), a @ x, x)
                self.check_solution(a, hg.solve(A, b[:, 2]), a @ x[:, 2], x[:, 2])
                np.testing.assert_array_equal(A, a)
                np.testing.assert_array_equal(b, a @ x)
                in_place = second in COLUMNS
                found = hg.solve(A, b, overwrite_a=True, overwrite_b=in_place)
                self.assertEqual(found is b, in_place)
                self.check_solution(a, found, a @ x, x)
                self.assertTrue((A != a).any(), "it holds factors")
                self.check_holes(A)
                self.check_holes(b)

    def test_solve_mixed(self):
        for dtype, exact, first, second in itertools.product(DOUBLE, [True, False], LAYOUTS, LAYOUTS):
            a, x = self.systems[dtype, exact]
            A, b = first(a), second(a @ x)
            found, steps = hg.solve_mixed(A, b)
            self.check_solution(a, found, a @ x, x)
            self.assertGreaterEqual(steps, 0)
            np.testing.assert_array_equal(A, a)
            np.testing.assert_array_equal(b, a @ x)
            self.check_solution(a, hg.solve_mixed(A, b[:, 1])[0], a @ x[:, 1], x[:, 1])
            found, steps = hg.solve_mixed(by_columns(a) * 1e60, a @ x * 1e60, overwrite_a=True)
            self.check_solution(a, found, a @ x, x)
            self.assertEqual(steps, -2, "float32 does not hold 1e60")

    def definite(self, dtype, exact=True):
        """L of a matrix L L^H, and the matrix."""
        lower = np.tril(self.numbers(dtype, 5, 5, exact=exact), -1) + dtype(16) * np.eye(5, dtype=dtype)
        return lower, lower @ lower.conj().T

    def one_triangle(self, values, lower, other):
        """Other numbers stand where nothing is read, on the diagonal as imaginary parts."""
        if values.dtype in COMPLEX:
            values = values + values.dtype.type(5j) * np.eye(5, dtype=values.dtype)
        return np.where(triangle(np.ones((5, 5)), lower) == 1, values, values.dtype.type(other))

    def test_solve_mixed_of_definite_matrices(self):
        for dtype, first, second, lower in itertools.product(DOUBLE, LAYOUTS, LAYOUTS, [True, False]):
            (_, values), x = self.definite(dtype), self.systems[dtype, True][1]
            a, b = first(self.one_triangle(values, lower, np.nan)), second(values @ x)
            kept = a.copy()
            found, steps = hg.solve_mixed(a, b, definite=True, lower=lower)
            self.check_solution(values, found, values @ x, x)
            self.assertGreaterEqual(steps, 0)
            np.testing.assert_array_equal(a, kept)
            np.testing.assert_array_equal(b, values @ x)
            a, b = by_columns(values) * 1e60, values @ x * 1e60
            found, steps = hg.solve_mixed(a, b, definite=True, overwrite_a=True)
            self.check_solution(values, found, values @ x, x)
            self.assertEqual(steps, -2, "float32 does not hold 1e60")
        self.refused(hg.LinAlgError, "order 3", hg.solve_mixed, np.diag([1., 1., -1.]), np.ones(3), definite=True)

    def test_solve_mixed_takes_steps_of_refinement(self):
        for dtype, definite in itertools.product(DOUBLE, [False, True]):
            a = self.regular(dtype, 30, False)
            a = a @ a.conj().T if definite else a
            x = self.numbers(dtype, 30, 2, exact=False)
            found, steps = hg.solve_mixed(a, a @ x, definite=definite)
            self.check_solved(a, found, a @ x)
            self.assertGreaterEqual(steps, 1)

    def test_cholesky_in_every_layout(self):
        for (dtype, exact), layout, lower in itertools.product(self.systems, LAYOUTS, [True, False]):
            with self.subTest(dtype=dtype, exact=exact, layout=layout, lower=lower):
                L, values = self.definite(dtype, exact)
                a = layout(self.one_triangle(values, lower, 99))
                kept = a.copy()
                factor = hg.cholesky(a, lower=lower)
                self.check_near(factor, L if lower else L.conj().T)
                np.testing.assert_array_equal(a, kept)
                x = self.systems[dtype, exact][1]
                B = values @ x
                b = layout(B)
                self.check_solution(values, hg.cholesky_solve(factor, b, lower=lower), B, x)
                self.check_solution(values, hg.cholesky_solve(factor, b[:, 1], lower=lower), B[:, 1], x[:, 1])
                if layout in COLUMNS:
                    self.assertIs(hg.cholesky(a, lower=lower, overwrite_a=True), a)
                    self.check_near(triangle(a, lower), factor)
                    self.check_holes(a)
                    self.assertIs(hg.cholesky_solve(a, b, lower=lower, overwrite_b=True), b)
                    self.check_solution(values, b, B, x)

    def test_cholesky_inverse_in_every_layout(self):
        for (dtype, exact), layout, lower in itertools.product(self.systems, LAYOUTS, [True, False]):
            with self.subTest(dtype=dtype, exact=exact, layout=layout, lower=lower):
                L, values = self.definite(dtype, exact)
                counts = triangle(np.ones((5, 5)), lower) == 1
                factor = layout(np.where(counts, L if lower else L.conj().T, dtype(99)))
                kept = factor.copy()
                wanted = np.linalg.inv(values.astype(np.result_type(dtype, float))).astype(dtype)
                inverse = hg.cholesky_inverse(factor, lower=lower)
                self.assertEqual(inverse.dtype, dtype)
                self.assertTrue(inverse.flags.f_contiguous)
                self.check_near(inverse, wanted)
                np.testing.assert_array_equal(inverse, inverse.conj().T)
                np.testing.assert_array_equal(factor, kept)
                if layout in COLUMNS:
                    self.assertIs(hg.cholesky_inverse(factor, lower=lower, overwrite_factor=True), factor)
                    self.check_near(factor, np.where(counts, wanted, dtype(99)))
                    self.check_holes(factor)
        self.assertEqual(hg.cholesky_inverse(np.empty((0, 0))).shape, (0, 0))
        with self.assertRaises(hg.LinAlgError) as caught:
            hg.cholesky_inverse(np.array([[4., 0.], [2., 0.]]))
        self.assertEqual(caught.exception.info, 2)
        self.assertIn("diagonal element 2 of its factor", str(caught.exception))
        self.refused(ValueError, "a has shape (2, 3); a square", hg.cholesky_inverse, np.ones((2, 3)))
        self.refused(ValueError, "factor has no contiguous columns", hg.cholesky_inverse, np.eye(3), overwrite_factor=True)

    def test_not_definite(self):
        for dtype in TYPES:
            with self.assertRaises(hg.LinAlgError) as caught:
                hg.cholesky(np.array([[4, 2], [2, 1]], dtype))
            self.assertEqual(caught.exception.info, 2)
            self.assertIn("leading minor of order 2", str(caught.exception))
        self.refused(ValueError, "a has shape (2, 3); a square", hg.cholesky, np.ones((2, 3)))
        self.refused(ValueError, "a has no contiguous columns", hg.cholesky, np.eye(3), overwrite_a=True)

    def test_no_equations(self):
        for dtype in TYPES:
            nothing = np.empty((0, 0), dtype)
            self.assertEqual(hg.solve(nothing, np.empty((0, 2), dtype)).shape, (0, 2))
            self.assertEqual(hg.lu_solve(hg.lu(nothing), np.empty(0, dtype)).shape, (0,))

    def test_singular_matrices(self):
        for dtype, layout in itertools.product(TYPES, [by_rows, by_columns]):
            a, b = layout(np.array([[1, 2], [2, 4]], dtype)), np.ones(2, dtype)
            with self.assertRaises(hg.LinAlgError) as caught:
                hg.solve(a, b)
            self.assertIsInstance(caught.exception, np.linalg.LinAlgError)
            self.assertIsInstance(caught.exception, hg.Error)
            self.assertEqual(caught.exception.info, 2)
            self.assertIn("pivot 2", str(caught.exception))
            with self.assertWarnsRegex(hg.LinAlgWarning, "pivot 2") as warned:
                factors, pivots = hg.lu(a)
            self.assertEqual(warned.filename, __file__, "it names the caller's line")
            self.check_near(self.rebuilt(factors, pivots), np.array([[1, 2], [2, 4]], dtype))
        self.refused(hg.LinAlgError, "pivot 1", hg.solve_mixed, np.zeros((2, 2)), np.ones(2))

    def test_refused(self):
        a, b = np.eye(3), np.ones((3, 2))
        self.refused(TypeError, "int", hg.lu, a.astype(int))
        self.refused(ValueError, "a has 1 dimensions", hg.lu, a[0])
        self.refused(ValueError, ["a has no contiguous columns", "np.asfortranarray"], hg.lu, a, overwrite_a=True)
        self.refused(ValueError, "a has shape (3, 2); a square", hg.solve, b, b)
        self.refused(ValueError, "b has shape (2, 3); (3,) or (3, nrhs)", hg.solve, a, b.T)
        self.refused(TypeError, "b is float32", hg.solve, a, b.astype(np.float32))
        self.refused(ValueError, "b has no contiguous columns", hg.solve, a, b, overwrite_b=True)
        self.refused(ValueError, "b has memory in common with a", hg.solve, a.T, a.T, overwrite_a=True, overwrite_b=True)
        self.refused(ValueError, "a has memory in common with b", hg.solve_mixed, a.T, a.T, overwrite_a=True)
        for dtype in (np.float32, np.complex64):
            of_a, of_b = a.astype(dtype), b.astype(dtype)
            self.refused(TypeError, "needs float64 or complex128", hg.solve_mixed, of_a, of_b)
        np.testing.assert_array_equal(a, np.eye(3))
        locked = np.asfortranarray(a)
        locked.flags.writeable = False
        self.refused(ValueError, "a is read-only", hg.lu, locked, overwrite_a=True)
        self.assertEqual(hg.solve(locked, b).shape, (3, 2))

    def test_masked_arrays(self):
        a, b, pivots = np.asfortranarray(np.eye(3)), np.ones(3), np.arange(3)
        of_a, of_b, of_pivots = (np.ma.array(array, mask=array == 1) for array in (a, b, pivots))
        for name, function, *arrays in [
                ("a", hg.lu, of_a), ("factors", hg.lu_solve, (of_a, pivots), b), ("pivots", hg.lu_solve, (a, of_pivots), b),
                ("b", hg.lu_solve, (a, pivots), of_b), ("a", hg.cholesky, of_a), ("factor", hg.cholesky_solve, of_a, b),
                ("b", hg.cholesky_solve, a, of_b), ("factor", hg.cholesky_inverse, of_a), ("a", hg.solve, of_a, b), ("b", hg.solve, a, of_b),
                ("a", hg.solve_mixed, of_a, b), ("b", hg.solve_mixed, a, of_b), ("a", hg.qr, of_a), ("a", hg.qr_factor, of_a),
                ("factors", hg.qr_multiply, (of_a, b), b), ("tau", hg.qr_multiply, (a, of_b), b), ("c", hg.qr_multiply, (a, b), of_b),
                ("a", hg.lstsq, of_a, b), ("b", hg.lstsq, a, of_b)]:
            with self.subTest(function=function.__name__, name=name):
                self.refused(TypeError, f"{name} is a masked array", function, *arrays)

    def test_factors_that_are_none(self):
        a, b = by_columns(np.eye(3)), np.ones(3)
        self.refused(ValueError, "pivots are from 0 to 3; 0 to 2", hg.lu_solve, (a, np.array([0, 1, 3])), b)
        self.refused(ValueError, "pivots are from -1 to 2", hg.lu_solve, (a, np.array([0, -1, 2])), b)
        self.refused(ValueError, "pivots has shape (2,)", hg.lu_solve, (a, np.array([0, 1])), b)
        self.refused(TypeError, "pivots have elements of type float64", hg.lu_solve, (a, np.ones(3)), b)
        self.refused(ValueError, "factors has no contiguous columns", hg.lu_solve, (by_rows(np.eye(3)), np.arange(3)), b)

    def test_overwriting_needs_no_warning(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for layout in ROWS:
                hg.solve(layout(np.eye(3)), np.ones(3), overwrite_a=True, overwrite_b=True)


if __name__ == "__main__":
    unittest.main()
