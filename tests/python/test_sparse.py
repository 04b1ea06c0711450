"""Sparse matrices from SciPy's, from arrays and from files; products and solvers beside SciPy's; and what is
refused."""
import concurrent.futures
import copy
import gc
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import weakref

from module import PACKAGE, TYPES, ModuleTest, hg, np

try:
    import scipy.io
    from scipy import sparse
    from scipy.sparse import linalg
except ImportError:
    sparse = None

FORMATS = ["csr", "csc", "coo", "bsr", "dia", "lil", "dok"]
PLACED = ["csr", "csr_merge", "sell", "ell", "coo", "hybrid"]
ON_HOST = "host" in os.environ["HG_DEVICES"]


@unittest.skipIf(sparse is None, "SciPy is missing")
class SparseTest(ModuleTest):
    def sample(self, dtype, rows, columns, density=0.3):
        """A csr_matrix with empty rows; sums of products of its elements are exact."""
        dense = self.numbers(dtype, rows, columns) * (self.random.random((rows, columns)) < density)
        dense[::3] = 0
        return sparse.csr_matrix(dense.astype(dtype))

    def same(self, found, expected):
        """The same nonzeros as a csr matrix of SciPy's in its canonical form."""
        expected = expected.tocsr()
        self.assertEqual((found.shape, found.dtype, found.nnz),
                         (expected.shape, expected.dtype, expected.nnz))
        np.testing.assert_array_equal(found.indptr, expected.indptr)
        np.testing.assert_array_equal(found.indices, expected.indices)
        np.testing.assert_array_equal(found.data, expected.data)


