"""Objects that live on devices and are closed, SciPy's operators of them, and futures of calls."""
import array
import concurrent.futures
import threading
import time
import unittest
import unittest.mock

from module import COMPLEX, LAYOUTS, TYPES, ModuleTest, hg, np

try:
    import scipy.sparse
    import scipy.sparse.linalg
except ImportError:
    scipy = None

SOURCE = """hg program 2
param n
scalar f
matrix X f64 n x 1
register r f64 n x 1
LD r <- X[0, 0]
EXEC scale_f64 r ; $f
ST X[0, 0] <- r
"""


class Objects(ModuleTest):
    def sparse(self, dtype, rows, columns):
        dense = self.numbers(dtype, rows, columns) * (self.random.random((rows, columns)) < 0.3)
        dense[0, 0] = 1
        row, column = dense.nonzero()
        return hg.SparseMatrix((dense[row, column], (row, column)), dense.shape), dense.astype(dtype)


class Closing(Objects):
    def test_matrices(self):
        a, dense = self.sparse(np.float64, 6, 5)
        with hg.DistributedSparseMatrix(a) as distributed:
            self.assertFalse(distributed.closed)
            np.testing.assert_array_equal(distributed @ np.ones(5), dense @ np.ones(5))
        self.assertTrue(distributed.closed)
        for use in (lambda: distributed @ np.ones(5), lambda: distributed.format,
                    lambda: distributed.matvec(np.ones(5)), lambda: distributed.rmatvec(np.ones(6))):
            self.refused(ValueError, "the DistributedSparseMatrix is closed", use)
        self.assertEqual(repr(distributed), "<hg.DistributedSparseMatrix, closed>")
        self.assertEqual(distributed.shape, (6, 5))
        distributed.close()

    def test_the_library_frees_what_is_closed(self):
        a, _ = self.sparse(np.float64, 6, 5)
        functions = hg._sparse_library.sparse_functions()
        with unittest.mock.patch.object(functions, "hg_distributed_free",
                                        wraps=functions.hg_distributed_free) as free:
            distributed = hg.DistributedSparseMatrix(a)
            distributed.rmatvec(np.ones(6))
            self.assertEqual(free.call_count, 0)
            distributed.close()
            self.assertEqual(free.call_count, 2, "the matrix and its adjoint")

    def test_a_call_in_flight_keeps_what_is_closed(self):
        a, _ = self.sparse(np.float64, 6, 5)
        functions = hg._sparse_library.sparse_functions()
        freed, multiply = [], functions.hg_distributed_multiply

        def closing(*arguments):
            distributed.close()
            freed.append(free.call_count)
            return multiply(*arguments)

        with unittest.mock.patch.object(functions, "hg_distributed_free",
                                        wraps=functions.hg_distributed_free) as free:
            distributed = hg.DistributedSparseMatrix(a)
            with unittest.mock.patch.object(functions, "hg_distributed_multiply", closing):
                distributed @ np.ones(5)
            self.assertEqual(freed, [0])
            self.assertEqual(free.call_count, 1)

    def test_programs(self):
        with hg.Program.from_source(SOURCE, n=3) as program:
            self.assertEqual(program.scalars, ["f"])
        self.refused(ValueError, "the Program is closed", str, program)
        self.refused(ValueError, "the Program is closed", lambda: program.run(X=np.ones(3), f=1))
        self.assertEqual(repr(program), "<hg.Program, closed>")


@unittest.skipIf(scipy is None, "SciPy is missing")
class Operators(Objects):
    def test_products_of_operators(self):
        for dtype in TYPES:
            a, dense = self.sparse(dtype, 6, 5)
            for made, expected in ((a, dense), (hg.DistributedSparseMatrix(a), dense),
                                   (hg.DistributedSparseMatrix(a, transposed=True), dense.T),
                                   (hg.DistributedSparseMatrix(a, transposed=True, conjugated=True),
                                    dense.conj().T)):
                operator = scipy.sparse.linalg.aslinearoperator(made)
                self.assertEqual((operator.shape, operator.dtype), (expected.shape, expected.dtype))
                m, n = expected.shape
                for x, y in ((self.numbers(dtype, n), self.numbers(dtype, m)),
                             (self.numbers(dtype, n, 2), self.numbers(dtype, m, 2))):
                    np.testing.assert_array_equal(operator @ x, expected @ x)
                    np.testing.assert_array_equal(operator.H @ y, expected.conj().T @ y)
                x = self.numbers(np.complex128, n)
                np.testing.assert_array_equal(operator.matvec(x), expected @ x)
                np.testing.assert_array_equal(operator.matvec(x.real[:, np.newaxis]),
                                              expected @ x.real[:, np.newaxis])
                np.testing.assert_array_equal(operator.matvec(x.real.astype(np.int32)), expected @ x.real)

    def test_a_solver_of_scipy(self):
        a = scipy.sparse.diags([4.0, -1.0, -1.0], [0, 1, -1], (30, 30), format="csr")
        for matrix in (hg.SparseMatrix(a), hg.DistributedSparseMatrix(a)):
            operator = scipy.sparse.linalg.aslinearoperator(matrix)
            x, info = scipy.sparse.linalg.cg(operator, np.ones(30), atol=0)
            self.assertEqual(info, 0)
            np.testing.assert_allclose(a @ x, np.ones(30), 1e-4)
            x = scipy.sparse.linalg.lsqr(operator, np.ones(30), atol=1e-12, btol=1e-12)[0]
            np.testing.assert_allclose(a @ x, np.ones(30), 1e-6)


