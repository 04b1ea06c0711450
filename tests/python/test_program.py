"""hg.Program: from text to runs on arrays in every layout, the examples' kernels if there is OpenCL, and what
is refused."""
import concurrent.futures
import copy
import itertools
import os
import pathlib
import tempfile
import unittest

from module import COLUMNS, LAYOUTS, REAL, ROOT, ModuleTest, hg, np

EXAMPLES = ROOT / "examples/programs"
ON_HOST = "host" in os.environ["HG_DEVICES"]

PRODUCT = """hg program 2
param m
param n = m
matrix A {0} m x m
matrix B {0} m x n
matrix C {0} m x n   # C := alpha A^T B
scalar alpha
register a {0} m x m
register b {0} m x n
register c {0} m x n
LD a <- A[0, 0]
LD b <- B[0, 0]
hg.gemm(T, N, alpha, a, b, 0, c)
ST C[0, 0] <- c
"""


def product(dtype=np.float64, **parameters):
    return hg.Program.from_source(PRODUCT.format({"float64": "f64", "float32": "f32"}[np.dtype(dtype).name]),
                                  **parameters)


class Programs(ModuleTest):
    def test_arrays_in_every_layout(self):
        programs = {dtype: product(dtype, m=4, n=3) for dtype in REAL}
        for dtype, first, second, third in itertools.product(REAL, LAYOUTS, LAYOUTS, COLUMNS):
            with self.subTest(dtype=dtype, layouts=(first, second, third)):
                A, B = self.whole(dtype, 4, 4), self.whole(dtype, 4, 3)
                a, b, c = first(A), second(B), third(np.full((4, 3), np.nan, dtype))
                self.assertIsNone(programs[dtype].run(A=a, B=b, C=c, alpha=-2))
                np.testing.assert_array_equal(c, -2 * A.T @ B)
                np.testing.assert_array_equal(b, B)
                self.check_holes(c)

    def test_any_array_that_is_only_read(self):
        program, values, c = product(m=4), self.whole(np.float64, 8, 8), np.empty((4, 4), order="F")
        strange = [values[::2, ::2], values[3::-1, :4], np.broadcast_to(values[0, :4], (4, 4)),
                   np.frombuffer(b"\0" + values[:4, :4].tobytes(),
                                 np.uint8)[1:].view(np.float64).reshape(4, 4)]
        for array in strange:
            program.run(A=np.eye(4), B=array, C=c, alpha=1)
            np.testing.assert_array_equal(c, array)

    def test_vectors_and_integers(self):
        program = hg.Program.from_source("""hg program 2
            param n
            matrix X i32 n x 1
            matrix Y i32 n x 1
            register r i32 n x 1
            LD r <- X[0, 0]
            ST Y[0, 0] <- r""", n=5)
        x, y = self.whole(np.int32, 5), np.zeros(5, np.int32)
        program.run(X=x, Y=y)
        np.testing.assert_array_equal(y, x)
        self.assertEqual(program.matrices["X"], ((5, 1), np.dtype(np.int32), False))

    def test_complex_numbers(self):
        for name, dtype in {"c32": np.complex64, "c64": np.complex128}.items():
            program = hg.Program.from_source(f"""hg program 2
                matrix Z {name} 4 x 3
                scalar beta
                register r {name} 4 x 3
                LD r <- Z[0, 0]
                EXEC scale_{name} r ; $beta
                ST Z[0, 0] <- r""")
            self.assertEqual(program.matrices["Z"].dtype, dtype)
            z = self.numbers(dtype, 4, 3)
            for column in COLUMNS:
                changed = column(z)
                program.run(Z=changed, beta=2 - 3j)
                np.testing.assert_array_equal(changed, z * dtype(2 - 3j))
            with self.assertRaises(TypeError):
                program.run(Z=np.asfortranarray(z.real), beta=1)

    def test_it_tells_of_itself(self):
        program = product(m=4)
        self.assertEqual(program.matrices,
                         {"A": ((4, 4), np.float64, False), "B": ((4, 4), np.float64, False),
                          "C": ((4, 4), np.float64, True)})
        self.assertEqual(program.scalars, ["alpha"])
        self.assertIsNone(program.verify())
        text = str(program)
        self.assertTrue(text.startswith("hg program 1\n"))
        self.assertEqual(text.count("LD "), 2)
        self.assertEqual(repr(program), f"<hg.Program of {len(program)} commands: A, B, C, alpha>")
        self.assertEqual(str(hg.Program.from_source(text)), text)
        self.assertTrue(hg.Program.from_source("hg program 1\n"), "a program of no commands is a program too")

    def test_a_program_of_format_1_runs(self):
        a, c = self.whole(np.float64, 4, 4), np.empty((4, 4), order="F")
        hg.Program.from_source(str(product(m=4)).encode()).run(A=a, B=a, C=c, alpha=1)
        np.testing.assert_array_equal(c, a.T @ a)

    def test_copies_share_the_program(self):
        program = product(m=2)
        other = copy.copy(program)
        text = str(program)
        del program
        self.assertEqual(str(other), text)

    def test_threads_run_at_once(self):
        program, factors = product(m=60), [self.whole(np.float64, 60, 60) for _ in range(8)]

        def squared(a):
            c = np.empty((60, 60), order="F")
            program.run(A=a, B=a, C=c, alpha=1)
            return c

        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            for a, c in zip(factors, pool.map(squared, factors)):
                np.testing.assert_array_equal(c, a.T @ a)