class Conversions(SparseTest):
    def test_every_format_and_type(self):
        for dtype in TYPES:
            for shape in [(7, 9), (1, 4), (6, 1), (0, 5), (4, 0), (12, 3)]:
                a = self.sample(dtype, *shape)
                for name in FORMATS:
                    if 0 in shape and name in ("bsr", "dia"):
                        continue
                    with self.subTest(dtype=dtype, shape=shape, format=name):
                        self.same(hg.SparseMatrix(a.asformat(name)), a.asformat(name).tocsr())
                self.same(hg.SparseMatrix(sparse.csr_array(a)), a)
                self.same(hg.SparseMatrix(a).T, a.T.tocsr())
                self.same(hg.SparseMatrix(a).H, a.conj().T.tocsr())
                back = hg.SparseMatrix(a).to_scipy()
                self.assertEqual((back != a).nnz, 0)

    def test_the_matrix_does_not_change_with_its_source(self):
        for index in (np.int32, np.int64):
            for name in FORMATS[:4]:
                for copied in (True, False):
                    a = self.sample(np.float64, 8, 6).asformat(name)
                    if name in ("csr", "csc"):
                        a.indices, a.indptr = a.indices.astype(index), a.indptr.astype(index)
                    with self.subTest(index=index, format=name, copy=copied):
                        before, x = a.tocsr().copy(), np.ones(6)
                        matrix = hg.SparseMatrix(a, copy=copied)
                        distributed = hg.DistributedSparseMatrix(a, streamed=True)
                        if copied:
                            a *= 2
                        for indices in ("indices", "indptr") if name != "coo" else ("row", "col"):
                            # an unchecked index would be read far out of bounds
                            getattr(a, indices)[:] = 2**30
                        np.testing.assert_array_equal(matrix @ x, before @ x)
                        np.testing.assert_array_equal(distributed @ x, before @ x)
                        if copied:
                            self.same(matrix, before)

    def test_zeros_that_scipy_eliminates(self):
        data, places = np.array([1.0, 0.0, 2.0]), np.array([0, 1, 1], np.int32)
        a = sparse.csr_matrix((data, places, np.array([0, 2, 3], np.int32)), (2, 2))
        matrix = hg.SparseMatrix(a)
        a.eliminate_zeros()
        np.testing.assert_array_equal(matrix @ np.ones(2), [1, 2])

    def test_values_are_shared_on_demand_alone(self):
        a = self.sample(np.float64, 8, 5)
        self.assertFalse(np.shares_memory(hg.SparseMatrix(a).data, a.data))
        wide = a.copy()
        wide.indices, wide.indptr = wide.indices.astype(np.int64), wide.indptr.astype(np.int64)
        for source in (a, wide):
            shared = hg.SparseMatrix(source, copy=False)
            self.same(shared, a)
            self.assertTrue(np.shares_memory(shared.data, source.data))
            self.assertFalse(np.shares_memory(shared.indices, source.indices))
            self.assertFalse(np.shares_memory(shared.indptr, source.indptr))
            self.assertFalse(np.shares_memory(hg.SparseMatrix(shared).data, source.data))
            self.assertTrue(np.shares_memory(hg.SparseMatrix(shared, copy=False).data, source.data))
            self.same(hg.SparseMatrix(source), a)
        unsorted = sparse.csr_matrix((np.array([1.0, 2.0]), np.array([1, 0]), np.array([0, 2])), (1, 2))
        self.assertFalse(np.shares_memory(hg.SparseMatrix(unsorted, copy=False).data, unsorted.data))

    def test_adopted_arrays_live_as_long_as_the_matrix(self):
        a = self.sample(np.float64, 50, 40)
        expected, watch = a.toarray(), weakref.ref(a)
        data = a.data.copy()
        watched = weakref.ref(data)
        matrix = hg.SparseMatrix((data, a.indices, a.indptr), a.shape, copy=False)
        distributed, view = hg.DistributedSparseMatrix(matrix), matrix.data
        del a, data, matrix
        gc.collect()
        self.assertIsNone(watch())
        self.assertIsNotNone(watched())
        x = self.numbers(np.float64, 40)
        np.testing.assert_array_equal(distributed @ x, expected @ x)
        del distributed
        gc.collect()
        np.testing.assert_array_equal(view, expected[expected != 0])
        del view
        gc.collect()
        self.assertIsNone(watched(), "nobody needs them any more")

    def test_unsorted_and_repeated_elements_of_scipy(self):
        data, indices, indptr = np.array([1.0, 2.0, 4.0, 8.0]), np.array([2, 0, 2, 1]), np.array([0, 3, 3, 4])
        a = sparse.csr_matrix((data, indices, indptr), (3, 3))
        before = a.indices.copy()
        expected = sparse.csr_matrix(a.toarray())
        self.same(hg.SparseMatrix(a), expected)
        self.same(hg.SparseMatrix(a.tocoo()), expected)
        self.same(hg.SparseMatrix(sparse.csc_matrix((data, indices, indptr), (3, 3))), expected.T.tocsr())
        np.testing.assert_array_equal(a.indices, before)

    def test_memory_follows_elements_and_rows(self):
        one, far = np.array([0]), np.array([2**40])
        wide = hg.SparseMatrix((np.ones(1), (one, far)), (3, 2**41))
        self.assertEqual(wide.indices, far)
        self.assertEqual(hg.DistributedSparseMatrix(wide).shape, (3, 2**41))
        for function in (lambda: hg.SparseMatrix((np.ones(1), (far, one)), (2**41, 3)), lambda: wide.T,
                         lambda: wide.H, lambda: hg.DistributedSparseMatrix(wide, transposed=True)):
            self.refused(ValueError, "at most 16777280 rows are taken for 1 elements", function)
        dictionary = sparse.dok_matrix((2**40, 2), dtype=np.float64)
        dictionary[7, 1] = 1
        self.refused(ValueError, "at most 16777280 rows", hg.SparseMatrix, dictionary)

    def test_longer_arrays_of_scipy(self):
        a = self.sample(np.float64, 6, 6)
        expected = a.copy()
        a.data, a.indices = np.append(a.data, [9, 9]), np.append(a.indices, [0, 0]).astype(np.int32)
        self.same(hg.SparseMatrix(a), expected)

    def test_arrays(self):
        a = self.sample(np.complex64, 9, 11)
        for index in [np.int32, np.int64, np.uint8, ">i4"]:
            with self.subTest(index=index):
                arrays = a.data, a.indices.astype(index), a.indptr.astype(index)
                self.same(hg.SparseMatrix(arrays, a.shape), a)
                coo = a.tocoo()
                places = coo.row.astype(index)[::-1], coo.col.astype(index)[::-1]
                self.same(hg.SparseMatrix((coo.data[::-1], places), a.shape), a)
        data = np.array([1.0, 2.0, 4.0])
        indices, indptr = np.array([1, 0, 1], np.int32), np.array([0, 3], np.int32)
        mended = hg.SparseMatrix((data, indices, indptr), (1, 2), sort=True, sum_duplicates=True)
        np.testing.assert_array_equal(mended.data, [2, 5])
        summed = hg.SparseMatrix((data, (np.array([0, 0, 0]), indices)), (1, 2), sum_duplicates=True)
        np.testing.assert_array_equal(summed.data, [2, 5])
        wide = hg.SparseMatrix((data[:1], np.array([2**40]), np.array([0, 1])), (1, 2**41))
        self.assertEqual((wide.indices.dtype, wide.indices[0]), (np.int64, 2**40))

    def python(self, code):
        """What a new interpreter prints."""
        environment = {**os.environ, "PYTHONPATH": str(PACKAGE)}
        return subprocess.run([sys.executable, "-B", "-c", code], env=environment, text=True, timeout=50,
                              check=True, stdout=subprocess.PIPE).stdout.strip()

    def test_arrays_need_no_scipy(self):
        code = """import sys
sys.modules["scipy"] = None  # an import of it fails
import hg, numpy as np
place = np.arange(3)
a = hg.SparseMatrix((place + 1.0, (place, place)), (3, 3))
print(hg.DistributedSparseMatrix(a) @ np.ones(3), hg.solve_cg(a, place + 1.0)[0])
try:
    a.to_scipy()
except ImportError:
    print("missed")"""
        self.assertEqual(self.python(code), "[1. 2. 3.] [1. 1. 1.]\nmissed")

    def test_says_where_it_looked_for_the_library(self):
        code = """import hg, numpy as np
hg._library.PATH = "/nonexistent/libhg_lapack.so"
try:
    hg.SparseMatrix((np.ones(1), np.zeros(1, int), np.arange(2)), (1, 1))
except ImportError as error:
    print(error)"""
        text = self.python(code)
        for words in ["libhg_sparse.so, which sparse matrices need", "/nonexistent/libhg_sparse.so",
                      "on the loader's path", "./hg build"]:
            self.assertIn(words, text)

    def test_it_tells_of_itself(self):
        a = hg.SparseMatrix(self.sample(np.float32, 7, 9))
        self.assertEqual(repr(a), f"<hg.SparseMatrix of 7 x 9, {a.nnz} nonzeros of float32>")
        self.assertEqual(repr(hg.DistributedSparseMatrix(a, transposed=True, format="csr")),
                         "<hg.DistributedSparseMatrix of 9 x 7, float32 as csr>")
        for array in (a.data, a.indices, a.indptr):
            self.assertFalse(array.flags.writeable)
            with self.assertRaises(ValueError):
                array.flags.writeable = True
        other = copy.copy(a)
        del a
        self.assertEqual(other.shape, (7, 9))


