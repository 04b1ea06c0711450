"""Products and triangular solves on complex arrays: every layout against NumPy, and what is refused."""
import itertools
import unittest

from module import COLUMNS, LAYOUTS, ROWS, ModuleTest, hg, np

TYPES = (np.complex128, np.complex64)


def triangle(values, lower):
    return np.tril(values) if lower else np.triu(values)


def one_triangle(values, lower):
    """NaN in the other triangle, which may not be read."""
    return np.where(triangle(np.ones(values.shape), lower) == 1, values, np.nan + 1j * np.nan).astype(values.dtype)


def hermitian(values, lower):
    """Of this triangle; the imaginary parts on the diagonal count for nothing."""
    half = triangle(values, lower)
    return half + half.conj().T - np.diag(np.diag(half).conj()) - 1j * np.diag(np.diag(half).imag)


def same_order(count):
    return [layouts for order in (ROWS, COLUMNS) for layouts in itertools.product(order, repeat=count)]


class ComplexProducts(ModuleTest):
    def complex(self, dtype, *shape):
        return (self.whole(np.float64, *shape) + 1j * self.whole(np.float64, *shape)).astype(dtype)

    def test_gemm_in_every_layout(self):
        for dtype, *layouts in itertools.product(TYPES, LAYOUTS, LAYOUTS, LAYOUTS):
            with self.subTest(dtype=dtype, layouts=layouts):
                values = self.complex(dtype, 5, 3), self.complex(dtype, 3, 4), self.complex(dtype, 5, 4)
                a, b, c = (layout(value) for layout, value in zip(layouts, values))
                self.assertIs(hg.gemm(a, b, alpha=2j, beta=1 - 3j, out=c), c)
                np.testing.assert_array_equal(c, 2j * (values[0] @ values[1]) + (1 - 3j) * values[2])
                self.check_holes(c)

    def test_symm_and_hemm(self):
        for dtype, side, lower, layouts in itertools.product(TYPES, "LR", [False, True], same_order(3)):
            with self.subTest(dtype=dtype, side=side, lower=lower, layouts=layouts):
                order = 4 if side == "L" else 3
                values = self.complex(dtype, order, order)
                half = triangle(values, lower)
                B, C = self.complex(dtype, 4, 3), self.complex(dtype, 4, 3)
                for product, A in ((hg.symm, half + half.T - np.diag(np.diag(half))), (hg.hemm, hermitian(values, lower))):
                    a, b, c = (layout(x) for layout, x in zip(layouts, (one_triangle(values, lower), B, C)))
                    self.assertIs(product(a, b, side=side, lower=lower, alpha=2 + 1j, beta=3j, out=c), c)
                    np.testing.assert_array_equal(c, (2 + 1j) * (A @ B if side == "L" else B @ A) + 3j * C)
                    self.check_holes(c)

    def test_updates(self):
        for dtype, lower, layouts in itertools.product(TYPES, [False, True], same_order(3)):
            with self.subTest(dtype=dtype, lower=lower, layouts=layouts):
                A, B, C = self.complex(dtype, 4, 3), self.complex(dtype, 4, 3), self.complex(dtype, 4, 4)
                real = C - 1j * np.diag(np.diag(C).imag)
                a, b = layouts[0](A), layouts[1](B)
                for update, wanted in (
                        (lambda c: hg.syrk(a, lower=lower, alpha=2j, beta=3, out=c), 2j * (A @ A.T) + 3 * C),
                        (lambda c: hg.syr2k(a, b, lower=lower, alpha=2j, beta=3, out=c), 2j * (A @ B.T + B @ A.T) + 3 * C),
                        (lambda c: hg.herk(a, lower=lower, alpha=2, beta=3, out=c), 2 * (A @ A.conj().T) + 3 * real),
                        (lambda c: hg.her2k(a, b, lower=lower, alpha=2j, beta=3, out=c),
                         2j * (A @ B.conj().T) - 2j * (B @ A.conj().T) + 3 * real)):
                    c = layouts[2](C)
                    self.assertIs(update(c), c)
                    np.testing.assert_array_equal(c, triangle(wanted, lower) + C - triangle(C, lower))
                    self.check_holes(c)

    def test_updates_make_their_result(self):
        a = self.complex(np.complex64, 3, 2)
        for layout, order in ((np.ascontiguousarray, "C"), (np.asfortranarray, "F")):
            for c in (hg.herk(layout(a)), hg.her2k(layout(a), layout(a), alpha=0.5)):
                np.testing.assert_array_equal(c, np.triu(a @ a.conj().T))
                self.assertTrue(c.flags.c_contiguous if order == "C" else c.flags.f_contiguous)

    def test_triangles(self):
        cases = itertools.product(TYPES, "LR", [False, True], [False, True], LAYOUTS, LAYOUTS)
        for dtype, side, lower, unit, first, second in cases:
            with self.subTest(dtype=dtype, side=side, lower=lower, unit=unit, layouts=(first, second)):
                values = self.complex(dtype, *(2 * (4 if side == "L" else 3,)))
                values[np.diag_indices_from(values)] = 1j
                a, read = first(one_triangle(values, lower)), triangle(values, lower)
                if unit:
                    read[np.diag_indices_from(read)] = 1
                B = self.complex(dtype, 4, 3)
                options = {"side": side, "lower": lower, "unit_diagonal": unit}
                product = read @ B if side == "L" else B @ read
                np.testing.assert_array_equal(hg.trmm(a, second(B), alpha=1j, **options), 1j * product)
                solved = hg.trsm(a, second(product), **options)
                np.testing.assert_allclose(solved, B, rtol=0, atol=1e3 * np.finfo(dtype).eps)

    def test_vectors_by_the_functions_of_c(self):
        for dtype, z, d in ((np.complex128, "z", "d"), (np.complex64, "c", "s")):
            x, y, A = self.complex(dtype, 4), self.complex(dtype, 4), np.asfortranarray(self.complex(dtype, 4, 4))
            at = [v.ctypes.data for v in (x, y, A)]
            result, real = np.zeros(1, dtype), np.zeros(1, dtype(0).real.dtype)
            hg._library.call(f"hg_{z}dotc", 4, at[0], 1, at[1], -1, result.ctypes.data)
            np.testing.assert_array_equal(result[0], np.vdot(x, y[::-1]))
            hg._library.call(f"hg_{d}{z}asum", 4, at[0], 1, real.ctypes.data)
            np.testing.assert_array_equal(real[0], np.abs(x.real).sum() + np.abs(x.imag).sum())
            wanted = (2 + 1j) * (A.conj().T @ x) + 3j * y
            hg._library.call(f"hg_{z}gemv", b"C", 4, 4, 2 + 1j, at[2], 4, at[0], 1, 3j, at[1], 1)
            np.testing.assert_array_equal(y, wanted)
            wanted = A - 2 * np.triu(np.outer(x, x.conj()))
            wanted[np.diag_indices(4)] = wanted.diagonal().real
            hg._library.call(f"hg_{z}her", b"U", 4, -2, at[0], 1, at[2], 4)
            np.testing.assert_array_equal(A, wanted)
            wanted = -3 * x
            hg._library.call(f"hg_{z}{d}scal", 4, -3, at[0], 1)
            np.testing.assert_array_equal(x, wanted)

    def test_what_is_refused(self):
        a, real = self.complex(np.complex128, 2, 2), np.eye(2)
        self.refused(TypeError, "complex128 or complex64", hg.herk, real)
        self.refused(TypeError, "a is complex128, b is float64", hg.gemm, a, real)
        for factor in ("alpha", "beta"):
            self.refused(TypeError, f"{factor} is 1j; it must be real, since the result is hermitian", hg.herk, a, out=a.copy(), **{factor: 1j})
        self.refused(TypeError, "beta is 1j; it must be real, since the result is hermitian", hg.her2k, a, a, out=a.copy(), beta=1j)
        self.refused(TypeError, "alpha is of type str; a number is needed", hg.hemm, a, a, alpha="1j")
        for function in (hg.hemm, hg.her2k, hg.herk):
            masked = np.ma.array(a, mask=a.real > 0)
            self.refused(TypeError, "a is a masked array", function, masked, *[a] * (function is not hg.herk))
        self.refused(ValueError, "contiguous", hg.herk, a, out=np.asfortranarray(a))
        self.refused(ValueError, "contiguous", hg.hemm, a, np.asfortranarray(a))


if __name__ == "__main__":
    unittest.main()