class Futures(ModuleTest):
    def test_results(self):
        for dtype in TYPES:
            a, b = self.numbers(dtype, 9, 9) + 20 * np.eye(9, dtype=dtype), self.numbers(dtype, 9, 3)
            futures = {hg.submit(function, *arguments, **options): (function, arguments, options)
                       for function, arguments, options in (
                           (hg.gemm, (a, b), {"alpha": 2}), (hg.solve, (a, b), {}), (hg.lu, (a,), {}),
                           (hg.qr, (b,), {"mode": "r"}), (hg.inv, (a,), {}), (hg.gemv, (a, b[:, 0]), {}))}
            for future in concurrent.futures.as_completed(futures):
                self.assertIsInstance(future, concurrent.futures.Future)
                function, arguments, options = futures[future]
                expected = function(*arguments, **options)
                for found, wanted in zip(future.result(), expected):
                    np.testing.assert_array_equal(found, wanted)

    def test_calls_on_the_same_memory_keep_their_order(self):
        a = np.asfortranarray([[1.0, 1.0], [0.0, 1.0]])
        power, other = np.eye(2, order="F"), np.empty((2, 2), order="F")
        futures = []
        for _ in range(100):
            futures.append(hg.submit(hg.gemm, a, power, out=other))
            futures.append(hg.submit(hg.gemm, a, other, out=power))
        concurrent.futures.wait(futures)
        np.testing.assert_array_equal(power, [[1, 200], [0, 1]])

    def test_it_returns_before_the_routine_has_ended(self):
        waiting, wait = threading.Event(), hg._matrix.call

        def slow(name, *arguments):
            if name == "hg_wait":
                self.assertTrue(waiting.wait(30))
            return wait(name, *arguments)

        with unittest.mock.patch("hg._matrix.call", slow):
            begin = time.monotonic()
            future = hg.submit(hg.gemm, np.eye(3), np.eye(3))
            self.assertLess(time.monotonic() - begin, 20)
            self.assertFalse(future.done())
            waiting.set()
            np.testing.assert_array_equal(future.result(), np.eye(3))

    def test_exceptions(self):
        self.assertIsInstance(hg.submit(hg.solve, np.zeros((2, 2)), np.ones(2)).exception(), hg.LinAlgError)
        self.assertIsInstance(hg.submit(hg.cholesky, -np.eye(2)).exception(), hg.LinAlgError)
        self.refused(TypeError, "NumPy array", hg.submit(hg.gemm, 1, 2).result)
        self.assertIsInstance(hg.submit(hg.gemm, np.eye(2)).exception(), TypeError)

    def test_the_arithmetic_of_the_thread(self):
        with hg.arithmetic("emulated"):
            self.assertEqual(hg.submit(hg._library.wanted_arithmetic).result(), "emulated")
        self.assertIsNone(hg.submit(hg._library.wanted_arithmetic).result())


class Interface:
    """An array of another library, by NumPy's protocol."""

    def __init__(self, array):
        self.array = array
        self.__array_interface__ = array.__array_interface__


class DlPack:
    """An array of another library, by DLPack; `device` is its kind."""

    def __init__(self, array, device=1):
        self.array, self.device = array, device

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.device, 0


WAYS = [memoryview, Interface, DlPack]


