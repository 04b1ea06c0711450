"""hg behind the names of numpy.linalg and scipy.linalg: NumPy and SciPy tell what is right."""
import itertools
import threading
import unittest
import unittest.mock
import warnings

from module import LAYOUTS, TYPES, ModuleTest, hg, np, triangle

try:
    import scipy.linalg
except ImportError:
    scipy = None

ORDERS = [1, 2, 20]
SINGLE = [np.float32, np.complex64]


def watched_calls():
    """Tells of the routines that are called meanwhile."""
    return unittest.mock.patch("hg._matrix.call", wraps=hg._library.call)


class AccelerateTest(ModuleTest):
    def setUp(self):
        super().setUp()
        self.enterContext(warnings.catch_warnings())
        # numpy.matrix is old, and SciPy estimates the condition of a lower triangle by the upper one.
        warnings.simplefilter("ignore")

    def matrix(self, dtype, *shape):
        """Well conditioned, if it is square."""
        values = self.random.standard_normal(shape) + 3 * np.eye(*shape)
        if np.dtype(dtype).kind == "c":
            values = values + 1j * self.random.standard_normal(shape)
        return values.astype(dtype)

    def definite(self, dtype, order):
        a = self.matrix(dtype, order, order)
        return (a @ a.conj().T + np.eye(order)).astype(dtype)

    def check_same(self, found, expected, tolerance, compare=lambda x: x):
        """Types and shapes are the same, and values but for rounding; in tuples, too."""
        self.assertIs(type(found), type(expected))
        if isinstance(expected, tuple):
            self.assertEqual(len(found), len(expected))
            for pair in zip(found, expected):
                self.check_same(*pair, tolerance, compare)
        elif expected is not None:
            found, expected = np.asarray(found), np.asarray(expected)
            self.assertEqual((found.dtype, found.shape), (expected.dtype, expected.shape))
            np.testing.assert_allclose(compare(found), compare(expected), tolerance, tolerance)

    def check_call(self, home, name, *arguments, compare=lambda x: x, **options):
        """hg computes the call, and leaves its arguments unchanged."""
        arrays = [argument for argument in arguments if isinstance(argument, np.ndarray)]
        before = [np.copy(array) for array in arrays]
        expected = getattr(home, name)(*arguments, **options)
        with hg.accelerate(threshold=1), watched_calls() as call:
            found = getattr(home, name)(*arguments, **options)
        self.assertTrue(call.called, f"{name} does not reach hg")
        self.check_same(found, expected, 1e-3 if any(array.dtype in SINGLE for array in arrays) else 1e-9,
                        compare)
        for array, values in zip(arrays, before):
            np.testing.assert_array_equal(array, values)

    def check_left(self, home, name, *arguments, threshold=1, **options):
        """hg leaves the call to the original."""
        expected = getattr(home, name)(*arguments, **options)
        with hg.accelerate(threshold), unittest.mock.patch("hg._matrix.call") as call:
            found = getattr(home, name)(*arguments, **options)
        self.assertFalse(call.called, f"{name} reaches hg")
        self.check_same(found, expected, 1e-12)

    def problems(self):
        """Elements, an order, and a layout of a matrix."""
        return itertools.product(TYPES, ORDERS, LAYOUTS)


