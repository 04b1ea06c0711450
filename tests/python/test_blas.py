"""Functions of level 3 of BLAS: every layout and type against the rules, and what is refused."""
import itertools
import unittest

from module import COMPLEX, HOLE, LAYOUTS, LETTERS, TYPES, ModuleTest, hg, np, same_order, triangle
from rule import Problem

BOOLS = [False, True]
ANY = list(itertools.product(LAYOUTS, repeat=3))
FIRST_OTHERS = [(first, *others) for first in LAYOUTS for others in same_order(2)]
INPUTS_OUT = [(*inputs, out) for inputs in same_order(2) for out in LAYOUTS]
ALIKE = same_order(3)
TRIANGLES = {"lower": BOOLS}
SIDES = {"side": "Lr", **TRIANGLES}
# What each function is called with, and the layouts that its arrays may have, the output's last.
PRODUCTS = {"gemm": (TYPES, ANY, {}), "gemmt": (TYPES, ANY, TRIANGLES),
            "symm": (TYPES, FIRST_OTHERS, SIDES), "hemm": (COMPLEX, ALIKE, SIDES),
            "syrk": (TYPES, INPUTS_OUT, TRIANGLES), "syr2k": (TYPES, INPUTS_OUT, TRIANGLES),
            "herk": (COMPLEX, ALIKE, TRIANGLES), "her2k": (COMPLEX, ALIKE, TRIANGLES)}
SOLVES = {"trmm", "trsm"}


def problem_of(function, dtype, side="L", lower=False, unit_diagonal=False):
    """A problem, with its scalars as Python takes them."""
    problem = Problem(LETTERS[dtype] + function, m=5, n=4, k=3, alpha=2 + 1j, beta=-3 + 1j, side=side.upper(),
                      uplo="L" if lower else "U", diag="U" if unit_diagonal else "N")
    scalars = [x["value"] for x in problem.arguments if isinstance(x, dict) and "value" in x]
    return problem, dict(zip(("alpha", "beta"), [complex(*x) if x[1] else x[0] for x in scalars]))


class Products(ModuleTest):
    def test_products_in_every_layout(self):
        for name, (dtypes, layouts, options) in PRODUCTS.items():
            for dtype, each, *values in itertools.product(dtypes, layouts, *options.values()):
                with self.subTest(function=name, dtype=dtype, layouts=each, options=values):
                    letters = dict(zip(options, values))
                    problem, scalars = problem_of(name, dtype, **letters)
                    *names, last = problem.operands
                    inputs = [layout(problem[x]) for layout, x in zip(each, names)]
                    out = each[-1](problem[last])
                    self.assertIs(getattr(hg, name)(*inputs, **letters, **scalars, out=out), out)
                    self.check_rule(problem, C=out)
                    self.check_holes(out)

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

    def test_symm_makes_a_result_like_b(self):
        a, b = np.eye(3), self.whole(np.float64, 3, 2)
        self.assertTrue(hg.symm(a, b).flags.c_contiguous)
        self.assertTrue(hg.symm(a, np.asfortranarray(b)).flags.f_contiguous)

    def test_updates_make_one_triangle(self):
        for dtype, lower in itertools.product(TYPES, BOOLS):
            a = self.numbers(dtype, 3, 2)
            np.testing.assert_array_equal(hg.syrk(a, lower=lower), triangle(a @ a.T, lower))
            np.testing.assert_array_equal(hg.syrk(a.T, lower=lower), triangle(a.T @ a, lower))

    def test_hermitian_updates_make_a_result_like_a(self):
        a = self.numbers(np.complex64, 3, 2)
        for layout, order in ((np.ascontiguousarray, "c_contiguous"), (np.asfortranarray, "f_contiguous")):
            for c in (hg.herk(layout(a)), hg.her2k(layout(a), layout(a), alpha=0.5)):
                np.testing.assert_array_equal(c, np.triu(a @ a.conj().T))
                self.assertTrue(getattr(c.flags, order))

    def test_trmm_and_trsm_in_every_layout(self):
        for name, dtype, side, *options, of_a, of_b in itertools.product(
                SOLVES, TYPES, "LR", BOOLS, BOOLS, LAYOUTS, LAYOUTS):
            with self.subTest(function=name, dtype=dtype, side=side, options=options, layouts=(of_a, of_b)):
                options = {"side": side, "lower": options[0], "unit_diagonal": options[1]}
                problem, scalars = problem_of(name, dtype, **options)
                a, b = of_a(problem["A"]), of_b(problem["B"])
                function, out = getattr(hg, name), of_b(np.full(b.shape, np.nan, dtype))
                found = function(a, b, **options, **scalars)
                np.testing.assert_array_equal(b, problem["B"])
                self.check_rule(problem, B=found)
                for output in (out, b):
                    self.assertIs(function(a, b, **options, **scalars, out=output), output)
                    np.testing.assert_array_equal(output, found)
                    self.check_holes(output)

    def test_every_function_is_tested(self):
        self.assertEqual({*PRODUCTS, *SOLVES}, set(hg._routines.__all__))