class Products(SparseTest):
    def test_all_types_and_ops(self):
        for dtype in TYPES:
            a = self.sample(dtype, 23, 31)
            matrix = hg.SparseMatrix(a)
            for options, op in [({}, a), ({"transposed": True}, a.T),
                                ({"transposed": True, "conjugated": True}, a.conj().T)]:
                distributed = hg.DistributedSparseMatrix(matrix, **options)
                x, X = self.numbers(dtype, op.shape[1]), self.numbers(dtype, op.shape[1], 3)
                self.assertEqual((distributed.shape, distributed.dtype), (op.shape, dtype))
                for expected, operand in [(op @ x, x), (op @ X, X), (op @ X, np.asfortranarray(X)),
                                          (op @ X[:, :0], X[:, :0])]:
                    np.testing.assert_array_equal(distributed @ operand, expected)
                    np.testing.assert_array_equal(hg.spmv(matrix, operand, **options), expected)
                out = np.asfortranarray(self.numbers(dtype, op.shape[0], 3))
                before = out.copy()
                self.assertIs(distributed.multiply(X, alpha=2, beta=-1, out=out), out)
                np.testing.assert_array_equal(out, 2 * (op @ X) - before)
                self.assertIs(hg.spmv(a, X, alpha=2, beta=1, out=out, **options), out)
                np.testing.assert_array_equal(out, 4 * (op @ X) - before)
            np.testing.assert_array_equal(matrix @ self.numbers(dtype, 31), matrix.to_scipy() @ self.last)

    def numbers(self, dtype, *shape):
        self.last = super().numbers(dtype, *shape)
        return self.last

    def test_vectors_with_gaps(self):
        a, x = self.sample(np.float64, 5, 4), self.numbers(np.float64, 8)
        distributed, out = hg.DistributedSparseMatrix(a), np.full((7, 4), -7.0, order="F")
        np.testing.assert_array_equal(distributed @ x[::2], a @ x[::2])
        np.testing.assert_array_equal(distributed @ x[3::-1], a @ x[3::-1])
        distributed.multiply(x.reshape(4, 2), out=out[1:6, 1:3])
        np.testing.assert_array_equal(out[1:6, 1:3], a @ x.reshape(4, 2))
        self.assertEqual((out == -7).sum(), 28 - 10)

    def test_formats(self):
        a, x = self.sample(np.float64, 60, 60), self.numbers(np.float64, 60)
        for name in PLACED:
            distributed = hg.DistributedSparseMatrix(a, format=name)
            self.assertEqual((distributed.format, distributed.is_resident), (name, True))
            np.testing.assert_array_equal(distributed @ x, a @ x)
        streamed = hg.DistributedSparseMatrix(a, streamed=True, format="sell", slice=16, window=32)
        self.assertFalse(streamed.is_resident)
        np.testing.assert_array_equal(streamed @ x, a @ x)

    def test_empty_matrices(self):
        for shape in [(0, 5), (5, 0), (4, 4)]:
            a = sparse.csr_matrix(shape)
            np.testing.assert_array_equal(hg.DistributedSparseMatrix(a) @ np.ones(shape[1]),
                                          np.zeros(shape[0]))
            np.testing.assert_array_equal(hg.SparseMatrix(a) @ np.ones((shape[1], 2)),
                                          np.zeros((shape[0], 2)))

    def test_beta_zero_does_not_read(self):
        a, out = self.sample(np.float64, 6, 6), np.full(6, np.nan)
        np.testing.assert_array_equal(hg.DistributedSparseMatrix(a).multiply(np.ones(6), out=out),
                                      a @ np.ones(6))

    def test_threads_multiply_at_once(self):
        a = self.sample(np.float64, 200, 200)
        distributed = hg.DistributedSparseMatrix(a)
        vectors = [self.numbers(np.float64, 200) for _ in range(8)]
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            for x, y in zip(vectors, pool.map(distributed.multiply, vectors)):
                np.testing.assert_array_equal(y, a @ x)