class Refused(ModuleTest):
    def test_texts(self):
        with self.assertRaises(hg.Error) as caught:
            hg.Program.from_source("hg program 2\nmatrix A f64 2x2\nLD q <- A[0, 0]\n", file_name="q.hgs")
        self.assertEqual(str(caught.exception), "q.hgs:3:4: no register is called `q`")
        self.assertEqual((caught.exception.line, caught.exception.column), (3, 4))
        with self.assertRaises(hg.Error) as caught:
            hg.Program.from_source("hg program 1\nmatrix A f64 2")
        self.assertTrue(str(caught.exception).startswith("<string>:2: "))
        self.assertEqual((caught.exception.line, caught.exception.column), (2, None))
        self.refused(hg.Error, "0: ST", hg.Program.from_source,
                     "hg program 1\ndevice d\nmatrix A f64 2x2\nslot s0@d 32\n"
                     "register r0@d.s0 f64 2x2\n0: ST A[0,0] 2x2 f64 <- r0@d.s0\n")
        self.refused(ValueError, "zero byte", hg.Program.from_source, "hg program 2\0")

    def test_parameters(self):
        self.refused(TypeError, ["<string>:2:7", "parameter m has no default"], product)
        self.refused(TypeError, "no parameter called q; it has m, n", product, m=2, q=3)
        self.refused(TypeError, "parameter m is of type float; an integer", product, m=2.0)
        self.refused(ValueError, "parameter m is 9223372036854775808; it does not fit", product, m=2**63)
        self.refused(TypeError, "is not a source, so it has no parameter called m", hg.Program.from_source,
                     "hg program 1\n", m=2)
        self.assertEqual(product(m=np.int32(2)).matrices["C"].shape, (2, 2))

    def test_arguments_of_a_run(self):
        a, c = np.ones((2, 2)), np.full((2, 2), -7.0, order="F")
        program, good = product(m=2), {"A": a, "B": a, "C": c, "alpha": 1}

        def refused(error, says, **changes):
            given = {name: value for name, value in {**good, **changes}.items() if value is not None}
            self.refused(error, says, program.run, **given)

        refused(TypeError, "A, alpha of the program are not given", A=None, alpha=None)
        refused(TypeError, "C of the program is not given", C=None)
        refused(TypeError, "no matrix or scalar called D; it has A, B, C, alpha", D=a)
        refused(TypeError, "A is of type list; a NumPy array", A=[[1, 2], [3, 4]])
        refused(TypeError, ["B has elements of type float32", "float64", "astype"], B=a.astype(np.float32))
        refused(TypeError, "B is a masked array", B=np.ma.array(a, mask=a > 0))
        refused(TypeError, ">f8", B=a.astype(">f8"))
        refused(TypeError, "alpha is of type str; a number", alpha="1")
        refused(TypeError, "alpha", alpha=1j)
        refused(ValueError, "A has shape (2, 3); (2, 2)", A=np.ones((2, 3)))
        refused(ValueError, "A has shape (2,); (2, 2)", A=np.ones(2))
        refused(ValueError, ["C has no contiguous columns", "np.asfortranarray(C)"], C=np.ones((2, 2)))
        refused(ValueError, "C has strides", C=np.ones((4, 4))[::2, ::2])
        refused(ValueError, "C has memory in common with B", B=c)
        refused(ValueError, "C has memory in common with A", A=c.T)
        locked = c.copy(order="F")
        locked.flags.writeable = False
        refused(ValueError, "C is read-only", C=locked)
        np.testing.assert_array_equal(c, np.full((2, 2), -7.0))

    @unittest.skipUnless(ON_HOST, "OpenCL devices run kernels")
    def test_kernels_without_a_host_implementation(self):
        program = hg.Program.from_file(EXAMPLES / "exchange.hgs", n=2)
        x = np.zeros((2, 4), order="F")
        self.refused(hg.Error, ["mean", "host implementation"], program.run, X=x, mail=x.copy(order="F"))