class Inputs(ModuleTest):
    def test_arrays_of_other_libraries(self):
        for dtype in TYPES:
            a, b = self.numbers(dtype, 4, 4) + 20 * np.eye(4, dtype=dtype), self.numbers(dtype, 4, 3)
            for way in WAYS:
                np.testing.assert_array_equal(hg.gemm(way(a), way(b)), a @ b)
                np.testing.assert_array_equal(hg.gemm(way(a), b=way(b)), a @ b)
                np.testing.assert_array_equal(hg.matmul(way(a), b[:, 0]), a @ b[:, 0])
                self.check_near(hg.solve(way(a), way(b)), np.linalg.solve(a, b))
                factors, pivots = hg.lu(way(a))
                self.check_near(hg.lu_solve((way(factors), way(pivots)), way(b)), np.linalg.solve(a, b))
                np.testing.assert_array_equal(hg.submit(hg.gemm, way(a), way(b)).result(), a @ b)

    def test_results_in_their_memory(self):
        a = np.arange(6.0).reshape(2, 3)
        for way in (memoryview, Interface):
            out = np.empty((2, 2))
            hg.gemm(a, a.T, out=way(out))
            np.testing.assert_array_equal(out, a @ a.T)
        buffer = array.array("d", [1, 2, 3, 4])
        hg.gemv(np.eye(4), np.full(4, 7.0), out=buffer)
        self.assertEqual(list(buffer), [7, 7, 7, 7])

    def test_sparse_matrices_and_programs(self):
        data, row, column = np.array([1.0, 2.0]), np.array([0, 1]), np.array([1, 0])
        for way in WAYS:
            a = hg.SparseMatrix((way(data), (way(row), way(column))), (2, 2))
            x = np.array([10.0, 20.0])
            for matrix in (a, hg.DistributedSparseMatrix(a)):
                np.testing.assert_array_equal(matrix @ way(x), [20, 20])
            np.testing.assert_array_equal(hg.spmv(a, way(x)), [20, 20])
        x = np.ones(3)
        hg.Program.from_source(SOURCE, n=3).run(X=memoryview(x), f=2)
        np.testing.assert_array_equal(x, [2, 2, 2])

    def test_what_is_no_array(self):
        self.refused(TypeError, "NumPy array", hg.gemm, [[1.0]], np.eye(1))
        self.refused(TypeError, "NumPy array", hg.gemm, b"12345678", np.eye(1))
        self.refused(TypeError, "needs it in host memory", hg.gemm, DlPack(np.eye(2), device=2), np.eye(2))
        self.refused(TypeError, "uint8", hg.gemm, bytearray(8), np.eye(1))


class Vectors(ModuleTest):
    def test_products_with_vectors(self):
        for dtype in TYPES:
            a = self.numbers(dtype, 7, 4)
            for layout in LAYOUTS:
                for matrix in (layout(a), layout(a).T):
                    m, n = matrix.shape
                    wide = self.numbers(dtype, n, 3)
                    for x in (wide[:, 0], wide[::-1, 1], np.ascontiguousarray(wide[:, 2])):
                        np.testing.assert_array_equal(hg.gemv(matrix, x), matrix @ x)
                        y = self.numbers(dtype, m, 2)[:, 0]
                        expected = 2 * (matrix @ x) - y
                        self.assertIs(hg.gemv(matrix, x, alpha=2, beta=-1, out=y), y)
                        np.testing.assert_array_equal(y, expected)

    def test_matmul(self):
        for dtype in COMPLEX + [np.float32, np.float64]:
            a, b, x, y = (self.numbers(dtype, *shape) for shape in ((5, 4), (4, 3), (4,), (5,)))
            for left, right in ((a, b), (a, x), (y, a), (x, x), (x, x[::-1]), (x[::2], b[:2]), (a[:0], x)):
                found = hg.matmul(left, right)
                np.testing.assert_array_equal(found, left @ right)
                self.assertEqual(np.asarray(found).dtype, dtype)
            out = np.empty(5, dtype)
            self.assertIs(hg.matmul(a, x, out=out), out)
            np.testing.assert_array_equal(out, a @ x)

    def test_refused_arguments(self):
        a, x = np.ones((3, 2)), np.ones(2)
        self.refused(ValueError, "(2,) is needed", hg.gemv, a, np.ones(3))
        self.refused(TypeError, "float32", hg.gemv, a, x.astype(np.float32))
        self.refused(ValueError, "no out", hg.gemv, a, x, beta=1)
        self.refused(ValueError, "positive multiple", hg.gemv, a, x, out=np.ones(3)[::-1])
        self.refused(ValueError, "memory in common", hg.gemv, np.ones((2, 2)), x, out=x)
        self.refused(ValueError, "dimensions", hg.matmul, np.ones((2, 2, 2)), x)
        self.refused(ValueError, "is a number", hg.matmul, x, x, out=np.ones(1))
        self.refused(ValueError, "(2,) is needed", hg.matmul, x, np.ones(3))


if __name__ == "__main__":
    unittest.main()