def grid(n, dtype):
    """The 5-point Laplacian of an n x n grid, with a phase that keeps it hermitian if it is complex."""
    line = sparse.diags([-1.0, 2.0, -1.0], [-1, 0, 1], (n, n))
    a = sparse.kronsum(line, line).tocsr()
    if np.dtype(dtype).kind == "c":
        turn = sparse.diags(np.exp(1j * np.arange(n * n)))
        a = turn @ a @ turn.conj()
    return a.astype(dtype).tocsr()


SOLVERS = [hg.solve_cg, hg.solve_bicgstab, hg.solve_gmres]


class Solvers(SparseTest):
    def test_converged(self):
        for dtype in TYPES if ON_HOST else [np.float64]:
            a, tolerance = grid(9, dtype), 1e-10 if np.finfo(dtype).eps < 1e-10 else 1e-4
            b = self.numbers(dtype, 81)
            expected = linalg.spsolve(a.tocsc(), b)
            for solve in SOLVERS:
                with self.subTest(dtype=dtype, solve=solve.__name__):
                    x, report = solve(a, b, tolerance=tolerance, preconditioner="block_jacobi", block=4)
                    self.assertEqual((x.dtype, report.reason, report.converged), (dtype, "converged", True))
                    self.assertEqual(len(report.history), report.iterations + 1)
                    self.assertAlmostEqual(report.history[0], 1, 6)
                    self.assertLessEqual(report.history[-1], tolerance)
                    self.assertGreater(report.history[-2], tolerance)
                    self.assertAlmostEqual(report.residual, np.linalg.norm(b - a @ x) / np.linalg.norm(b),
                                           delta=tolerance)
                    self.assertGreaterEqual(report.seconds, report.begin_seconds + report.iteration_seconds)
                    self.assertGreater(min(report.begin_seconds, report.iteration_seconds), 0)
                    np.testing.assert_allclose(x, expected, rtol=0,
                                               atol=200 * tolerance * abs(expected).max())

    def test_polynomials(self):
        a, b = grid(12, np.float64), self.numbers(np.float64, 144)
        counts = []
        for degree in [1, 6]:
            x, report = hg.solve_cg(a, b, preconditioner="chebyshev", degree=degree)
            np.testing.assert_allclose(x, linalg.spsolve(a.tocsc(), b), atol=1e-7)
            counts.append(report.iterations)
        self.assertLess(counts[1], counts[0])
        with self.assertRaisesRegex(ValueError, "degree. is 33"):
            hg.solve_cg(a, b, preconditioner="chebyshev", degree=33)

    def test_an_unsymmetric_system(self):
        a = grid(8, np.float64) + sparse.diags(np.full(63, 0.7), 1)
        b = self.numbers(np.float64, 64)
        for solve in SOLVERS[1:]:
            x, report = solve(hg.SparseMatrix(a), b)
            self.assertTrue(report.converged)
            np.testing.assert_allclose(x, linalg.spsolve(a.tocsc(), b), atol=1e-7)

    def test_other_ends(self):
        a, b = grid(9, np.float64), np.ones(81)
        for solve in SOLVERS:
            x, report = solve(a, b, most_iterations=3)
            self.assertEqual((report.reason, report.iterations, len(report.history), report.converged),
                             ("limit", 3, 4, False))
            self.assertAlmostEqual(report.residual, np.linalg.norm(b - a @ x) / 9, 10)
        self.assertEqual(hg.solve_cg(-a, b, preconditioner="none")[1].reason, "indefinite")
        for solve in SOLVERS:
            _, report = solve(a, b, tolerance=1e-20)
            self.assertEqual((report.reason, report.converged), ("stagnated", False))
            self.assertLess(report.residual, 1e-14)
        b[4] = np.nan
        self.assertEqual(hg.solve_bicgstab(a, b)[1].reason, "breakdown")

    def test_any_unit(self):
        a, b = grid(9, np.float64), self.numbers(np.float64, 81)
        for solve in SOLVERS:
            expected = solve(a, b)[0]
            for of_a, of_b in [(0, -600), (0, 900), (600, 0), (-900, -900)]:
                with self.subTest(solve=solve.__name__, of_a=of_a, of_b=of_b):
                    x, report = solve(a * 2.0**of_a, b * 2.0**of_b)
                    self.assertTrue(report.converged)
                    np.testing.assert_array_equal(x * 2.0**-(of_b - of_a), expected)

    def test_a_first_guess(self):
        a, b = grid(9, np.float64), self.numbers(np.float64, 81)
        x, _ = hg.solve_cg(a, b)
        again, report = hg.solve_cg(a, b, x0=x, tolerance=1e-9)
        self.assertEqual(report.iterations, 0)
        np.testing.assert_array_equal(again, x)
        self.assertFalse(np.shares_memory(again, x))

    def test_an_observer(self):
        a, b = grid(9, np.float64), self.numbers(np.float64, 81)

        def stop(iterations, residual):
            raise KeyboardInterrupt(iterations)

        for solve in SOLVERS:
            told = []
            _, report = solve(a, b, observe=lambda iterations, residual: told.append((iterations, residual)))
            self.assertGreater(len(told), 0)
            for iterations, residual in told:
                self.assertEqual(report.history[iterations], residual)
            self.refused(KeyboardInterrupt, "", solve, a, b, observe=stop)
            self.refused(TypeError, "not callable", solve, a, b, observe=1)

    def test_refused(self):
        a, b = grid(3, np.float64), np.ones(9)
        for solve in SOLVERS:
            self.refused(ValueError, "a has shape (9, 8); a square", solve, a[:, :8], b)
            self.refused(ValueError, "b has shape (8,); (9,)", solve, a, b[:8])
            self.refused(ValueError, "x0 has shape (9, 1)", solve, a, b, x0=b[:, np.newaxis])
            self.refused(TypeError, "x0 has elements of type float32; the matrix's are float64", solve, a, b,
                         x0=b.astype(np.float32))
            self.refused(TypeError, "b is of type list", solve, a, [1] * 9)
            self.refused(TypeError, "b is a masked array", solve, a, np.ma.array(b, mask=b > 0))
            self.refused(TypeError, "a is of type ndarray; an hg.SparseMatrix", solve, a.toarray(), b)
            self.refused(ValueError, "preconditioner is 'ilu'; none, jacobi", solve, a, b,
                         preconditioner="ilu")
            self.refused(ValueError, "(tolerance) must be 0 or more", solve, a, b, tolerance=-1.0)
            self.refused(ValueError, "(most_iterations)", solve, a, b, most_iterations=-1)
            self.refused(ValueError, "(block) is 33", solve, a, b, block=33)
            self.refused(TypeError, "float", solve, a, b, most_iterations=10.0)
        self.refused(ValueError, "(restart) is 201", hg.solve_gmres, a, b, restart=201)
        self.refused(ValueError, "(stride) is 0", hg.solve_cg, a, b, stride=0)


