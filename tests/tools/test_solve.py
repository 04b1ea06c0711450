"""hgctl solve against NumPy: orders, types, vectors, ways to solve; what is refused."""
import itertools
import os

import numpy as np
from tool import HOST, ToolTest, backends, each_backend

RANDOM = np.random.default_rng(11)


def random(shape, dtype="f8", order="C"):
    return np.asarray(RANDOM.uniform(-1, 1, shape), dtype=dtype, order=order)


class Solve(ToolTest):
    def save(self, a, b):
        np.save(self.path("A.npy"), a)
        np.save(self.path("B.npy"), b)

    def solve(self, a, b, *arguments, env=None):
        self.save(a, b)
        self.good("solve", "A.npy", "B.npy", "-o", "X.npy", *arguments, env=env)
        return np.load(self.path("X.npy"))

    def check(self, a, b, x):
        """HPL's scaled residual of every column."""
        self.assertEqual((x.dtype, x.shape), (b.dtype, b.shape))
        a, b, x = (np.asarray(matrix, dtype="c16" if np.iscomplexobj(matrix) else "f8")
                   for matrix in (a, b, x))
        scale = np.linalg.norm(a, np.inf) * abs(x).max() + abs(b).max()
        eps = np.finfo(np.load(self.path("X.npy")).dtype).eps
        self.assertLess(abs(a @ x - b).max() / (eps * scale * a.shape[0]), 16)

    def test_all_orders_and_types(self):
        for (name, env), dtype, order_a, order_b in itertools.product(backends().items(), ["f8", "f4"], "CF",
                                                                      "CF"):
            if name != "host" and (dtype == "f4" or order_a == order_b):
                continue
            with self.subTest(name, dtype=dtype, order_a=order_a, order_b=order_b):
                a, b = random((97, 97), dtype, order_a), random((97, 5), dtype, order_b)
                x = self.solve(a, b, env=env)
                self.check(a, b, x)
                self.assertEqual(x.flags.c_contiguous, order_b == "C")

    def test_a_vector_stays_one(self):
        a, b = random((60, 60)), random(60)
        self.check(a, b, self.solve(a, b, env=HOST))

    def test_ways_to_solve(self):
        a, b = random((150, 150)) + 150 * np.eye(150), random((150, 3))
        for arguments in [["--pivoting", "partial"], ["--pivoting", "tournament"], ["--pivoting", "none"],
                          ["--refine"]]:
            for name, env in backends().items():
                with self.subTest(name, arguments=arguments):
                    self.check(a, b, self.solve(a, b, *arguments, env=env))

    def test_definite_matrices(self):
        a, b = random((150, 150)), random((150, 3))
        a += a.T + 150 * np.eye(150)
        for name, env in backends().items():
            with self.subTest(name):
                for arguments in ["--spd"], ["--spd", "--refine"]:
                    self.check(a, b, self.solve(a, b, *arguments, env=env))
        report = self.good_json("solve", "A.npy", "B.npy", "-o", "X.npy", "--spd", env=HOST)
        self.assertIsNone(report["pivoting"])
        self.assertAlmostEqual(report["gflops"] * report["seconds"] * 1e9 / (150**3 / 3 + 2 * 150**2 * 3), 1,
                               9)
        self.assertIn("Cholesky", self.good("solve", "A.npy", "B.npy", "-o", "X.npy", "--spd", env=HOST))
        report = self.good_json("solve", "A.npy", "B.npy", "-o", "X.npy", "--spd", "--refine", env=HOST)
        self.assertIsNone(report["pivoting"])
        self.assertGreaterEqual(report["refinement_steps"], 0)
        self.assertIn("Cholesky's factorization in single precision, refined in ",
                      self.good("solve", "A.npy", "B.npy", "-o", "X.npy", "--spd", "--refine", env=HOST))
        a[77, 77] = -1
        self.save(a, b)
        for refine in [], ["--refine"]:
            self.refused("solve", "A.npy", "B.npy", "-o", "Y.npy", "--spd", *refine, env=HOST,
                         says=["A.npy", "not positive definite", "order 78"], status=1)
        self.assertEqual(self.files(), ["A.npy", "B.npy", "X.npy"])

    def test_complex_matrices(self):
        for (name, env), dtype in itertools.product(backends().items(), ["c16", "c8"]):
            with self.subTest(name, dtype=dtype):
                a, b = (random(shape, dtype) + np.dtype(dtype).type(1j) * random(shape, dtype)
                        for shape in ((97, 97), (97, 3)))
                self.check(a, b, self.solve(a, b, env=env))
                a = a @ a.conj().T + np.eye(97, dtype=dtype)
                self.check(a, b, self.solve(a, b, "--spd", env=env))
                if dtype == "c16":
                    for spd in [], ["--spd"]:
                        self.check(a, b, self.solve(a, b, "--refine", *spd, env=env))
                tall, sides = a[:, :40], b
                x = self.solve(tall, sides, env=env)
                best = np.linalg.lstsq(tall.astype("c16"), sides.astype("c16"), rcond=None)[0]
                np.testing.assert_allclose(x, best, rtol=0, atol=1e-10 if dtype == "c16" else 1e-2)
                wide, sides = a[:40], b[:40]
                x = self.solve(wide, sides, env=env)
                best = np.linalg.lstsq(wide.astype("c16"), sides.astype("c16"), rcond=None)[0]
                np.testing.assert_allclose(x, best, rtol=0, atol=1e-10 if dtype == "c16" else 1e-2)
        self.save(a, b)
        report = self.good_json("solve", "A.npy", "B.npy", "-o", "X.npy", env=HOST)
        self.assertEqual(report["type"], "c32")
        self.assertAlmostEqual(report["gflops"] * report["seconds"] * 1e9
                               / (4 * (2 / 3 * 97**3 + 2 * 97**2 * 3)), 1, 9)
        self.refused("solve", "A.npy", "B.npy", "-o", "Y.npy", "--refine", env=HOST,
                     says=["A.npy", "complex128"])
        np.save(self.path("B.npy"), b.real)
        self.refused("solve", "A.npy", "B.npy", "-o", "Y.npy", env=HOST, says=["B.npy", "c32", "f32"])

    def test_matrices_that_are_not_square(self):
        for (name, env), dtype, shape in itertools.product(backends().items(), ["f8", "f4"],
                                                           [(150, 40), (40, 150)]):
            if name != "host" and dtype == "f4":
                continue
            for order, columns in ("C", 3), ("F", 3), ("C", None):
                a = random(shape, dtype, order)
                b = random(shape[:1] if columns is None else (shape[0], columns), dtype, order)
                with self.subTest(name, dtype=dtype, shape=shape, order=order, columns=columns):
                    x = self.solve(a, b, env=env)
                    self.assertEqual((x.dtype, x.shape), (b.dtype, (shape[1], *b.shape[1:])))
                    self.assertEqual(x.flags.c_contiguous, order == "C" or columns is None)
                    # The one with the least norm of those with the least residual, in double precision.
                    best = np.linalg.lstsq(a.astype("f8"), b.astype("f8"), rcond=None)[0]
                    self.assertLess(np.linalg.norm(x - best),
                                    100 * np.finfo(dtype).eps * np.linalg.norm(best))

    def test_figures_of_least_squares(self):
        a, b = random((90, 20)), random(90)
        self.save(a, b)
        report = self.good_json("solve", "A.npy", "B.npy", "-o", "X.npy", env=HOST)
        rest = b - a @ np.load(self.path("X.npy"))
        self.assertEqual((report["m"], report["n"], report["nrhs"], report["solution"]),
                         (90, 20, 1, "least squares"))
        self.assertIsNone(report["pivoting"])
        self.assertAlmostEqual(report["relative_residual"] / (np.linalg.norm(rest) / np.linalg.norm(b)), 1, 9)
        self.assertLess(report["residual"], 16)
        flops = 2 * 20**2 * (90 - 20 / 3) + 2 * 20 * (2 * 90 - 20) + 20**2
        self.assertAlmostEqual(report["gflops"] * report["seconds"] * 1e9 / flops, 1, 9)
        text = self.good("solve", "A.npy", "B.npy", "-o", "X.npy", env=HOST)
        self.assert_holds(text, ["X is 20 x 1", "by QR: a least-squares solution", "|B - A X| / |B|",
                                 "below 16"])
        self.save(a.T, b[:20])
        report = self.good_json("solve", "A.npy", "B.npy", "-o", "X.npy", env=HOST)
        self.assertEqual(report["solution"], "least norm")
        self.assertLess(report["relative_residual"], 1e-13)
        self.assertIn("least norm", self.good("solve", "A.npy", "B.npy", "-o", "X.npy", env=HOST))

    def test_least_squares_of_square_matrices(self):
        a, b = random((60, 60)), random((60, 3))
        for name, env in backends().items():
            with self.subTest(name):
                self.check(a, b, self.solve(a, b, "--least-squares", env=env))
        # Whose last column doubles in each step of LU: HPL's residual of LU is not good.
        growing = np.tril(np.full((60, 60), -1.0), -1) + np.eye(60)
        growing[:, -1] = 1
        self.check(growing, b, self.solve(growing, b, "--least-squares", env=HOST))
        result = self.ended("solve", "A.npy", "B.npy", "-o", "X.npy", env=HOST, status=1)
        self.assertIn("not a good solution", result.stderr)

    def test_least_squares_need_full_rank(self):
        a = random((40, 20))
        a[:, 7] = 0
        self.save(a, random(40))
        self.refused("solve", "A.npy", "B.npy", "-o", "X.npy", env=HOST,
                     says=["A.npy", "full rank", "element 8"], status=1)
        self.assertEqual(self.files(), ["A.npy", "B.npy"])

    @each_backend("opencl")
    def test_kernels_are_compiled_before_the_time_counts(self, _, env):
        self.save(random((90, 90)) + 90 * np.eye(90), random((90, 2)))
        np.save(self.path("C.npy"), random((90, 90)))
        for call in [("solve", "A.npy", "B.npy", "--pivoting", "none"), ("multiply", "A.npy", "C.npy")]:
            with self.subTest(call[0]):
                empty = self.path(call[0])
                os.mkdir(empty)
                env = {**env, "HG_CACHE_DIR": empty, "POCL_CACHE_DIR": empty}
                report = self.good_json(*call, "-o", "X.npy", env=env)
                self.assertLess(report["seconds"], 0.2 * report["setup_seconds"])

    def test_figures(self):
        self.save(random((80, 80)), random((80, 2)))
        report = self.good_json("solve", "A.npy", "B.npy", "-o", "X.npy", "--refine", "--trace", "t.json",
                                env=HOST)
        self.assertEqual((report["n"], report["nrhs"], report["type"], report["output"]),
                         (80, 2, "f64", "X.npy"))
        self.assertGreater(report["seconds"], 0)
        self.assertGreater(report["residual"], 0)
        self.assertLess(report["residual"], 16)
        self.assertGreater(report["refinement_steps"], 0)
        self.assertEqual(self.files(), ["A.npy", "B.npy", "X.npy", "t.json"])
        text = self.good("solve", "A.npy", "B.npy", "-o", "X.npy", env=HOST)
        self.assert_holds(text, ["X is 80 x 2", "with partial pivoting", "residual"])

    def test_nothing_to_solve(self):
        for shape_a, shape_b in [((0, 0), (0, 3)), ((4, 4), (4, 0)), ((5, 0), (5, 3)), ((0, 5), (0, 3)),
                                 ((6, 4), (6, 0))]:
            x = self.solve(random(shape_a), random(shape_b), env=HOST)
            self.assertEqual(x.shape, (shape_a[1], shape_b[1]))
            self.assertFalse(x.any())

    def test_a_singular_matrix_has_no_solution(self):
        a = random((40, 40))
        a[:, 17] = 0
        self.save(a, random(40))
        self.refused("solve", "A.npy", "B.npy", "-o", "X.npy", env=HOST,
                     says=["A.npy", "singular", "pivot 18"], status=1)
        self.assertEqual(self.files(), ["A.npy", "B.npy"])

    def test_a_poor_solution_is_told(self):
        # Without pivoting, a tiny first pivot ruins everything.
        a = random((60, 60))
        a[0, 0] = 1e-12
        self.save(a, random(60))
        result = self.ended("solve", "A.npy", "B.npy", "-o", "X.npy", "--pivoting", "none", env=HOST,
                            status=1)
        self.assertIn("not a good solution", result.stderr)

    def test_the_scale_does_not_decide(self):
        small = random((30, 7))
        for dtype, scale_a, scale_b in itertools.product(["f8", "c16"], [1e200, 1e-160], [1e200, 1e-160]):
            for a in small, small[:7]:
                with self.subTest(dtype=dtype, a=scale_a, b=scale_b, rows=len(a)):
                    if scale_a > scale_b:
                        continue  # X would vanish
                    b = random((len(a), 2))
                    if scale_a < scale_b:
                        b *= 1e-80
                    self.save((a * scale_a).astype(dtype), (b * scale_b).astype(dtype))
                    report = self.good_json("solve", "A.npy", "B.npy", "-o", "X.npy", env=HOST)
                    self.assertGreater(report["residual"], 0)

    def test_bad_input(self):
        def refused(a, b, *arguments, says):
            self.save(a, b)
            self.refused("solve", "A.npy", "B.npy", "-o", "X.npy", *arguments, env=HOST, says=says)
            self.assertEqual(self.files(), ["A.npy", "B.npy"])

        for option in [["--spd"], ["--refine"], ["--pivoting", "partial"]]:
            refused(random((4, 5)), random((4, 1)), *option, says=["A.npy", "square", "4 x 5", option[0]])
            refused(random((4, 4)), random((4, 1)), *option, "--least-squares",
                    says=[option[0], "--least-squares"])
        refused(random((4, 5)), random((5, 1)), says=["sizes", "B.npy", "5 x 1"])
        refused(random((4, 4)), random((5, 1)), says=["sizes", "B.npy", "5 x 1"])
        refused(random((4, 4)), random((4, 1), "f4"), says=["one type", "B.npy"])
        refused(random((4, 4)).astype("i4"), random((4, 1)), says=["A.npy", "float64"])
        refused(random((4, 4), "f4"), random((4, 1), "f4"), "--refine", says=["--refine", "float64"])
        refused(random((4, 4)), random((4, 1)), "--refine", "--pivoting", "none",
                says=["--refine", "--pivoting"])
        refused(random((4, 4)), random((4, 1)), "--pivoting", "full", says="full")
        refused(random((4, 4)), random((2, 2, 1)), says=["B.npy", "3 dimensions"])
        refused(random(4), random(4), says=["A.npy", "1 dimension"])
        self.save(random((4, 4)), random(4))
        self.refused("solve", "A.npy", "missing.npy", "-o", "X.npy", env=HOST, says="missing.npy")
        self.refused("solve", "A.npy", "B.npy", "-o", "no_such/X.npy", env=HOST, says="no_such/X.npy")
        self.refused("solve", "A.npy", "B.npy", says="--output")
