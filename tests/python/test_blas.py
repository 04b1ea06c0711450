"""gemm, symm, syrk, syr2k, trmm and trsm of the Python module: every layout against NumPy, and what is refused."""
import itertools
import unittest

from module import COLUMNS, HOLE, LAYOUTS, ROWS, TYPES, ModuleTest, hg, np

SAME_ORDER = [pair for layouts in (ROWS, COLUMNS) for pair in itertools.product(layouts, layouts)]


def triangle(values, lower):
    return np.tril(values) if lower else np.triu(values)


def one_triangle(values, lower):
    """NaN in the other triangle, which may not be read."""
    return np.where(triangle(np.ones(values.shape), lower) == 1, values, np.nan).astype(values.dtype)


class Products(ModuleTest):
    def test_gemm_in_every_layout(self):
        for dtype, *layouts in itertools.product(TYPES, LAYOUTS, LAYOUTS, LAYOUTS):
            with self.subTest(dtype=dtype, layouts=layouts):
                values = self.whole(dtype, 5, 3), self.whole(dtype, 3, 4), self.whole(dtype, 5, 4)
                a, b, c = (layout(value) for layout, value in zip(layouts, values))
                self.assertIs(hg.gemm(a, b, alpha=2, beta=-3, out=c), c)
                np.testing.assert_array_equal(c, 2 * values[0] @ values[1] - 3 * values[2])
                self.check_holes(c)

    def test_gemm_makes_its_result(self):
        a, b = self.whole(np.float32, 2, 3), self.whole(np.float32, 3, 4)
        c = hg.gemm(a, b)
        np.testing.assert_array_equal(c, a @ b)
        self.assertTrue(c.flags.c_contiguous and c.dtype == np.float32)

    def test_vectors_and_nothing(self):
        for m, n, k in itertools.product([0, 1, 3], repeat=3):
            a, b = self.whole(np.float64, m, k), self.whole(np.float64, k, n)
            np.testing.assert_array_equal(hg.gemm(a, b), a @ b)
            np.testing.assert_array_equal(hg.gemm(b.T, a.T), (a @ b).T)
        column, row = self.whole(np.float64, 4, 3)[:, 1:2], self.whole(np.float64, 4, 3)[1:2, :]
        np.testing.assert_array_equal(hg.gemm(column, row), column @ row)

    def test_beta_0_reads_no_output(self):
        out = np.full((2, 2), np.nan)
        np.testing.assert_array_equal(hg.gemm(np.eye(2), np.eye(2), out=out), np.eye(2))

    def test_symm_in_every_layout(self):
        for dtype, side, lower, first, (second, third) in itertools.product(TYPES, "Lr", [False, True], LAYOUTS, SAME_ORDER):
            with self.subTest(dtype=dtype, side=side, lower=lower, layouts=(first, second, third)):
                values = self.whole(dtype, 4 if side == "L" else 3, 4 if side == "L" else 3)
                symmetric = triangle(values, lower) + triangle(values, lower).T - np.diag(np.diag(values))
                B, C = self.whole(dtype, 4, 3), self.whole(dtype, 4, 3)
                a, b, c = first(one_triangle(values, lower)), second(B), third(C)
                self.assertIs(hg.symm(a, b, side=side, lower=lower, alpha=2, beta=3, out=c), c)
                np.testing.assert_array_equal(c, 2 * (symmetric @ B if side == "L" else B @ symmetric) + 3 * C)
                self.check_holes(c)

    def test_symm_makes_a_result_like_b(self):
        a, b = np.eye(3), self.whole(np.float64, 3, 2)
        self.assertTrue(hg.symm(a, b).flags.c_contiguous)
        self.assertTrue(hg.symm(a, np.asfortranarray(b)).flags.f_contiguous)

    def test_syrk_and_syr2k_in_every_layout(self):
        for dtype, lower, (first, second), third in itertools.product(TYPES, [False, True], SAME_ORDER, LAYOUTS):
            with self.subTest(dtype=dtype, lower=lower, layouts=(first, second, third)):
                A, B, C = self.whole(dtype, 4, 3), self.whole(dtype, 4, 3), self.whole(dtype, 4, 4)
                other = C - triangle(C, lower)
                c = third(C)
                self.assertIs(hg.syrk(first(A), lower=lower, alpha=2, beta=3, out=c), c)
                np.testing.assert_array_equal(c, triangle(2 * A @ A.T + 3 * C, lower) + other)
                self.check_holes(c)
                c = third(C)
                hg.syr2k(first(A), second(B), lower=lower, alpha=2, beta=3, out=c)
                np.testing.assert_array_equal(c, triangle(2 * (A @ B.T + B @ A.T) + 3 * C, lower) + other)
                self.check_holes(c)
                np.testing.assert_array_equal(hg.syrk(first(A).T, lower=lower), triangle(A.T @ A, lower))

    def test_trmm_and_trsm_in_every_layout(self):
        cases = itertools.product(TYPES, "LR", [False, True], [False, True], LAYOUTS, LAYOUTS)
        for dtype, side, lower, unit, first, second in cases:
            with self.subTest(dtype=dtype, side=side, lower=lower, unit=unit, layouts=(first, second)):
                values = self.regular(dtype, 4 if side == "L" else 3)
                a, read = first(one_triangle(values, lower)), triangle(values, lower)
                if unit:
                    read[np.diag_indices_from(read)] = 1
                B = self.whole(dtype, 4, 3)
                b = second(B)
                options = {"side": side, "lower": lower, "unit_diagonal": unit}
                product = 2 * (read @ B if side == "L" else B @ read)
                np.testing.assert_array_equal(hg.trmm(a, b, alpha=2, **options), product)
                np.testing.assert_array_equal(b, B)
                self.assertIs(hg.trmm(a, b, alpha=2, out=b, **options), b)
                np.testing.assert_array_equal(b, product)
                self.check_holes(b)
                out = second(np.full((4, 3), np.nan, dtype))
                self.assertIs(hg.trsm(a, product, alpha=0.5, out=out, **options), out)
                self.check_solved(read, out, product / 2, side)
                self.check_holes(out)

    def check_solved(self, a, x, b, side):
        """A small backward error."""
        residual = np.linalg.norm((a @ x if side == "L" else x @ a) - b)
        self.assertLessEqual(residual, 16 * np.finfo(x.dtype).eps * np.linalg.norm(a) * np.linalg.norm(x))


