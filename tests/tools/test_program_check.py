"""hgctl program check and verify, on kernels that are wrong in one way each."""
import json
import os
import shutil
import unittest

import numpy as np
from test_program_source import EXAMPLES, install
from tool import HOST, ToolTest, each_backend

SOURCE = """hg program 2
param n = 21
matrix X f64 n x n
matrix Y f64 n x n
scalar a
register x f64 n x n
register y f64 n x n
instruction axpy from "axpy.cl" (X: read f64, Y: %s f64; a: f64)%s
    geometry (ceil(rows(Y), 8) * 8, cols(Y)) local (8, 1)
if n > 0 {
    LD x <- X[0, 0]
    LD y <- Y[0, 0]
    EXEC axpy x y ; $a
    ST Y[0, 0] <- y
}
"""
HEAD = """kernel void axpy(global const double* X, long x_first, int x_rows, int x_cols, int x_ld,
                 global double* Y, long y_first, int y_rows, int y_cols, int y_ld, double a) {
    const int i = get_global_id(0), j = get_global_id(1);
"""
BODY = "    if (i < y_rows) Y[y_first + i + (long)j * y_ld] += a * X[x_first + i + (long)j * x_ld];\n"


class ProgramCheck(ToolTest):
    def write_program(self, body=BODY, head=HEAD, access="read_write", clauses="", source=SOURCE):
        self.write("axpy.hgs", source % (access, clauses))
        self.write("axpy.cl", head + body + "}\n")

    def check_finds(self, says, *arguments, env, status=1):
        result = self.ended("program", "check", "axpy.hgs", *arguments, env=env, status=status)
        self.assert_holds(result.stdout, says)
        self.assertIn("0 passed" if status else "0 failed", result.stdout)

    @each_backend("opencl")
    def test_a_signature_that_does_not_fit_is_refused(self, name, env):
        self.write_program(head=HEAD.replace("const double* X", "const float* X"))
        for verb in ["run", "run", "verify"]:  # and again, with the kernel in the cache
            said = self.ended("program", verb, "axpy.hgs", env=env, status=1).stderr
            self.assert_holds(said, ["axpy.cl:1:", "argument 1 (X) of kernel axpy", "is float*",
                                     "not double* (elements of operand X)"])
        self.write_program(head="typedef float real;\n" + HEAD.replace("const double* X", "const real* X"))
        self.good("program", "verify", "axpy.hgs", env=env)
        self.write_program(head=HEAD.replace("const double* X", "double* X"))
        for environment in [env, HOST]:
            said = self.ended("program", "verify", "axpy.hgs", env=environment, status=1).stderr
            self.assert_holds(said, ["axpy.cl:1:", "operand X is declared read: make it const"])
        self.write_program(head=HEAD.replace("global double* Y", "global const double* Y"), body="")
        said = self.ended("program", "run", "axpy.hgs", env=env, status=1).stderr
        self.assert_holds(said, ["argument 6 (Y)", "is a pointer to const; operand Y is declared read_write"])

    @each_backend("opencl")
    def test_verify_compiles(self, name, env):
        self.write_program()
        said = self.good("program", "verify", "axpy.hgs", env=env)
        self.assertRegex(said, r"axpy.hgs: sound: 4 commands.*\naxpy.hgs: 1 kernel compiled on .+\n")
        self.assertEqual(said, self.good("program", "verify", "axpy.hgs", "--devices", "0",
                                         env={**env, "HG_DEVICES": "host"}))
        said = self.good("program", "verify", "axpy.hgs", env=HOST)
        self.assertIn("axpy.hgs: 1 kernel not compiled: no OpenCL device is selected\n", said)
        self.write_program("\n\n    Y[0] = missing;\n")
        for verb in ["verify", "run"]:
            said = self.ended("program", verb, "axpy.hgs", env=env, status=1).stderr
            self.assert_holds(said, ["axpy.cl:6:", "missing", "build log"])
        self.write_program(clauses=' entry "saxpy"')
        said = self.ended("program", "verify", "axpy.hgs", env=env, status=1).stderr
        self.assert_holds(said, ["no kernel saxpy of instruction axpy", "which has: axpy"])

    def test_what_verify_says_of_programs(self):
        self.write_program()
        self.write("dot.hgs", self.read("axpy.hgs").replace("axpy", "dot"))
        shutil.copy(self.path("axpy.cl"), self.path("dot.cl"))
        self.refused("program", "verify", "dot.hgs", env=HOST,
                     says=["dot.hgs:8:", "its kernel cannot be called dot, which OpenCL C itself defines"])
        self.write("empty.hgs", "hg program 2\nparam n = 5\nfor i in 0..n { MARK \"m\" }\n")
        self.good("program", "verify", "empty.hgs", env=HOST)
        self.refused("program", "verify", "empty.hgs", "-p", "n=-5", env=HOST, status=1,
                     says="not sound: it has no commands with n = -5")
        self.assertIn("warning: it has no commands",
                      self.ended("program", "verify", "empty.hgs", "-p", "n=0", env=HOST).stderr)
        text = self.read("axpy.hgs")
        self.write("axpy.hgs", text.replace("    ST Y[0, 0] <- y\n", "    LD x <- X[0, 0]\n"))
        said = self.ended("program", "verify", "axpy.hgs", env=HOST)
        self.assertIn("sound: 4 commands", said.stdout)
        self.assertRegex(said.stderr, "no command reads or stores the result of this one: 2: EXEC axpy"
                                      "(.|\n)*warning: no command reads what this one loads: 3: LD")

    def test_devices_of_a_simulation(self):
        self.write_program(source=SOURCE.replace("register x f64 n x n\nregister y f64 n x n",
                                                 "devices all\nregister x f64 n x n @ all[2]\n"
                                                 "register y f64 n x n @ all[2]"))
        for verb in ["simulate", "verify", "analyze", "build"]:
            with self.subTest(verb):
                said = self.good("program", verb, "axpy.hgs", "--devices", "host,host,host", env=HOST)
                self.assertRegex(said, "device 2|3 devices|host2")
                self.refused("program", verb, "axpy.hgs", env=HOST, says="axpy.hgs:")

    @each_backend()
    def test_a_good_kernel_passes(self, name, env):
        if name == "host":
            return
        self.write_program()
        report = self.good_json("program", "check", "axpy.hgs", env=env)
        self.assertEqual((report["passed"], report["failed"]), (2 if name == "pair" else 1, 0))
        self.assertEqual(report["cases"][0]["reference"], "a second run")
        if name == "pair":
            self.assertNotEqual(report["cases"][1]["reference"], "a second run")
        x, y = (np.random.default_rng(seed).uniform(-1, 1, (21, 21)) for seed in (1, 2))
        for file, elements in [("x", x), ("y", y), ("z", y + 3 * x), ("wrong", y + 3.001 * x)]:
            np.save(self.path(file + ".npy"), elements)
        given = ["--operand", "axpy.X=x.npy", "axpy.Y=y.npy", "--scalar", "a=3"]
        self.check_finds(["z.npy", "1 passed" if name == "opencl" else "2 passed"], *given, "--expect",
                         "axpy.Y=z.npy", env=env, status=0)
        self.check_finds(["differs from wrong.npy: Y("], *given, "--expect", "axpy.Y=wrong.npy", env=env)
        self.check_finds(["0 failed"], *given, "--expect", "axpy.Y=wrong.npy", "--tolerance", "0.1", env=env,
                         status=0)
        np.save(self.path("x.npy"), x[:20])
        self.refused("program", "check", "axpy.hgs", "--operand", "axpy.X=x.npy", env=env,
                     says=["--operand axpy.X", "20x21"])

    @each_backend("opencl")
    def test_faults_are_found(self, name, env):
        for body, says in [
                (BODY.replace("i < y_rows", "i <= y_rows"),
                 ["writes Y(21,0), one of 21 elements outside of Y, which has 21x21"]),
                (BODY.replace("i < y_rows", "1"), ["writes Y(21,0), one of 63 elements outside of Y"]),
                (BODY.replace("x_ld", "x_rows"), ["gives Y(", "another value in a second run"]),
                (BODY + "    if (i == 2 && j == 3) ((global double*)X)[x_first + i + j * x_ld] = 7;\n",
                 ["writes X(2,3) of X, which is declared read"]),
                (BODY + "    if (i == 0 && j == 0) Y[y_first - 1] = 1;\n", ["writes Y(-1,0) outside of Y"])]:
            with self.subTest(says):
                self.write_program(body)
                self.check_finds(says, env=env)
        self.write_program(BODY.replace("+=", "= j == 2 ? 0 :").replace("i < y_rows", "i < y_rows && j > 0"),
                           access="write")
        self.check_finds(["note: axpy", "leaves Y(0,0), one of 21 elements, unwritten"], env=env, status=0)

    @each_backend("opencl")
    def test_host_implementations_are_compared(self, name, env):
        install("HOST_EXAMPLE_PROGRAMS", self.path("libexamples.so"))
        for example, parameters in [("product", ["-p", "m=40", "-p", "n=30", "-p", "k=20", "-p", "b=16"]),
                                    ("jacobi", ["-p", "m=30", "-p", "n=30"]), ("exchange", ["-p", "n=70"])]:
            kernel = self.read(os.path.join(EXAMPLES, example + ".cl"))
            text = self.read(os.path.join(EXAMPLES, example + ".hgs"))
            self.write("axpy.hgs", text.replace("geometry", 'host "libexamples.so"  geometry'))
            self.write(example + ".cl", kernel)
            with self.subTest(example):
                report = json.loads(self.ended("program", "check", "axpy.hgs", *parameters, "--json", "-",
                                               env=env).stdout)
                self.assertGreater(report["passed"], 0)
                self.assertEqual({case["reference"] for case in report["cases"]}, {"host implementation"})
                self.assertLess(max(case["error"] for case in report["cases"]), 0.5)
        self.write("exchange.cl", kernel.replace("/ 2;", "/ 2.02;"))
        self.check_finds(["differs from host implementation: "], "-p", "n=70", env=env)

    @each_backend("opencl")
    @unittest.skipUnless(shutil.which("oclgrind"), "Oclgrind is not installed")
    def test_races_are_found_under_oclgrind(self, name, env):
        command = ["program", "check", "axpy.hgs", "-p", "n=9", "--races"]
        self.write_program()
        self.assertIn("1 passed, 0 failed", self.good(*command, env=env))
        self.write_program(BODY + "    Y[y_first] = i;\n")
        said = self.ended(*command, env=env, status=1).stdout
        self.assert_holds(said, ["Oclgrind reports:", "data race", "axpy"])

    def test_what_it_refuses(self):
        self.write_program()
        self.refused("program", "check", "axpy.hgs", "--scalar", "b=1", env=HOST, says="no scalar 'b'")
        self.refused("program", "check", "axpy.hgs", "--operand", "X=x.npy", env=HOST, says="x.npy")
        self.write("empty.hgs", "hg program 2\nMARK \"m\"\n")
        self.refused("program", "check", "empty.hgs", env=HOST, says="whose kernel is in a file")
        self.refused("program", "check", "axpy.hgs", "--races", env={**HOST, "PATH": "/nonexistent"},
                     says="oclgrind cannot be started")


if __name__ == "__main__":
    unittest.main()
