"""hgctl program with sources: build, verify, run."""
import os
import unittest

import numpy as np
from tool import ToolTest, backends

PRODUCT = os.path.join(os.path.dirname(__file__), "..", "..", "examples", "programs", "product.hgs")
SIZES = ["-p", "m=70", "-p", "n=90", "-p", "k=50", "-p", "b=32", "-p", "t=16"]


class ProgramSource(ToolTest):
    def write(self, text):
        with open(self.path("s.hgs"), "w", encoding="utf-8") as file:
            file.write("hg program 2\n" + text)

    def test_the_product_of_the_examples_on_every_device(self):
        random = np.random.default_rng(5)
        a, b, c = (random.uniform(-1, 1, shape) for shape in [(70, 50), (50, 90), (70, 90)])
        for name, matrix in [("A", a), ("B", b), ("C", c)]:
            np.save(self.path(name + ".npy"), matrix)
        devices = {name: env for name, env in backends().items() if "host" not in env.get("HG_DEVICES", "")}
        if not devices:
            self.skipTest("no OpenCL device: the example's instruction is a kernel alone")
        for name, env in devices.items():
            with self.subTest(name):
                self.good("program", "run", PRODUCT, *SIZES, "--bind", "A=A.npy", "--bind", "B=B.npy", "--bind", "C=C.npy",
                          "--scalar", "alpha=-2", "--out", "C=out.npy", env=env)
                np.testing.assert_allclose(np.load(self.path("out.npy")), c - 2 * a @ b, rtol=0, atol=1e-12)

    def test_a_program_is_built_for_parameters(self):
        env = {"HG_DEVICES": "host"}
        self.write("param n = 8\nmatrix A f64 n x n\nfor j in 0..n step 4 {\nregister r f64 n x 4\nLD r <- A[0, j]\n"
                   "ST A[0, j] <- r\n}\n")
        self.good("program", "build", "s.hgs", "-p", "n=12", "-o", "p.hg", env=env)
        self.assertIn("p.hg: sound: 6 commands", self.good("program", "verify", "p.hg", env=env))
        self.assertIn("s.hgs: sound: 4 commands", self.good("program", "verify", "s.hgs", env=env))
        with open(self.path("p.hg"), encoding="utf-8") as file:
            self.assertEqual(self.good("program", "build", "s.hgs", "-p", "n=12", env=env), file.read())
        self.refused("program", "verify", "p.hg", "-p", "n=12", says=["-p", "p.hg is none"], env=env)
        for given in ["n", "n=", "n=x", "=3"]:
            self.refused("program", "build", "s.hgs", "-p", given, says="NAME=WHOLE NUMBER", env=env)
        self.refused("program", "build", "s.hgs", "-p", "n=1", "-p", "n=2", says="twice", env=env)
        self.refused("program", "build", "s.hgs", "-p", "q=1", says="q", env=env)

    def test_errors_have_their_place(self):
        self.write("matrix A f64 4 x 4\nregister r f64 4 x 4\nLD q <- A[0, 0]\n")
        self.refused("program", "build", "s.hgs", "-o", "p.hg", says="s.hgs:4:4: no register is called `q`",
                     env={"HG_DEVICES": "host"})
        self.assertNotIn("p.hg", self.files())


if __name__ == "__main__":
    unittest.main()
