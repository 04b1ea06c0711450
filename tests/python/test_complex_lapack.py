"""Factorizations and linear systems of complex arrays against NumPy, and what is refused."""
import itertools
import unittest

from module import ModuleTest, hg, np

TYPES = (np.complex128, np.complex64)


class ComplexLapack(ModuleTest):
    def setUp(self):
        super().setUp()
        self.random = np.random.default_rng(7)

    def complex(self, dtype, *shape):
        return (self.random.uniform(-1, 1, shape) + 1j * self.random.uniform(-1, 1, shape)).astype(dtype)

    def definite(self, dtype, order):
        half = self.complex(dtype, order, order)
        return half @ half.conj().T + order * np.eye(order, dtype=dtype)

    def near(self, found, expected):
        self.assertEqual(found.dtype, expected.dtype)
        np.testing.assert_allclose(found, expected, rtol=0, atol=3e-3 if found.dtype == np.complex64 else 1e-11)

    def test_solve_in_both_orders(self):
        for dtype, order in itertools.product(TYPES, "FC"):
            with self.subTest(dtype=dtype, order=order):
                a, x = np.array(self.complex(dtype, 9, 9), order=order), self.complex(dtype, 9, 3)
                self.near(hg.solve(a, a @ x), x)
                self.near(hg.solve(a, a @ x[:, 0]), x[:, 0])

    def test_lu_solves_all_three_systems(self):
        for dtype in TYPES:
            a, x = self.complex(dtype, 12, 12), self.complex(dtype, 12, 2)
            factors = hg.lu(a)
            self.near(hg.lu_solve(factors, a @ x), x)
            self.near(hg.lu_solve(factors, a.T @ x, transposed=True), x)
            self.near(hg.lu_solve(factors, a.conj().T @ x, transposed=True, conjugated=True), x)
        self.refused(ValueError, "transposed", hg.lu_solve, factors, x, conjugated=True)

    def test_cholesky_solves_and_inverts(self):
        for dtype, lower in itertools.product(TYPES, [True, False]):
            with self.subTest(dtype=dtype, lower=lower):
                a, x = self.definite(dtype, 10), self.complex(dtype, 10, 2)
                given = np.tril(a) if lower else np.triu(a)
                given = given + 5j * np.eye(10, dtype=dtype)  # counts for nothing
                factor = hg.cholesky(given, lower=lower)
                self.near(factor @ factor.conj().T if lower else factor.conj().T @ factor, a)
                self.near(hg.cholesky_solve(factor, a @ x, lower=lower), x)
                self.near(hg.cholesky_inverse(factor, lower=lower) @ a, np.eye(10, dtype=dtype))
        self.refused(hg.LinAlgError, "order 2", hg.cholesky, np.diag([1 + 0j, -1]))

    def test_solve_mixed(self):
        a, x = self.complex(np.complex128, 30, 30) + 8 * np.eye(30), self.complex(np.complex128, 30, 2)
        found, steps = hg.solve_mixed(a, a @ x)
        self.near(found, x)
        self.assertGreaterEqual(steps, 1)
        a = self.definite(np.complex128, 30)
        found, steps = hg.solve_mixed(np.tril(a), a @ x, definite=True)
        self.near(found, x)
        self.assertGreaterEqual(steps, 1)
        found, steps = hg.solve_mixed(a * 1e60, a @ x * 1e60)
        self.near(found, x)
        self.assertEqual(steps, -2)
        self.refused(TypeError, "complex128", hg.solve_mixed, a.astype(np.complex64), x.astype(np.complex64))


if __name__ == "__main__":
    unittest.main()