class NumPy(AccelerateTest):
    def test_systems(self):
        for dtype, order, layout in self.problems():
            a = layout(self.matrix(dtype, order, order))
            for b in (a[:, 0], self.matrix(dtype, order, 3), np.asfortranarray(a)):
                self.check_call(np.linalg, "solve", a, b)
            self.check_call(np.linalg, "inv", a)
            self.check_call(np.linalg, "det", a)
            self.check_call(np.linalg, "slogdet", a)
            self.check_call(np.linalg, "cholesky", layout(self.definite(dtype, order)))

    def test_cholesky_reads_the_lower_triangle(self):
        for dtype, order, layout in self.problems():
            a = self.definite(dtype, order)
            a[np.triu_indices(order, 1)] = np.nan
            self.check_call(np.linalg, "cholesky", layout(a))

    def test_qr(self):
        for dtype, order, layout in self.problems():
            for rows in (order, 3 * order, order // 2 + 1):
                a = layout(self.matrix(dtype, rows, order))
                for mode in ("reduced", "complete", "r", "raw"):
                    self.check_call(np.linalg, "qr", a, mode, compare=np.abs)

    def test_least_squares(self):
        for dtype, order, layout in self.problems():
            a = layout(self.matrix(dtype, 3 * order, order))
            for b in (self.matrix(dtype, 3 * order, 2), self.matrix(dtype, 3 * order, 1)[:, 0]):
                self.check_call(np.linalg, "lstsq", a, b, rcond=None)
        deficient = np.ones((12, 3))
        self.check_call(np.linalg, "lstsq", deficient, np.arange(12.0), rcond=None)
        self.check_left(np.linalg, "lstsq", self.matrix(np.float64, 5, 4), np.ones(5), rcond=None)

    def test_other_types(self):
        whole = np.array([[4, 1, 0], [1, 5, 2], [0, 2, 6]])
        for dtype in (np.int64, np.int8, np.uint16):
            for name in ("inv", "cholesky", "det", "slogdet"):
                self.check_call(np.linalg, name, whole.astype(dtype))
            self.check_call(np.linalg, "qr", whole.astype(dtype), compare=np.abs)
            self.check_call(np.linalg, "solve", whole.astype(dtype), np.ones(3, np.float32))
        self.check_call(np.linalg, "solve", whole.astype(np.float32), np.ones(3, np.complex64))
        self.check_left(np.linalg, "solve", whole.astype(">f8"), np.ones(3))

    def test_matrices_stay_matrices(self):
        a = np.matrix(self.definite(np.float64, 6))
        for name in ("inv", "cholesky", "det"):
            self.check_call(np.linalg, name, a)
        self.check_call(np.linalg, "qr", a, compare=np.abs)
        self.check_call(np.linalg, "solve", a, np.matrix(np.ones((6, 2))))
        self.assertIs(type(a.I), np.matrix)

    def test_what_stays_with_numpy(self):
        class Own(np.ndarray):
            pass

        a = self.definite(np.float64, 6)
        self.check_left(np.linalg, "inv", np.stack([a, a]))
        self.check_left(np.linalg, "solve", np.stack([a, a]), np.ones((2, 6, 1)))
        self.check_left(np.linalg, "inv", a.view(Own))
        self.check_left(np.linalg, "inv", a.tolist())
        self.check_left(np.linalg, "inv", np.empty((0, 0)))
        self.check_left(np.linalg, "inv", a, threshold=7)
        self.check_left(np.linalg, "solve", a, np.ones(6), threshold=7)

    def test_exceptions(self):
        for bad in (np.ones((4, 4)), -np.eye(4), np.ones((4, 3)), np.ones(4)):
            for name in ("solve", "inv", "cholesky", "qr", "det"):
                arguments = (bad, np.ones(4)) if name == "solve" else (bad,)
                outcomes = []
                for threshold in (10, 1):
                    with hg.accelerate(threshold):
                        try:
                            getattr(np.linalg, name)(*arguments)
                            outcomes.append(None)
                        except (np.linalg.LinAlgError, ValueError) as error:
                            outcomes.append((type(error), str(error)))
                self.assertEqual(*outcomes, f"{name} of {bad}")
        with hg.accelerate(1):
            self.refused(TypeError, "missing", np.linalg.solve, np.eye(2))
            self.refused(TypeError, "nonsense", np.linalg.inv, np.eye(2), nonsense=1)

    def test_a_singular_determinant(self):
        for layout in LAYOUTS:
            self.check_call(np.linalg, "det", layout(np.zeros((3, 3))))
            self.check_call(np.linalg, "slogdet", layout(np.zeros((3, 3), np.complex64)))


@unittest.skipIf(scipy is None, "SciPy is missing")
class SciPy(AccelerateTest):
    def test_systems(self):
        for dtype, order, layout in self.problems():
            a, definite = layout(self.matrix(dtype, order, order)), layout(self.definite(dtype, order))
            for b in (a[:, 0], self.matrix(dtype, order, 3)):
                self.check_call(scipy.linalg, "solve", a, b)
                self.check_call(scipy.linalg, "lu_solve", scipy.linalg.lu_factor(a), b)
                self.check_call(scipy.linalg, "lu_solve", scipy.linalg.lu_factor(a), b, trans=2)
                for lower in (False, True):
                    self.check_call(scipy.linalg, "solve", definite, b, assume_a="pos", lower=lower)
                    factor = scipy.linalg.cho_factor(definite, lower=lower)
                    self.check_call(scipy.linalg, "cho_solve", (layout(factor[0]), lower), b)
            if np.dtype(dtype).kind == "f":
                self.check_call(scipy.linalg, "solve", a, b, transposed=True)
            self.check_call(scipy.linalg, "inv", a)
            self.check_call(scipy.linalg, "det", a)
            self.check_call(scipy.linalg, "lu_factor", a)
            self.check_call(scipy.linalg, "cholesky", definite)
            self.check_call(scipy.linalg, "cholesky", definite, lower=True)

    def test_triangles(self):
        for dtype, order, layout in self.problems():
            a = layout(self.matrix(dtype, order, order))
            for b in (a[:, 0], self.matrix(dtype, order, 3)):
                for trans in (0, 1, 2, "N", "T", "C"):
                    for lower in (False, True):
                        values = layout(triangle(a, lower))
                        for unit in (False, True):
                            self.check_call(scipy.linalg, "solve_triangular", values, b, trans, lower, unit)
        with hg.accelerate(1):
            self.refused(np.linalg.LinAlgError, "diagonal 1", scipy.linalg.solve_triangular,
                         np.diag([1.0, 0.0, 0.0]), np.ones(3))

    def test_cho_factor(self):
        for dtype, order, layout in self.problems():
            a = layout(self.definite(dtype, order))
            for lower in (False, True):
                self.check_call(scipy.linalg, "cho_factor", a, lower,
                                compare=lambda x: triangle(x, lower) if x.ndim == 2 else x)

    def test_qr(self):
        for dtype, order, layout in self.problems():
            for rows in (order, 3 * order, order // 2 + 1):
                a = layout(self.matrix(dtype, rows, order))
                for mode in ("full", "economic", "r"):
                    self.check_call(scipy.linalg, "qr", a, mode=mode, compare=np.abs)
        with hg.accelerate(1):
            (factors, tau), r = scipy.linalg.qr(a, mode="raw")
        np.testing.assert_allclose(np.triu(factors), r)
        self.check_left(scipy.linalg, "qr", a, pivoting=True)

    def test_least_squares(self):
        for dtype, order, layout in self.problems():
            a = layout(self.matrix(dtype, 3 * order, order))
            for b in (self.matrix(dtype, 3 * order, 2), self.matrix(dtype, 3 * order, 1)[:, 0]):
                for driver in (None, "gelsy", "gelss"):
                    self.check_call(scipy.linalg, "lstsq", a, b, lapack_driver=driver)

    def test_only_finite_elements(self):
        a = np.eye(4)
        a[0, 3] = np.nan
        with hg.accelerate(1):
            for name in ("inv", "cholesky", "det", "lu_factor", "cho_factor", "qr"):
                self.refused(ValueError, "must not contain infs or NaNs", getattr(scipy.linalg, name), a)
            for name in ("solve", "solve_triangular", "lstsq"):
                self.refused(ValueError, "array must not contain infs or NaNs", getattr(scipy.linalg, name),
                             np.eye(4), np.array([1, 2, np.inf, 3]))
            self.assertTrue(np.isnan(scipy.linalg.lu_factor(a, check_finite=False)[0]).any())

    def test_overwriting(self):
        for name in ("lu_factor", "qr"):
            a = np.asfortranarray(self.matrix(np.float64, 5, 5))
            with hg.accelerate(1):
                result = getattr(scipy.linalg, name)(a, overwrite_a=True)
            self.assertTrue(np.shares_memory(result[0], a), name)
        b = np.ones(5)
        with hg.accelerate(1):
            self.assertTrue(np.shares_memory(scipy.linalg.solve(np.eye(5), b, overwrite_b=True), b))

    def test_warnings(self):
        nearly = np.diag([1.0, 1.0, 1e-20])
        for name, arguments in (("lu_factor", (np.ones((3, 3)),)), ("solve", (nearly, np.ones(3)))):
            said = []
            for threshold in (10, 1):
                with hg.accelerate(threshold), warnings.catch_warnings(record=True) as caught:
                    warnings.simplefilter("always")
                    getattr(scipy.linalg, name)(*arguments)
                said.append([(w.category, str(w.message), w.filename) for w in caught])
            self.assertEqual(len(said[1]), 1)
            self.assertEqual([w[:2] for w in said[0]], [w[:2] for w in said[1]])
            self.assertEqual(said[1][0][2], __file__, "a warning names the caller")

    def test_exceptions(self):
        for name, says, arguments in (
                ("solve", "Matrix is singular.", (np.ones((3, 3)), np.ones(3))),
                ("inv", "singular matrix", (np.ones((3, 3)),)),
                ("cholesky", "2-th leading minor", (np.diag([1.0, -1.0]),)),
                ("cho_factor", "1-th leading minor", (-np.eye(3),))):
            for threshold in (10, 1):
                with hg.accelerate(threshold):
                    self.refused(np.linalg.LinAlgError, says, getattr(scipy.linalg, name), *arguments)


class Names(AccelerateTest):
    def test_undo_restores_what_was_there(self):
        before = {name: getattr(np.linalg, name) for name in hg._numpy_linalg.FORMS}
        acceleration = hg.accelerate()
        for name, original in before.items():
            replaced = getattr(np.linalg, name)
            self.assertIsNot(replaced, original)
            self.assertEqual(replaced.__doc__, original.__doc__)
        acceleration.undo()
        acceleration.undo()
        self.assertEqual({name: getattr(np.linalg, name) for name in before}, before)

    def test_nesting(self):
        original, a = np.linalg.inv, np.eye(3)
        outer = hg.accelerate(threshold=3)
        with hg.accelerate(threshold=4):
            with unittest.mock.patch("hg._matrix.call") as call:
                np.linalg.inv(a)
            self.assertFalse(call.called)
        with watched_calls() as call:
            np.linalg.inv(a)
        self.assertTrue(call.called)
        inner = hg.accelerate(threshold=5)
        outer.undo()  # in another order than they began
        self.assertIsNot(np.linalg.inv, original)
        inner.undo()
        self.assertIs(np.linalg.inv, original)

    def test_an_exception_ends_the_block(self):
        original = np.linalg.inv
        with self.assertRaises(KeyError), hg.accelerate():
            raise KeyError
        self.assertIs(np.linalg.inv, original)

    def test_names_that_others_replace_stay_theirs(self):
        original = np.linalg.inv
        acceleration = hg.accelerate(threshold=1)
        with unittest.mock.patch.object(np.linalg, "inv", new=lambda a: "theirs"):
            acceleration.undo()
            self.assertEqual(np.linalg.inv(np.eye(2)), "theirs")
        np.testing.assert_array_equal(np.linalg.inv(np.eye(2)), np.eye(2))  # hg's, which passes all on
        np.linalg.inv = original

    def test_threads(self):
        """Some begin and end it while others compute."""
        a, b = self.matrix(np.float64, 20, 20), np.ones(20)
        expected, faults, original = np.linalg.solve(a, b), [], np.linalg.solve

        def compute():
            for _ in range(50):
                with hg.accelerate(threshold=1):
                    if not np.allclose(np.linalg.solve(a, b), expected):
                        faults.append(1)

        threads = [threading.Thread(target=compute) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(faults, [])
        self.assertIs(np.linalg.solve, original)

    def test_signatures_of_other_versions(self):
        """Arguments are known by the original's names, defaults are the original's, and others are left to
        it."""
        def cholesky(a, /, *, upper=False, novelty=None):
            return "theirs"

        a = self.definite(np.complex128, 5)
        a[np.triu_indices(5, 1)] = 0
        with unittest.mock.patch.object(np.linalg, "cholesky", cholesky):
            with hg.accelerate(threshold=1):
                factor = np.linalg.cholesky(a)
                np.testing.assert_allclose(np.tril(factor @ factor.conj().T), a)
                factor = np.linalg.cholesky(a.conj().T, upper=True)
                np.testing.assert_allclose(np.tril(factor.conj().T @ factor), a)
                self.assertEqual(np.linalg.cholesky(a, novelty=1), "theirs")

        def lstsq(a, b, rcond=None):
            self.assertAlmostEqual(rcond, 9 * np.finfo(np.float64).eps)
            return np.ones(2), None, 2, np.ones(2)

        with unittest.mock.patch.object(np.linalg, "lstsq", lstsq), hg.accelerate(threshold=1):
            x, *_ = np.linalg.lstsq(self.matrix(np.float64, 9, 2), np.ones(9))
        np.testing.assert_array_equal(x, np.ones(2))

    def test_the_default_threshold(self):
        """There is no GPU here, so hg leaves all calls; with one, it takes those of order 512."""
        a = 3 * np.eye(512)
        gpu = hg.devices()[0]._replace(kind="gpu")
        for devices, is_called in (([], False), ([gpu], True)):
            with unittest.mock.patch("hg._accelerate.devices", return_value=devices), hg.accelerate():
                with watched_calls() as call:
                    np.linalg.det(a[1:, 1:])
                    self.assertFalse(call.called)
                    np.linalg.det(a)
                    self.assertEqual(call.called, is_called)
        before = np.linalg.det
        with hg.accelerate(), watched_calls() as call:
            self.assertIsNot(np.linalg.det, before)
            np.linalg.det(a)
        self.assertFalse(call.called)

    def test_a_threshold_is_a_number(self):
        self.refused(ValueError, "at least 1", hg.accelerate, 0)
        self.refused(TypeError, "", hg.accelerate, 1.5)


class HostCopies(ModuleTest):
    def test_copies_of_any_layout(self):
        from hg import _host
        layouts = [*LAYOUTS, lambda a: np.repeat(np.repeat(a, 2, 0), 2, 1)[::2, ::2]]
        for dtype in TYPES:
            for shape in ((1, 1), (3, 7), (40, 33)):
                values = self.numbers(dtype, *shape)
                for layout in layouts:
                    a = layout(values)
                    for order in "CFK":
                        copy = _host.copied(a, order=order)
                        np.testing.assert_array_equal(copy, values)
                        self.assertFalse(np.shares_memory(copy, a))
                    for order in "CF":
                        self.assertTrue(_host.copied(a, order=order).flags[f"{order}_CONTIGUOUS"])
                    for lower in (False, True):
                        np.testing.assert_array_equal(_host.triangle_of(a, lower),
                                                      np.tril(values) if lower else np.triu(values))
                    self.assertTrue(_host.is_finite(a))
                    a[-1, -1] = np.inf
                    self.assertFalse(_host.is_finite(a))


if __name__ == "__main__":
    unittest.main()
