"""hgctl program with sources: build, verify, run."""
import os
import unittest

import numpy as np
from tool import ToolTest, backends

EXAMPLES = os.path.join(os.path.dirname(__file__), "..", "..", "examples", "programs")


class ProgramSource(ToolTest):
    def write(self, text):
        with open(self.path("s.hgs"), "w", encoding="utf-8") as file:
            file.write("hg program 2\n" + text)

    def run_example(self, name, parameters, out, matrices, *arguments):
        """Runs an example on every kind of OpenCL device; yields each result."""
        for matrix, elements in matrices.items():
            np.save(self.path(matrix + ".npy"), elements)
        devices = {name: env for name, env in backends().items() if name != "host"}
        if not devices:
            self.skipTest("no OpenCL device: the instructions of the examples are kernels alone")
        given = [word for parameter in parameters for word in ("-p", parameter)]
        binds = [word for matrix in matrices for word in ("--bind", f"{matrix}={matrix}.npy")]
        for kind, env in devices.items():
            with self.subTest(kind):
                source = os.path.join(EXAMPLES, name + ".hgs")
                self.good("program", "run", source, *given, *binds, "--out", f"{out}=out.npy", *arguments, env=env)
                yield np.load(self.path("out.npy"))

    def test_the_product_of_the_examples(self):
        random = np.random.default_rng(5)
        a, b, c = (random.uniform(-1, 1, shape) for shape in [(70, 50), (50, 90), (70, 90)])
        for result in self.run_example("product", ["m=70", "n=90", "k=50", "b=32", "t=16"], "C", {"A": a, "B": b, "C": c},
                                       "--scalar", "alpha=-2"):
            np.testing.assert_allclose(result, c - 2 * a @ b, rtol=0, atol=1e-12)

    def test_the_solve_of_the_examples(self):
        random = np.random.default_rng(6)
        triangle = np.tril(random.uniform(-1, 1, (70, 70)) / 70) + np.eye(70)
        b = random.uniform(-1, 1, (70, 50))
        for result in self.run_example("solve", ["m=70", "n=50", "b=16"], "B", {"L": triangle, "B": b}):
            np.testing.assert_allclose(triangle @ result, b, rtol=0, atol=1e-12)

    def test_the_sweeps_of_the_examples(self):
        u = np.random.default_rng(7).uniform(-1, 1, (40, 50))
        after = u.copy()
        for _ in range(4):
            inner = (after[:-2, 1:-1] + after[2:, 1:-1] + after[1:-1, :-2] + after[1:-1, 2:]) / 4
            after[1:-1, 1:-1] = inner
        for result in self.run_example("jacobi", ["m=40", "n=50", "w=9", "sweeps=4"], "U", {"U": u, "V": u}):
            np.testing.assert_allclose(result, after, rtol=0, atol=1e-14)

    def test_the_exchange_of_the_examples(self):
        x = np.random.default_rng(8).uniform(-1, 1, (8, 16))
        mean = (x[:, :8] + x[:, 8:]) / 2
        for result in self.run_example("exchange", ["n=8"], "X", {"X": x}):
            np.testing.assert_array_equal(result, np.hstack([mean, mean]))

    def test_a_program_is_built_for_parameters(self):
        env = {"HG_DEVICES": "host"}
        self.write("param n = 8\nmatrix A f64 n x n\nfor j in 0..n step 4 {\nregister r f64 n x 4\nLD r <- A[0, j]\n"
                   "ST A[0, j] <- r\n}\n")
        self.good("program", "build", "s.hgs", "-p", "n=12", "-o", "p.hg", env=env)
        self.assertIn("p.hg: sound: 6 commands", self.good("program", "verify", "p.hg", env=env))
        self.assertIn("s.hgs: sound: 4 commands", self.good("program", "verify", "s.hgs", env=env))
        with open(self.path("p.hg"), encoding="utf-8") as file:
            self.assertEqual(self.good("program", "build", "s.hgs", "-p", "n=12", env=env), file.read())
        self.refused("program", "verify", "p.hg", "-p", "n=12", says="p.hg is no source: it has no parameter called n", env=env)
        for given in ["n", "n=", "n=x", "=3"]:
            self.refused("program", "build", "s.hgs", "-p", given, says="NAME=WHOLE NUMBER", env=env)
        self.refused("program", "build", "s.hgs", "-p", "n=1", "-p", "n=2", says="twice", env=env)
        self.refused("program", "build", "s.hgs", "-p", "q=1", says="q", env=env)

    def test_routines_of_the_library(self):
        self.write("param n = 40\nmatrix A f64 n x n\nmatrix C f64 n x n\nregister a f64 n x n\nregister c f64 n x n\n"
                   "LD a <- A[0, 0]\nhg.gemm(T, N, 2, a, a, 0, c)\nST C[0, 0] <- c\n")
        a = np.random.default_rng(9).uniform(-1, 1, (40, 40))
        np.save(self.path("A.npy"), a)
        np.save(self.path("C.npy"), np.zeros((40, 40)))
        for kind, env in backends().items():
            with self.subTest(kind):
                self.good("program", "run", "s.hgs", "--bind", "A=A.npy", "--bind", "C=C.npy", "--out", "C=out.npy", env=env)
                np.testing.assert_allclose(np.load(self.path("out.npy")), 2 * a.T @ a, rtol=0, atol=1e-12)

    def test_errors_have_their_place(self):
        self.write("matrix A f64 4 x 4\nregister r f64 4 x 4\nLD q <- A[0, 0]\n")
        self.refused("program", "build", "s.hgs", "-o", "p.hg", says="s.hgs:4:4: no register is called `q`",
                     env={"HG_DEVICES": "host"})
        self.assertNotIn("p.hg", self.files())


if __name__ == "__main__":
    unittest.main()
