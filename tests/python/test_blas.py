"""Functions of level 3 of BLAS: every layout and type against NumPy, and what is refused."""
import itertools
import unittest

from module import (COMPLEX, HOLE, LAYOUTS, REAL, TYPES, ModuleTest, hg, norms, np, precise, same_order,
                    triangle)

TYPES_AND_KINDS = list(itertools.product(TYPES, [True, False]))
BOOLS = [False, True]

# What a hermitian or symmetric update adds to beta C.
UPDATES = {"syrk": lambda alpha, A, B: alpha * (A @ A.T),
           "syr2k": lambda alpha, A, B: alpha * (A @ B.T + B @ A.T),
           "herk": lambda alpha, A, B: alpha * (A @ A.conj().T),
           "her2k": lambda alpha, A, B: alpha * (A @ B.conj().T) + np.conj(alpha) * (B @ A.conj().T)}


def one_triangle(values, lower):
    """NaN in the other triangle, which may not be read."""
    nothing = values.dtype.type(np.nan) * values.dtype.type(1 if values.dtype.kind == "f" else 1 + 1j)
    return np.where(triangle(np.ones(values.shape), lower) == 1, values, nothing)


def whole_matrix(values, lower, conjugate):
    """The symmetric or hermitian matrix of a triangle, of whose hermitian diagonal the real parts count."""
    diagonal = np.diag(np.diag(values).real if conjugate else np.diag(values))
    half = triangle(values, lower) - np.diag(np.diag(values))
    return half + diagonal + (half.conj().T if conjugate else half.T)


def factors(dtype):
    """alpha and beta."""
    return (2 + 1j, 1 - 3j) if dtype in COMPLEX else (2, -3)