class Files(SparseTest):
    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory(prefix="hg_python_")
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name) / "a.mtx"

    def test_hg_reads_what_scipy_writes_and_scipy_what_hg_writes(self):
        for dtype in TYPES:
            a = self.sample(dtype, 12, 7)
            hg.write_matrix_market(self.path, a)
            self.assertEqual((scipy.io.mmread(str(self.path)).tocsr() != a).nnz, 0)
            self.same(hg.read_matrix_market(self.path, dtype=dtype), a)
            scipy.io.mmwrite(str(self.path), a)
            found = hg.read_matrix_market(str(self.path))
            self.same(found, a.astype(np.result_type(dtype, np.float64)))
        symmetric = grid(3, np.float64)
        scipy.io.mmwrite(str(self.path), symmetric, symmetry="symmetric")
        self.same(hg.read_matrix_market(self.path), symmetric)

    def test_refused(self):
        head = "%%MatrixMarket matrix coordinate real general\n2 2 2\n"
        self.path.write_text(head + "1 1 1\n1 3 1\n", encoding="utf-8")
        with self.assertRaises(hg.Error) as caught:
            hg.read_matrix_market(self.path)
        self.assertTrue(str(caught.exception).startswith(f"{self.path}:4: "), caught.exception)
        self.assertEqual((caught.exception.line, caught.exception.info), (4, -1005))
        self.path.write_text(head + "1 1 1\n1 1 2\n", encoding="utf-8")
        self.refused(hg.Error, "a.mtx", hg.read_matrix_market, self.path)
        np.testing.assert_array_equal(hg.read_matrix_market(self.path, sum_duplicates=True).data, [3])
        self.refused(TypeError, "int32", hg.read_matrix_market, self.path, dtype=np.int32)
        self.refused(hg.Error, "none.mtx", hg.read_matrix_market, self.path.with_name("none.mtx"))
        self.refused(hg.Error, "no/a.mtx", hg.write_matrix_market, self.path.parent / "no/a.mtx",
                     self.sample(np.float64, 2, 2))
        self.refused(TypeError, "a is of type ndarray", hg.write_matrix_market, self.path, np.eye(2))