class Refused(ModuleTest):
    def setUp(self):
        super().setUp()
        self.a, self.c = np.ones((3, 3)), np.full((3, 3), HOLE)

    def test_types(self):
        a = self.a
        self.refused(TypeError, ["a is of type list", "NumPy"], hg.gemm, [[1.0]], a)
        self.refused(TypeError, ["b has elements of type int64", "float64, float32, complex128 or complex64", "astype"], hg.gemm, a, a.astype(np.int64))
        self.refused(TypeError, "complex256", hg.syrk, a.astype(np.complex256))
        self.refused(TypeError, ">f8", hg.syrk, a.astype(">f8"))
        self.refused(TypeError, "a is float64, b is float32; one type", hg.gemm, a, a.astype(np.float32))
        self.refused(TypeError, "out is float32", hg.trsm, a, a, out=self.c.astype(np.float32))
        self.refused(TypeError, "positional", hg.gemm, a, a, self.c)

    def test_shapes(self):
        a, wide = self.a, np.ones((3, 4))
        self.refused(ValueError, "a has 1 dimensions; a matrix", hg.gemm, a[0], a)
        self.refused(ValueError, ["(3, 4)", "(3, 3)", "differ"], hg.gemm, wide, a)
        self.refused(ValueError, "out has shape (3, 3); (3, 4) is needed", hg.gemm, a, wide, out=self.c)
        self.refused(ValueError, "a has shape (3, 4); (3, 3) is needed, since b", hg.symm, wide, a)
        self.refused(ValueError, "a has shape (3, 3); (4, 4)", hg.trsm, a, wide, side="R")
        self.refused(ValueError, "b has shape (3, 4); (3, 3)", hg.syr2k, a, wide)
        self.refused(ValueError, "side is 'U'; 'L' or 'R'", hg.trmm, a, a, side="U")
        self.refused(ValueError, "beta is 1, but there is no out", hg.gemm, a, a, beta=1)

    def test_factors_that_are_no_real_numbers(self):
        a = self.a
        calls = [(function, (a,) * arrays) for function, arrays in
                 [(hg.gemm, 2), (hg.symm, 2), (hg.syrk, 1), (hg.syr2k, 2), (hg.trmm, 2), (hg.trsm, 2)]]
        for function, arrays in calls:
            with self.subTest(function=function.__name__):
                for number in (1j, np.complex128(2 + 1j), np.complex64(1j)):  # NumPy's would lose their imaginary part
                    self.refused(TypeError, [f"alpha is {number}", "since the elements are"], function, *arrays, alpha=number)
                for number, kind in [("1", "str"), (None, "NoneType"), ([1], "list"), (np.ones(2), "ndarray")]:
                    self.refused(TypeError, f"alpha is of type {kind}; a number is needed", function, *arrays, alpha=number)
                self.refused(TypeError, "alpha is a masked array", function, *arrays, alpha=np.ma.masked)
                expected = function(*arrays, alpha=2)
                for number in (2 + 0j, np.float32(2), np.complex64(2), np.array(2)):
                    np.testing.assert_array_equal(function(*arrays, alpha=number), expected)
        for function, arrays in calls[:4]:
            self.refused(TypeError, "beta is 1j; it must be real", function, *arrays, beta=1j, out=self.c)
        np.testing.assert_array_equal(self.c, np.full((3, 3), HOLE))

    def test_masked_arrays(self):
        a, masked = self.a, np.ma.array(self.a, mask=self.a > 1)
        for function in (hg.gemm, hg.symm, hg.syr2k, hg.trmm, hg.trsm):
            for name, arrays, out in [("a", (masked, a), None), ("b", (a, masked), None), ("out", (a, a), masked)]:
                self.refused(TypeError, [f"{name} is a masked array", f"{name}.filled(value)"], function, *arrays, out=out)
        self.refused(TypeError, "a is a masked array", hg.syrk, masked)

    def test_layouts(self):
        a, large = self.a, np.ones((6, 6))
        strange = {"gaps": large[::2, ::2], "reversed": large[3::-1, :4][:3, :3], "repeated": np.broadcast_to(a[0], (3, 3)),
                   "overlapping": np.lib.stride_tricks.as_strided(large, (3, 3), (8, 16))}
        for name, array in strange.items():
            with self.subTest(name):
                self.refused(ValueError, ["a has strides of", "np.ascontiguousarray(a)"], hg.gemm, array, a)
        misaligned = np.frombuffer(b"\0" * 73, np.uint8)[1:].view(np.float64).reshape(3, 3)
        self.refused(ValueError, "strides", hg.gemm, misaligned, a)
        columns = np.asfortranarray(a)
        self.refused(ValueError, "both must have the same", hg.symm, a, a, out=columns)
        self.refused(ValueError, "both must have the same", hg.syr2k, a, columns)

    def test_what_can_not_be_written(self):
        locked = self.c.copy()
        locked.flags.writeable = False
        self.refused(ValueError, "out is read-only", hg.gemm, self.a, self.a, out=locked)
        self.refused(ValueError, "out has memory in common with a", hg.gemm, self.a, self.c, out=self.a)
        self.refused(ValueError, "out has memory in common with b", hg.gemm, self.c, self.a, out=self.a.T)
        large = np.ones((4, 6))
        self.refused(ValueError, "memory in common with a", hg.trsm, large[:3, :3], self.a, out=large[1:, 2:5])
        np.testing.assert_array_equal(large, np.ones((4, 6)))

    def test_parts_of_one_array_are_apart(self):
        large = np.triu(np.ones((3, 6)))
        self.assertIs(hg.trsm(large[:, :3], large[:, 3:], out=large[:, 3:]).base, large)
        np.testing.assert_array_equal(large[:, 3:], [[0, 0, 0], [0, 0, 0], [1, 1, 1]])


if __name__ == "__main__":
    unittest.main()
