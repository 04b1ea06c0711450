"""hgctl solve against NumPy: orders, types, vectors, ways to solve; what is refused."""
import itertools
import os
import unittest

import numpy as np
from tool import ToolTest, backends

RANDOM = np.random.default_rng(11)
HOST = {"HG_DEVICES": "host"}


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
        a, b, x = (np.asarray(matrix, dtype="f8") for matrix in (a, b, x))
        scale = np.linalg.norm(a, np.inf) * abs(x).max() + abs(b).max()
        eps = np.finfo(np.load(self.path("X.npy")).dtype).eps
        self.assertLess(abs(a @ x - b).max() / (eps * scale * a.shape[0]), 16)

    def test_all_orders_and_types(self):
        for (name, env), dtype, order_a, order_b in itertools.product(backends().items(), ["f8", "f4"], "CF", "CF"):
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
        for arguments in [["--pivoting", "partial"], ["--pivoting", "tournament"], ["--pivoting", "none"], ["--refine"]]:
            for name, env in backends().items():
                with self.subTest(name, arguments=arguments):
                    self.check(a, b, self.solve(a, b, *arguments, env=env))

    def test_definite_matrices(self):
        a, b = random((150, 150)), random((150, 3))
        a += a.T + 150 * np.eye(150)
        for name, env in backends().items():
            with self.subTest(name):
                self.check(a, b, self.solve(a, b, "--spd", env={**env, "POCL_EXTRA_BUILD_FLAGS": "-cl-opt-disable"}))
        report = self.good_json("solve", "A.npy", "B.npy", "-o", "X.npy", "--spd", env=HOST)
        self.assertIsNone(report["pivoting"])
        self.assertAlmostEqual(report["gflops"] * report["seconds"] * 1e9 / (150**3 / 3 + 2 * 150**2 * 3), 1, 9)
        self.assertIn("Cholesky", self.good("solve", "A.npy", "B.npy", "-o", "X.npy", "--spd", env=HOST))
        a[77, 77] = -1
        self.save(a, b)
        self.refused("solve", "A.npy", "B.npy", "-o", "Y.npy", "--spd", env=HOST,
                     says=["A.npy", "not positive definite", "order 78"], status=1)
        self.refused("solve", "A.npy", "B.npy", "-o", "Y.npy", "--spd", "--refine", env=HOST, says=["--spd", "--refine"])
        self.assertEqual(self.files(), ["A.npy", "B.npy", "X.npy"])

    def test_kernels_are_compiled_before_the_time_counts(self):
        if "opencl" not in backends():
            self.skipTest("needs an OpenCL device")
        self.save(random((90, 90)) + 90 * np.eye(90), random((90, 2)))
        np.save(self.path("C.npy"), random((90, 90)))
        for call in [("solve", "A.npy", "B.npy", "--pivoting", "none"), ("multiply", "A.npy", "C.npy")]:
            with self.subTest(call[0]):
                empty = self.path(call[0])
                os.mkdir(empty)
                env = {**backends()["opencl"], "HG_CACHE_DIR": empty, "POCL_CACHE_DIR": empty,
                       "POCL_EXTRA_BUILD_FLAGS": "-cl-opt-disable"}
                report = self.good_json(*call, "-o", "X.npy", env=env)
                self.assertLess(report["seconds"], 0.2 * report["setup_seconds"])

    def test_figures(self):
        self.save(random((80, 80)), random((80, 2)))
        report = self.good_json("solve", "A.npy", "B.npy", "-o", "X.npy", "--refine", "--trace", "t.json", env=HOST)
        self.assertEqual((report["n"], report["nrhs"], report["type"], report["output"]), (80, 2, "f64", "X.npy"))
        self.assertGreater(report["seconds"], 0)
        self.assertGreater(report["residual"], 0)
        self.assertLess(report["residual"], 16)
        self.assertGreater(report["refinement_steps"], 0)
        self.assertEqual(self.files(), ["A.npy", "B.npy", "X.npy", "t.json"])
        text = self.good("solve", "A.npy", "B.npy", "-o", "X.npy", env=HOST)
        for part in ["X is 80 x 2", "with partial pivoting", "residual"]:
            self.assertIn(part, text)

    def test_nothing_to_solve(self):
        for shape_a, shape_b in [((0, 0), (0, 3)), ((4, 4), (4, 0))]:
            x = self.solve(random(shape_a), random(shape_b), env=HOST)
            self.assertEqual(x.shape, shape_b)

    def test_a_singular_matrix_has_no_solution(self):
        a = random((40, 40))
        a[:, 17] = 0
        self.save(a, random(40))
        self.refused("solve", "A.npy", "B.npy", "-o", "X.npy", env=HOST, says=["A.npy", "singular", "pivot 18"], status=1)
        self.assertEqual(self.files(), ["A.npy", "B.npy"])

    def test_a_poor_solution_is_told(self):
        # Without pivoting, a tiny first pivot ruins everything.
        a = random((60, 60))
        a[0, 0] = 1e-12
        self.save(a, random(60))
        result = self.hgctl("solve", "A.npy", "B.npy", "-o", "X.npy", "--pivoting", "none", env=HOST)
        self.assertEqual(result.returncode, 1)
        self.assertIn("not a good solution", result.stderr)

    def test_bad_input(self):
        def refused(a, b, *arguments, says):
            self.save(a, b)
            self.refused("solve", "A.npy", "B.npy", "-o", "X.npy", *arguments, env=HOST, says=says)
            self.assertEqual(self.files(), ["A.npy", "B.npy"])

        refused(random((4, 5)), random((4, 1)), says=["A.npy", "square", "4 x 5"])
        refused(random((4, 4)), random((5, 1)), says=["sizes", "B.npy", "5 x 1"])
        refused(random((4, 4)), random((4, 1), "f4"), says=["one type", "B.npy"])
        refused(random((4, 4)).astype("i4"), random((4, 1)), says=["A.npy", "float64"])
        refused(random((4, 4), "f4"), random((4, 1), "f4"), "--refine", says=["--refine", "float64"])
        refused(random((4, 4)), random((4, 1)), "--refine", "--pivoting", "none", says=["--refine", "--pivoting"])
        refused(random((4, 4)), random((4, 1)), "--pivoting", "full", says="full")
        refused(random((4, 4)), random((2, 2, 1)), says=["B.npy", "3 dimensions"])
        refused(random(4), random(4), says=["A.npy", "1 dimension"])
        self.save(random((4, 4)), random(4))
        self.refused("solve", "A.npy", "missing.npy", "-o", "X.npy", env=HOST, says="missing.npy")
        self.refused("solve", "A.npy", "B.npy", "-o", "no_such/X.npy", env=HOST, says="no_such/X.npy")
        self.refused("solve", "A.npy", "B.npy", says="--output")


if __name__ == "__main__":
    unittest.main()