class Refused(SparseTest):
    def test_matrices(self):
        data = np.array([1.0, 2.0, 4.0])
        indices, indptr = np.array([0, 2, 1], np.int32), np.array([0, 2, 3], np.int32)

        def refused(error, says, shape=(2, 3), **changes):
            given = {"data": data, "indices": indices, "indptr": indptr, **changes}
            self.refused(error, says, hg.SparseMatrix, tuple(given.values()), shape)

        refused(TypeError, "shape is not given", None)
        refused(ValueError, "shape is (2,); two numbers", (2,))
        refused(TypeError, "float", (2.0, 3))
        refused(ValueError, "shape is (-1, 3); both", (-1, 3))
        refused(ValueError, "indptr has 3 elements; a matrix of 3 rows needs 4", (3, 3))
        refused(ValueError, "data has 2 elements, indices 3, and indptr ends with 3", data=data[:2])
        refused(ValueError, "indices 2", indices=indices[:2])
        refused(TypeError, "data has elements of type int64; float64", data=np.array([1, 2, 3]))
        refused(TypeError, "data is of type list; a NumPy array", data=[1.0, 2.0, 3.0])
        refused(ValueError, "data has 2 dimensions", data=np.ones((3, 1)))
        for name, array in [("data", data), ("indices", indices), ("indptr", indptr)]:
            refused(TypeError, f"{name} is a masked array",
                    **{name: np.ma.array(array, mask=array == array[0])})
        refused(TypeError, "indices has elements of type float64; integers", indices=np.zeros(3))
        for index in [np.int32, np.int64]:
            refused(ValueError, "row_start[0] = 1 must be 0", indptr=np.array([1, 2, 3], index))
            refused(ValueError, "is less than row_start[1] = 4", indptr=np.array([0, 4, 3], index))
            refused(ValueError, "column[1] = 3 must be 0 or more and less than 3",
                    indices=np.array([0, 3, 1], index))
            refused(ValueError, "column[0] = -1 must be", indices=np.array([-1, 2, 1], index))
            refused(ValueError, "row 0 has column 0 after column 2; columns of a row must ascend, or sort",
                    indices=np.array([2, 0, 1], index))
            refused(ValueError, "element (0, 2) is given more than once; sum_duplicates",
                    indices=np.array([2, 2, 1], index))
        self.refused(ValueError, "row[1] = 5", hg.SparseMatrix, (data, (np.array([0, 5, 1]), indices)),
                     (2, 3))
        self.refused(ValueError, "row 2 and col 3", hg.SparseMatrix, (data, (np.array([0, 1]), indices)),
                     (2, 3))
        self.refused(ValueError, "element (0, 0) is given more than once", hg.SparseMatrix,
                     (data, (np.zeros(3, int), np.zeros(3, int))), (2, 3))
        self.refused(TypeError, "a is of type ndarray; a SciPy sparse matrix", hg.SparseMatrix,
                     np.eye(2))
        self.refused(TypeError, "a has elements of type int64", hg.SparseMatrix,
                     sparse.csr_matrix(np.eye(2, dtype=np.int64)))
        self.refused(ValueError, "a has shape (2, 2), not (2, 3)", hg.SparseMatrix, sparse.identity(2),
                     (2, 3))
        broken = sparse.csr_matrix(np.eye(3))
        broken.indices[1] = 7
        self.refused(ValueError, "column[1] = 7", hg.SparseMatrix, broken)

    def test_products(self):
        a = self.sample(np.float64, 4, 6)
        distributed, x = hg.DistributedSparseMatrix(a), np.ones(6)
        for multiply in (distributed.multiply, lambda *given, **options: hg.spmv(a, *given, **options)):
            self.refused(ValueError, "x has shape (5,); (6,) or (6, columns)", multiply, x[:5])
            self.refused(ValueError, "x has shape ()", multiply, np.array(1.0))
            self.refused(TypeError, ["x has elements of type float32", "float64", "astype"], multiply,
                         x.astype(np.float32))
            self.refused(TypeError, "x is of type list", multiply, [1.0] * 6)
            self.refused(TypeError, "alpha is 1j; it must be real, since the elements are", multiply, x,
                         alpha=1j)
            self.refused(TypeError, "beta is 1j", multiply, x, beta=np.complex64(1j), out=np.ones(4))
            self.refused(TypeError, "x is a masked array", multiply, np.ma.array(x, mask=x > 0))
            self.refused(TypeError, "out is a masked array", multiply, x,
                         out=np.ma.array(np.ones(4), mask=True))
            self.refused(ValueError, "beta is 1, but there is no out", multiply, x, beta=1)
            self.refused(ValueError, "out has shape (5,); (4,)", multiply, x, out=np.ones(5))
            self.refused(ValueError, "no contiguous columns", multiply, np.ones((6, 2)), out=np.ones((4, 2)))
            self.refused(ValueError, "out has no contiguous columns", multiply, x, out=np.ones(8)[::2])
            larger = np.ones(10)
            self.refused(ValueError, "out has memory in common with x", multiply, larger[:6], out=larger[4:8])
        square = hg.DistributedSparseMatrix(sparse.identity(4))
        self.refused(TypeError, "unsupported", lambda: np.ones(4) @ square)
        self.refused(TypeError, "unsupported", lambda: square @ [1, 2, 3, 4])
        self.refused(TypeError, "unsupported", lambda: np.ones(4) @ hg.SparseMatrix(sparse.identity(4)))

    def test_placing(self):
        a = self.sample(np.float64, 4, 6)
        self.refused(ValueError, "format is 'csc'; automatic, csr", hg.DistributedSparseMatrix, a,
                     format="csc")
        self.refused(ValueError, "conjugated goes with transposed", hg.DistributedSparseMatrix, a,
                     conjugated=True)
        self.refused(ValueError, "do not fit", hg.DistributedSparseMatrix, a, format="csr", lanes=3)
        self.refused(TypeError, "float", hg.DistributedSparseMatrix, a, lanes=2.0)
        self.refused(TypeError, "a is of type ndarray", hg.DistributedSparseMatrix, np.eye(2))


if __name__ == "__main__":
    unittest.main()