class Refused(ModuleTest):
    def setUp(self):
        super().setUp()
        self.a, self.c = np.ones((3, 3)), np.full((3, 3), HOLE)

    def test_types(self):
        a = self.a
        self.refused(TypeError, ["a is of type list", "NumPy"], hg.gemm, [[1.0]], a)
        self.refused(TypeError, ["b has elements of type int64", "float64, float32, complex128 or complex64",
                                 "astype"], hg.gemm, a, a.astype(np.int64))
        self.refused(TypeError, "complex128 or complex64", hg.herk, a)
        self.refused(TypeError, "a is complex128, b is float64", hg.gemm, a.astype(complex), a)
        self.refused(TypeError, "complex256", hg.syrk, a.astype(np.complex256))
        self.refused(TypeError, ">f8", hg.syrk, a.astype(">f8"))
        self.refused(TypeError, "a is float64, b is float32; all must", hg.gemm, a, a.astype(np.float32))
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
                # NumPy's would lose their imaginary part
                for number in (1j, np.complex128(2 + 1j), np.complex64(1j)):
                    self.refused(TypeError, [f"alpha is {number}", "since the elements are"], function,
                                 *arrays, alpha=number)
                for number, kind in [("1", "str"), (None, "NoneType"), ([1], "list"),
                                     (np.ones(2), "ndarray")]:
                    self.refused(TypeError, f"alpha is of type {kind}; a number is needed", function,
                                 *arrays, alpha=number)
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
            for name, arrays, out in [("a", (masked, a), None), ("b", (a, masked), None),
                                      ("out", (a, a), masked)]:
                self.refused(TypeError, [f"{name} is a masked array", f"{name}.filled(value)"], function,
                             *arrays, out=out)
        for function in (hg.syrk, hg.herk):
            self.refused(TypeError, "a is a masked array", function, masked)

    def test_layouts(self):
        a, large = self.a, np.ones((6, 6))
        strange = {"gaps": large[::2, ::2], "reversed": large[3::-1, :4][:3, :3],
                   "repeated": np.broadcast_to(a[0], (3, 3)),
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
        self.refused(ValueError, "of a, b, out, some have contiguous rows", hg.hemm, a, columns)

    def test_what_can_not_be_written(self):
        locked = self.c.copy()
        locked.flags.writeable = False
        self.refused(ValueError, "out is read-only", hg.gemm, self.a, self.a, out=locked)
        self.refused(ValueError, "out has memory in common with a", hg.gemm, self.a, self.c, out=self.a)
        self.refused(ValueError, "out has memory in common with b", hg.gemm, self.c, self.a, out=self.a.T)
        large = np.ones((4, 6))
        self.refused(ValueError, "memory in common with a", hg.trsm, large[:3, :3], self.a,
                     out=large[1:, 2:5])
        np.testing.assert_array_equal(large, np.ones((4, 6)))

    def test_parts_of_one_array_are_apart(self):
        large = np.triu(np.ones((3, 6)))
        self.assertIs(hg.trsm(large[:, :3], large[:, 3:], out=large[:, 3:]).base, large)
        np.testing.assert_array_equal(large[:, 3:], [[0, 0, 0], [0, 0, 0], [1, 1, 1]])


if __name__ == "__main__":
    unittest.main()