class Products(ModuleTest):
    def test_gemm_in_every_layout(self):
        for (dtype, exact), *layouts in itertools.product(TYPES_AND_KINDS, LAYOUTS, LAYOUTS, LAYOUTS):
            with self.subTest(dtype=dtype, exact=exact, layouts=layouts):
                values = [self.numbers(dtype, *shape, exact=exact) for shape in ((5, 3), (3, 4), (5, 4))]
                a, b, c = (layout(value) for layout, value in zip(layouts, values))
                (A, B, C), (alpha, beta) = precise(*values), factors(dtype)
                self.assertIs(hg.gemm(a, b, alpha=alpha, beta=beta, out=c), c)
                wanted = alpha * (A @ B) + beta * C
                self.check_product(c, wanted, norms(alpha, A, B), norms(beta, C), 3, exact)
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

    def test_symm_and_hemm_in_every_layout(self):
        symmetric = [(first, *others) for first in LAYOUTS for others in same_order(2)]
        cases = [(hg.symm, dtype, *layouts) for dtype in TYPES for layouts in symmetric]
        cases += [(hg.hemm, dtype, *layouts) for dtype in COMPLEX for layouts in same_order(3)]
        for case, exact, side, lower in itertools.product(cases, BOOLS, "Lr", BOOLS):
            with self.subTest(case=case, exact=exact, side=side, lower=lower):
                function, dtype, *layouts = case
                order = 4 if side == "L" else 3
                shapes = (order, order), (4, 3), (4, 3)
                values = [self.numbers(dtype, *shape, exact=exact) for shape in shapes]
                (A, B, C), (alpha, beta) = precise(*values), factors(dtype)
                values[0] = one_triangle(values[0], lower)
                a, b, c = (layout(value) for layout, value in zip(layouts, values))
                A = whole_matrix(A, lower, function is hg.hemm)
                wanted = alpha * self.product(side, A, B) + beta * C
                self.assertIs(function(a, b, side=side, lower=lower, alpha=alpha, beta=beta, out=c), c)
                self.check_product(c, wanted, norms(alpha, A, B), norms(beta, C), order, exact)
                self.check_holes(c)

    def test_symm_makes_a_result_like_b(self):
        a, b = np.eye(3), self.whole(np.float64, 3, 2)
        self.assertTrue(hg.symm(a, b).flags.c_contiguous)
        self.assertTrue(hg.symm(a, np.asfortranarray(b)).flags.f_contiguous)

    def test_updates_in_every_layout(self):
        symmetric = [(*inputs, out) for inputs in same_order(2) for out in LAYOUTS]
        cases = [case for name in UPDATES for case in (
            itertools.product([name], TYPES, symmetric) if name.startswith("sy") else
            itertools.product([name], COMPLEX, same_order(3)))]
        for (name, dtype, layouts), exact, lower in itertools.product(cases, BOOLS, BOOLS):
            with self.subTest(function=name, dtype=dtype, exact=exact, lower=lower, layouts=layouts):
                values = [self.numbers(dtype, *shape, exact=exact) for shape in ((4, 3), (4, 3), (4, 4))]
                a, b, c = (layout(value) for layout, value in zip(layouts, values))
                A, B, C = precise(*values)
                is_hermitian = name.startswith("he")
                alpha = 2 if dtype in REAL or name == "herk" else 2j
                beta = 3 if dtype in REAL or is_hermitian else 3 - 1j
                if is_hermitian:
                    C = C - 1j * np.diag(np.diag(C).imag)
                wanted = triangle(UPDATES[name](alpha, A, B) + beta * C, lower)
                inputs, size = ([a, b], 2 * norms(alpha, A, B)) if "2" in name else ([a], norms(alpha, A, A))
                self.assertIs(getattr(hg, name)(*inputs, lower=lower, alpha=alpha, beta=beta, out=c), c)
                self.check_product(triangle(c, lower), wanted, size, norms(beta, C), 3, exact)
                np.testing.assert_array_equal(c - triangle(c, lower), values[2] - triangle(values[2], lower))
                self.check_holes(c)
                if name == "syrk":
                    found = hg.syrk(a.T, lower=lower)
                    self.check_product(found, triangle(A.T @ A, lower), norms(A, A), 0, 4, exact)

    def test_gemmt_in_every_layout(self):
        for (dtype, exact), lower, *layouts in itertools.product(TYPES_AND_KINDS, BOOLS, LAYOUTS, LAYOUTS, LAYOUTS):
            with self.subTest(dtype=dtype, exact=exact, lower=lower, layouts=layouts):
                values = [self.numbers(dtype, *shape, exact=exact) for shape in ((4, 3), (3, 4), (4, 4))]
                a, b, c = (layout(value) for layout, value in zip(layouts, values))
                (A, B, C), (alpha, beta) = precise(*values), factors(dtype)
                wanted = triangle(alpha * A @ B + beta * C, lower)
                self.assertIs(hg.gemmt(a, b, lower=lower, alpha=alpha, beta=beta, out=c), c)
                self.check_product(triangle(c, lower), wanted, norms(alpha, A, B), norms(beta, C), 3, exact)
                np.testing.assert_array_equal(c - triangle(c, lower), values[2] - triangle(values[2], lower))
                self.check_holes(c)

    def test_hermitian_updates_make_a_result_like_a(self):
        a = self.numbers(np.complex64, 3, 2)
        for layout, order in ((np.ascontiguousarray, "c_contiguous"), (np.asfortranarray, "f_contiguous")):
            for c in (hg.herk(layout(a)), hg.her2k(layout(a), layout(a), alpha=0.5)):
                np.testing.assert_array_equal(c, np.triu(a @ a.conj().T))
                self.assertTrue(getattr(c.flags, order))

    def test_trmm_and_trsm_in_every_layout(self):
        cases = itertools.product(TYPES_AND_KINDS, "LR", BOOLS, BOOLS, LAYOUTS, LAYOUTS)
        for (dtype, exact), side, lower, unit, first, second in cases:
            layouts = first, second
            with self.subTest(dtype=dtype, exact=exact, side=side, lower=lower, unit=unit, layouts=layouts):
                order = 4 if side == "L" else 3
                values = self.regular(dtype, order, exact)
                a, B = first(one_triangle(values, lower)), self.numbers(dtype, 4, 3, exact=exact)
                read = triangle(values, lower)
                if unit:
                    read[np.diag_indices_from(read)] = 1
                b, alpha = second(B), factors(dtype)[0]
                options = {"side": side, "lower": lower, "unit_diagonal": unit}
                wanted = alpha * self.product(side, *precise(read, B))
                found = hg.trmm(a, b, alpha=alpha, **options)
                self.check_product(found, wanted, norms(alpha, read, B), 0, order, exact)
                np.testing.assert_array_equal(b, B)
                self.assertIs(hg.trmm(a, b, alpha=alpha, out=b, **options), b)
                np.testing.assert_array_equal(b, found)
                self.check_holes(b)
                out = second(np.full((4, 3), np.nan, dtype))
                self.assertIs(hg.trsm(a, found, alpha=0.5, out=out, **options), out)
                self.check_backward(read, out, found / 2, side)
                self.check_holes(out)

    def product(self, side, a, b):
        return a @ b if side == "L" else b @ a

    def check_backward(self, a, x, b, side):
        """A small backward error of a triangular solve."""
        residual = np.linalg.norm(self.product(side, *precise(a, x)) - b)
        self.assertLessEqual(residual, 16 * np.finfo(x.dtype).eps * norms(a, x))

    def test_every_function_is_tested(self):
        tested = {"gemm", "gemmt", "symm", "hemm", "trmm", "trsm", *UPDATES}
        self.assertEqual(tested, set(hg._routines.__all__))