@unittest.skipIf(ON_HOST, "the examples' instructions are kernels alone")
class Examples(ModuleTest):
    def built(self, name, **parameters):
        program = hg.Program.from_file(EXAMPLES / name, **parameters)
        program.verify()
        return program

    def uniform(self, *shape):
        return np.asfortranarray(self.random.uniform(-1, 1, shape))

    def test_product(self):
        a, b, c = self.uniform(70, 50), self.uniform(50, 90), self.uniform(70, 90)
        expected = c - 2 * a @ b
        self.built("product.hgs", m=70, n=90, k=50, b=32, t=16).run(A=a, B=b, C=c, alpha=-2.0)
        np.testing.assert_allclose(c, expected, rtol=0, atol=1e-12)

    def test_solve(self):
        triangle, b = np.tril(self.uniform(70, 70) / 70) + np.eye(70), self.uniform(70, 50)
        x = b.copy(order="F")
        self.built("solve.hgs", m=70, n=50, b=16).run(L=triangle, B=x)
        np.testing.assert_allclose(triangle @ x, b, rtol=0, atol=1e-12)

    def test_sweeps(self):
        u = self.uniform(40, 50)
        after = u.copy()
        for _ in range(4):
            after[1:-1, 1:-1] = (after[:-2, 1:-1] + after[2:, 1:-1] + after[1:-1, :-2] + after[1:-1, 2:]) / 4
        self.built("jacobi.hgs", m=40, n=50, w=9, sweeps=4).run(U=u, V=u.copy(order="F"))
        np.testing.assert_allclose(u, after, rtol=0, atol=1e-14)

    def test_exchange(self):
        x = self.uniform(8, 16)
        mean = (x[:, :8] + x[:, 8:]) / 2
        self.built("exchange.hgs", n=8).run(X=x, mail=np.empty((8, 16), order="F"))
        np.testing.assert_array_equal(x, np.hstack([mean, mean]))

    def test_files_lie_in_a_folder(self):
        text = (EXAMPLES / "exchange.hgs").read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory(prefix="hg_python_") as folder:
            for place in [folder, pathlib.Path(folder)]:
                self.refused(hg.Error, [f"x.hgs:11:13: {folder}/exchange.cl"], hg.Program.from_source, text,
                             file_name="x.hgs", folder=place, n=2)
        self.assertGreater(len(hg.Program.from_source(text, folder=EXAMPLES, n=2)), 0)


if __name__ == "__main__":
    unittest.main()
