"""lu, lu_solve, cholesky, cholesky_solve, cholesky_inverse, solve and solve_mixed of the Python module: every
layout and type against the rules, matrices that are singular or not definite, and what is refused."""
import itertools
import unittest
import warnings

from module import COLUMNS, LAYOUTS, LETTERS, ROWS, TYPES, ModuleTest, by_columns, by_rows, hg, np, triangle
from rule import Problem

DOUBLE = {np.float64: "ds", np.complex128: "zc"}
BOOLS = [False, True]


def problem_of(routine, dtype, lower=False, **given):
    letters = DOUBLE[dtype] if routine.startswith("mixed_") else LETTERS[dtype]
    return Problem(letters + routine.removeprefix("mixed_"), n=5, nrhs=3, uplo="L" if lower else "U", **given)


class Solves(ModuleTest):
    def check_columns(self, solve, b, found, overwrites):
        """The solution of one right-hand side, and the solutions in b's place; b is as it was before."""
        self.check_near(solve(b[:, 1]), found[:, 1])
        if overwrites:
            self.assertIs(solve(b, overwrite_b=True), b)
            np.testing.assert_array_equal(b, found)
            self.check_holes(b)

    def test_lu_in_every_layout_and_shape(self):
        shapes = [(5, 5), (5, 3), (3, 5), (1, 4), (0, 2)]
        for dtype, layout, (m, n) in itertools.product(TYPES, LAYOUTS, shapes):
            with self.subTest(dtype=dtype, layout=layout, shape=(m, n)):
                problem = Problem(LETTERS[dtype] + "getrf", m=m, n=n)
                a = layout(problem["A"])
                factors, pivots = hg.lu(a)
                np.testing.assert_array_equal(a, problem["A"])
                self.assertEqual((pivots.dtype, pivots.shape), (np.int64, (min(m, n),)))
                self.check_rule(problem, A=factors, ipiv=pivots + 1)
                if layout in COLUMNS:
                    self.assertIs(hg.lu(a, overwrite_a=True)[0], a)
                    np.testing.assert_array_equal(a, factors)
                    self.check_holes(a)
        self.assertEqual(list(hg.lu(np.array([[0., 1., 0.], [0., 0., 1.], [1., 0., 0.]]))[1]), [2, 2, 2])

    def test_lu_solve_in_every_layout(self):
        ops = {"N": {}, "T": {"transposed": True}, "C": {"transposed": True, "conjugated": True}}
        for dtype, layout, (op, options) in itertools.product(TYPES, LAYOUTS, ops.items()):
            with self.subTest(dtype=dtype, layout=layout, op=op):
                problem = problem_of("getrs", dtype, op=op)
                factors, b = (by_columns(problem["A"]), problem["ipiv"] - 1), layout(problem["B"])
                found = hg.lu_solve(factors, b, **options)
                np.testing.assert_array_equal(b, problem["B"])
                self.check_rule(problem, B=found)
                self.check_columns(lambda x, **more: hg.lu_solve(factors, x, **options, **more), b, found,
                                   layout in COLUMNS)
        self.refused(ValueError, "conjugated goes with transposed", hg.lu_solve, factors, b, conjugated=True)

    def test_solve_in_every_layout(self):
        for dtype, first, second in itertools.product(TYPES, LAYOUTS, LAYOUTS):
            with self.subTest(dtype=dtype, layouts=(first, second)):
                problem = problem_of("gesv", dtype)
                a, b = first(problem["A"]), second(problem["B"])
                found = hg.solve(a, b)
                np.testing.assert_array_equal(a, problem["A"])
                np.testing.assert_array_equal(b, problem["B"])
                factors, pivots = hg.lu(a)
                self.check_rule(problem, A=factors, ipiv=pivots + 1, B=found)
                self.check_near(hg.lu_solve((factors, pivots), b), found)
                self.check_columns(lambda x, **more: hg.solve(a, x, **more), b, found, second in COLUMNS)
                before, b = a.copy(), second(problem_of("gesv", dtype)["B"])
                self.check_near(hg.solve(a, b, overwrite_a=True), found)
                self.assertTrue((a != before).any(), "it holds factors")
                self.check_holes(a)

    def check_refined(self, problem, found):
        """X is as good as after steps of refinement. Python gives no pivots: any serve."""
        problem.integers("iter")[0] = 0
        if "ipiv" in problem.operands:
            pivots = problem.integers("ipiv")
            pivots[:] = range(1, len(pivots) + 1)
        self.check_rule(problem, X=found)

    def test_solve_mixed(self):
        for dtype, definite, lower, *layouts in itertools.product(DOUBLE, BOOLS, BOOLS, LAYOUTS, LAYOUTS):
            options = {"definite": True, "lower": lower} if definite else {}
            problem = problem_of("mixed_posv" if definite else "mixed_gesv", dtype, lower)
            a, b = (layout(problem[name]) for layout, name in zip(layouts, "AB"))
            found, steps = hg.solve_mixed(a, b, **options)
            self.assertGreaterEqual(steps, 0)
            np.testing.assert_array_equal(a, problem["A"])
            np.testing.assert_array_equal(b, problem["B"])
            self.check_refined(problem, found)
            self.check_near(hg.solve_mixed(a, b[:, 1], **options)[0], found[:, 1])
            large = by_columns(a)
            large.T.view(np.float64)[...] *= 1e60  # NaN in imaginary parts stays there
            found, steps = hg.solve_mixed(large, b * 1e60, overwrite_a=True, **options)
            self.check_refined(problem, found)
            self.assertEqual(steps, -2, "float32 does not hold 1e60")
        self.refused(hg.LinAlgError, "order 3", hg.solve_mixed, np.diag([1., 1., -1.]), np.ones(3),
                     definite=True)

    def test_solve_mixed_takes_steps_of_refinement(self):
        for dtype, definite in itertools.product(DOUBLE, BOOLS):
            problem = Problem(DOUBLE[dtype] + "gesv", n=30, nrhs=2)
            a = problem["A"] + 60 * np.eye(30)
            problem["A"][...] = a @ a.conj().T if definite else a
            problem.keep()
            a, b = by_columns(problem["A"]), by_columns(problem["B"])
            found, steps = hg.solve_mixed(a, b, definite=definite)
            self.check_refined(problem, found)
            self.assertGreaterEqual(steps, 1)

    def test_cholesky_in_every_layout(self):
        for dtype, layout, lower in itertools.product(TYPES, LAYOUTS, BOOLS):
            with self.subTest(dtype=dtype, layout=layout, lower=lower):
                problem = problem_of("posv", dtype, lower)
                a, counts = layout(problem["A"]), triangle(np.ones((5, 5)), lower) == 1
                factor = hg.cholesky(a, lower=lower)
                np.testing.assert_array_equal(a, problem["A"])
                np.testing.assert_array_equal(factor[~counts], 0)
                found = hg.cholesky_solve(factor, problem["B"], lower=lower)
                self.check_rule(problem, A=np.where(counts, factor, a), B=found)
                if layout in COLUMNS:
                    self.assertIs(hg.cholesky(a, lower=lower, overwrite_a=True), a)
                    self.check_rule(problem, A=a)
                    self.check_holes(a)

    def test_cholesky_solve_in_every_layout(self):
        for dtype, layout, lower in itertools.product(TYPES, LAYOUTS, BOOLS):
            with self.subTest(dtype=dtype, layout=layout, lower=lower):
                problem = problem_of("potrs", dtype, lower)
                factor, b = by_columns(problem["A"]), layout(problem["B"])
                found = hg.cholesky_solve(factor, b, lower=lower)
                np.testing.assert_array_equal(b, problem["B"])
                self.check_rule(problem, B=found)
                self.check_columns(lambda x, **more: hg.cholesky_solve(factor, x, lower=lower, **more), b,
                                   found, layout in COLUMNS)

    def test_cholesky_inverse_in_every_layout(self):
        for dtype, layout, lower in itertools.product(TYPES, LAYOUTS, BOOLS):
            with self.subTest(dtype=dtype, layout=layout, lower=lower):
                problem = problem_of("potri", dtype, lower)
                factor, counts = layout(problem["A"]), triangle(np.ones((5, 5)), lower) == 1
                inverse = hg.cholesky_inverse(factor, lower=lower)
                self.assertEqual(inverse.dtype, dtype)
                self.assertTrue(inverse.flags.f_contiguous)
                np.testing.assert_array_equal(inverse, inverse.conj().T)
                np.testing.assert_array_equal(factor, problem["A"])
                self.check_rule(problem, A=np.where(counts, inverse, factor))
                if layout in COLUMNS:
                    self.assertIs(hg.cholesky_inverse(factor, lower=lower, overwrite_factor=True), factor)
                    self.check_rule(problem, A=factor)
                    self.check_holes(factor)
        self.assertEqual(hg.cholesky_inverse(np.empty((0, 0))).shape, (0, 0))
        with self.assertRaises(hg.LinAlgError) as caught:
            hg.cholesky_inverse(np.array([[4., 0.], [2., 0.]]))
        self.assertEqual(caught.exception.info, 2)
        self.assertIn("diagonal element 2 of its factor", str(caught.exception))
        self.refused(ValueError, "a has shape (2, 3); a square", hg.cholesky_inverse, np.ones((2, 3)))
        self.refused(ValueError, "factor has no contiguous columns", hg.cholesky_inverse, np.eye(3),
                     overwrite_factor=True)

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
            problem = Problem(LETTERS[dtype] + "getrf", m=2, n=2)
            problem["A"][...] = a
            problem.keep()
            self.check_rule(problem, 2, A=factors, ipiv=pivots + 1)
        self.refused(hg.LinAlgError, "pivot 1", hg.solve_mixed, np.zeros((2, 2)), np.ones(2))

    def test_refused(self):
        a, b = np.eye(3), np.ones((3, 2))
        self.refused(TypeError, "int", hg.lu, a.astype(int))
        self.refused(ValueError, "a has 1 dimensions", hg.lu, a[0])
        self.refused(ValueError, ["a has no contiguous columns", "np.asfortranarray"], hg.lu, a,
                     overwrite_a=True)
        self.refused(ValueError, "a has shape (3, 2); a square", hg.solve, b, b)
        self.refused(ValueError, "b has shape (2, 3); (3,) or (3, nrhs)", hg.solve, a, b.T)
        self.refused(TypeError, "b is float32", hg.solve, a, b.astype(np.float32))
        self.refused(ValueError, "b has no contiguous columns", hg.solve, a, b, overwrite_b=True)
        self.refused(ValueError, "b has memory in common with a", hg.solve, a.T, a.T, overwrite_a=True,
                     overwrite_b=True)
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
                ("a", hg.lu, of_a), ("factors", hg.lu_solve, (of_a, pivots), b),
                ("pivots", hg.lu_solve, (a, of_pivots), b), ("b", hg.lu_solve, (a, pivots), of_b),
                ("a", hg.cholesky, of_a), ("factor", hg.cholesky_solve, of_a, b),
                ("b", hg.cholesky_solve, a, of_b), ("factor", hg.cholesky_inverse, of_a),
                ("a", hg.solve, of_a, b), ("b", hg.solve, a, of_b), ("a", hg.solve_mixed, of_a, b),
                ("b", hg.solve_mixed, a, of_b), ("a", hg.qr, of_a), ("a", hg.qr_factor, of_a),
                ("factors", hg.qr_multiply, (of_a, b), b), ("tau", hg.qr_multiply, (a, of_b), b),
                ("c", hg.qr_multiply, (a, b), of_b), ("a", hg.lstsq, of_a, b), ("b", hg.lstsq, a, of_b)]:
            with self.subTest(function=function.__name__, name=name):
                self.refused(TypeError, f"{name} is a masked array", function, *arrays)

    def test_factors_that_are_none(self):
        a, b = by_columns(np.eye(3)), np.ones(3)
        self.refused(ValueError, "pivots are from 0 to 3; 0 to 2", hg.lu_solve, (a, np.array([0, 1, 3])), b)
        self.refused(ValueError, "pivots are from -1 to 2", hg.lu_solve, (a, np.array([0, -1, 2])), b)
        self.refused(ValueError, "pivots has shape (2,)", hg.lu_solve, (a, np.array([0, 1])), b)
        self.refused(TypeError, "pivots have elements of type float64", hg.lu_solve, (a, np.ones(3)), b)
        self.refused(ValueError, "factors has no contiguous columns", hg.lu_solve,
                     (by_rows(np.eye(3)), np.arange(3)), b)

    def test_overwriting_needs_no_warning(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for layout in ROWS:
                hg.solve(layout(np.eye(3)), np.ones(3), overwrite_a=True, overwrite_b=True)


if __name__ == "__main__":
    unittest.main()