class Refused(ModuleTest):
    def setUp(self):
        super().setUp()
        self.a, self.c = np.ones((3, 3)), np.full((3, 3), HOLE)

    def test_types(self):
        a = self.a
        self.refused(TypeError, ["a is of type list", "NumPy"], hg.gemm, [[1.0]], a)
        self.refused(TypeError, ["b has elements of type int64", "float64, float32, complex128 or complex64", "astype"], hg.gemm, a, a.astype(np.int64))
        self.refused(TypeError, "complex128 or complex64", hg.herk, a)
        self.refused(TypeError, "a is complex128, b is float64", hg.gemm, a.astype(complex), a)
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

    def test_factors_of_hermitian_results(self):
        a, why = self.numbers(np.complex128, 2, 2), "since the result is hermitian"
        for function, inputs, names in [(hg.herk, [a], ("alpha", "beta")), (hg.her2k, [a, a], ("beta",))]:
            for name in names:
                options = {"out": a.copy(), name: 1j}
                self.refused(TypeError, f"{name} is 1j; it must be real, {why}", function, *inputs, **options)
        self.refused(TypeError, "alpha is of type str; a number is needed", hg.hemm, a, a, alpha="1j")

    def test_masked_arrays(self):
        a, masked = self.a, np.ma.array(self.a, mask=self.a > 1)
        for function in (hg.gemm, hg.symm, hg.syr2k, hg.trmm, hg.trsm, hg.hemm, hg.her2k):
            if function is hg.hemm:
                a, masked = a.astype(complex), masked.astype(complex)
            for name, arrays, out in [("a", (masked, a), None), ("b", (a, masked), None), ("out", (a, a), masked)]:
                self.refused(TypeError, [f"{name} is a masked array", f"{name}.filled(value)"], function, *arrays, out=out)
        for function in (hg.syrk, hg.herk):
            self.refused(TypeError, "a is a masked array", function, masked)

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
        a, columns = a.astype(complex), columns.astype(complex)
        self.refused(ValueError, "both must have the same", hg.herk, a, out=columns)
        self.refused(ValueError, "of a, b, out some have contiguous rows", hg.hemm, a, columns)

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
