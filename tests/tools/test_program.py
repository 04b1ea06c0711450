"""hgctl program print, verify, simulate, run."""
import json
import os
import re

import numpy as np
from tool import HOST, ToolTest, backends, each_backend


class ProgramText(ToolTest):
    def write_gemm(self, *arguments):
        self.good("program", "print", "--n", "90", "--m", "70", "--k", "50", "--model-devices", "1",
                  *arguments, "-o", "p.txt")
        return self.read("p.txt")

    def test_print_needs_no_device_and_verifies(self):
        nothing = {"OCL_ICD_VENDORS": "/nonexistent", "HG_DEVICES": "no_such"}
        text = self.good("program", "print", "--n", "300", "--model-devices", "2", "--block", "100",
                         env=nothing)
        self.write("q.txt", text)
        commands = len(re.findall(r"^\d+: ", text, re.M))
        said = self.good("program", "verify", "q.txt", env=nothing)
        self.assertIn(f"q.txt: sound: {commands} commands", said)
        self.assertIn("2 devices", said)
        with open(self.path("q.txt"), encoding="utf-8") as file:
            self.assertIn("-: sound", self.good("program", "verify", "-", env=nothing, stdin=file))

    def test_print_takes_sizes_ops_and_memory(self):
        small = self.good("program", "print", "--n", "2000", "--memory", "64M", "--type", "f32", "--op-a",
                          "T")
        self.assertRegex(small, r"matrix A f32 2000x2000")
        self.assertRegex(small, r"instruction gemm_\w+_f32_tn")
        self.assertIn("memory 67108864 ", small)
        self.assertIn("scalar alpha", small)
        self.assertNotIn("scalar beta", small)
        self.assertIn("scalar beta",
                      self.good("program", "print", "--n", "200", "--model-devices", "1", "--beta", "1"))
        node = self.good("program", "print", "--routine", "syrk", "--n", "9000", "--machine", "h200",
                         "--devices", "2")
        self.assertEqual(node.count("\ndevice h200"), 2)
        for device in ["h200-0", "h200-1"]:
            self.assertRegex(node, rf"LD r\d+@{device}.s\d+ <- A\[0,0\]")
            self.assertRegex(node, rf"ST C\[\d+,\d+\] \d+x\d+ f64 <- r\d+@{device}")
        self.assertNotIn("<- C[", node)  # beta is 0
        self.assertIn(" lower f64 <- ", node)
        self.assertIn("<- C[", self.good("program", "print", "--routine", "syrk", "--n", "300",
                                         "--machine", "h200", "--beta", "1"))
        self.refused("program", "print", "--routine", "syrk", "--n", "20", "--m", "30", says=["--m", "syrk"])

    def test_iterations_of_a_solver(self):
        text = self.good("program", "print", "--routine", "cg", "--matrix", "stencil7:30", "--n", "2",
                         "--machine", "h200", "--devices", "3")
        self.write("cg.hgp", text)
        report = self.good_json("program", "simulate", "cg.hgp")
        self.assertEqual(sum(lane["bytes"] > 0 for lane in report["lanes"]), 6, "all devices exchange")
        self.refused("program", "print", "--routine", "cg", "--matrix", "cube", "--n", "2",
                     says="is not a sparse matrix")
        self.refused("program", "print", "--routine", "gemm", "--n", "9", "--matrix", "stencil7:3",
                     says="is an option of cg")
        self.refused("program", "print", "--n", "20", "--machine", "abacus",
                     says=["--machine", "abacus", "mi300x"])
        self.refused("program", "print", "--n", "2000", "--memory", "512", says="bytes", status=1)
        self.refused("program", "print", "--n", "2000", "--memory", "lots", says=["--memory", "lots"])
        self.refused("program", "print", says="--n")
        self.refused("program", "print", "--n", "20", "-o", "no_such/p.txt", says="no_such/p.txt")

    def test_print_takes_an_arithmetic(self):
        large = ["program", "print", "--n", "9000", "--machine", "h200"]
        for routine in ["gemm", "syrk", "trsm", "trmm", "getrf", "potrf", "geqrf", "ormqr", "orgqr"]:
            with self.subTest(routine):
                native = self.good(*large, "--routine", routine)
                self.assertNotIn("emulated_", native)
                self.assertEqual(native, self.good(*large, "--routine", routine, "--arithmetic", "automatic"))
                by_integers = self.good(*large, "--routine", routine, "--arithmetic", "emulated")
                self.assertIn("emulated_product_wgmma_n14_g132", by_integers)
                self.assertEqual(by_integers,
                                 self.good(*large, "--routine", routine, env={"HG_ARITHMETIC": "emulated"}))
        self.refused(*large, "--routine", "getrs", "--arithmetic", "emulated", says=["--arithmetic", "getrs"])

    def test_triangular_solves_and_factorizations(self):
        right = ["--side", "R", "--uplo", "U", "--op-a", "T", "--diag", "U"]
        tall = ["--m", "300"]
        for routine, arguments, says in [
                ("trsm", tall + right, ["matrix A", "matrix B", "scalar alpha"]),
                ("symm", tall + ["--side", "R", "--uplo", "U", "--beta", "1"],
                 ["matrix A f64 200x200", "matrix B f64 300x200"]),
                ("hemm", tall + ["--type", "c64"], ["matrix A c64 300x300", "matrix C c64 300x200"]),
                ("trmm", tall + right, ["triangle_repair", "upper f64"]),
                ("getrf", tall, ["matrix A f64 300x200", "matrix pivots i32"]),
                ("getrf", tall + ["--pivoting", "none", "--type", "f32"], ["matrix A f32 300x200"]),
                ("geqrf", tall + ["--type", "f32"], ["matrix A f32 300x200", "matrix tau f32 200x1"]),
                ("ormqr", tall + ["--side", "R", "--op-a", "T", "--k", "30"],
                 ["matrix A f64 200x30", "matrix tau f64 30x1", "matrix C f64 300x200"]),
                ("orgqr", tall, ["matrix A f64 300x200", "matrix tau f64 200x1"]),
                ("potrf", ["--uplo", "U"], ["matrix A f64 200x200", "cholesky_diagonal_f64", "upper f64"]),
                ("gemmt", ["--op-b", "T", "--k", "50", "--uplo", "U"],
                 ["matrix A f64 200x50", "matrix B f64 200x50", "upper f64"]),
                ("her2k", ["--type", "c32", "--op-a", "C", "--k", "50"],
                 ["matrix A c32 50x200", "matrix B c32 50x200", "lower c32"]),
                *(("potri", ["--uplo", uplo], ["matrix A f64 200x200", "identity_f64", "symmetric_part_f64"])
                  for uplo in "LU"),
                ("getri", [], ["matrix A f64 200x200", "matrix columns i32 200x1", "gather_columns_f64"]),
                ("getrs", ["--op-a", "T"], ["matrix A f64 200x200", "matrix X f64 200x1"]),
                ("getrs", ["--nrhs", "5"], ["matrix A f64 200x200", "matrix X f64 200x5"]),
                ("potrs", ["--uplo", "U"], ["matrix A f64 200x200", "matrix X f64 200x1"]),
                ("potrs", [], ["matrix A f64 200x200", "matrix X f64 200x1"])]:
            with self.subTest(routine, arguments=arguments):
                text = self.good("program", "print", "--routine", routine, "--n", "200", "--model-devices",
                                 "2", *arguments, env={"HG_DEVICES": "no_such"})
                self.assert_holds(text, says)
                self.assertEqual("pivots" in text, routine == "getrf" and "--pivoting" not in arguments)
                self.write("q.txt", text)
                self.assertIn("q.txt: sound", self.good("program", "verify", "q.txt"))
        for routine, arguments, says in [
                ("getrs", ["--m", "30"], ["--m", "getrs"]), ("potrf", ["--m", "30"], ["--m", "potrf"]),
                ("potri", ["--m", "30"], ["--m", "potri"]), ("getrf", ["--k", "5"], ["--k", "gemm", "getrf"]),
                ("gemm", ["--side", "L"], ["--side", "trsm", "gemm"]),
                ("geqrf", ["--k", "5"], ["--k", "gemm", "geqrf"]),
                ("ormqr", ["--m", "10", "--k", "11"], ["--k", "11", "10"]),
                ("orgqr", ["--m", "10"], ["--n 20", "orgqr", "10"]), ("herk", [], ["--type f64", "herk"]),
                ("syevd", [], "syevd")]:
            self.refused("program", "print", "--routine", routine, "--n", "20", *arguments, says=says)

    def test_picture(self):
        text = self.write_gemm("--block", "32", "--dot", "p.dot")
        picture = self.read("p.dot")
        self.assertTrue(picture.startswith("digraph"))
        commands = [line.split("   after ")[0] for line in text.splitlines() if re.match(r"\d+: ", line)]
        nodes = re.findall(r'^\d+\[label="(.*)", fillcolor="(\w+)"\];$', picture, re.M)
        self.assertEqual([label for label, _ in nodes], commands)
        colours = {(label.split()[1], colour) for label, colour in nodes}
        self.assertEqual(len(colours), 3, "a colour for each of LD, EXEC and ST")
        edges = {tuple(map(int, edge)) for edge in re.findall(r"^(\d+)->(\d+) ;$", picture, re.M)}
        dependencies = set()
        for number, line in enumerate(line for line in text.splitlines() if re.match(r"\d+: ", line)):
            for on in re.findall(r"(\d+)(?: \([^)]*\))?(?:, |$)", (line.split("   after ") + [""])[1]):
                dependencies.add((int(on), number))
        self.assertLessEqual(edges, dependencies)
        self.assertGreater(len(edges), 0)
        self.refused("program", "print", "--n", "20", "--dot", "no_such/p.dot", says="no_such/p.dot")

    @each_backend()
    def test_without_a_model_it_is_the_program_of_this_machine(self, name, env):
        text = self.good("program", "print", "--n", "100", "--kernel-rate", "123", env=env)
        devices = re.findall(r"^device \S+ memory .* rate_f64 1.23e\+11 ", text, re.M)
        self.assertEqual(len(devices), 2 if name == "pair" else 1)

    def test_faults_are_named_with_file_and_line(self):
        lines = self.write_gemm("--block", "32").splitlines()
        number = next(i for i, line in enumerate(lines) if line.startswith("3: "))
        for fault in ["3: NOP", "3: LD r99999@gpu.s0 <- A[0,0] 1x1 f64", "3: LD", "garbage", "3: \x01\x02"]:
            with self.subTest(fault):
                self.write("q.txt", "\n".join([*lines[:number], fault, *lines[number + 1:]]) + "\n")
                for command in ["verify", "simulate", "run"]:
                    self.refused("program", command, "q.txt", says=f"q.txt:{number + 1}: ")
        self.write("q.txt", "")
        self.refused("program", "verify", "q.txt", says="q.txt:")
        self.refused("program", "verify", "missing.txt", says=["missing.txt", "No such file"])
        self.refused("program", "verify", ".", says="folder")

    def test_a_program_that_is_not_sound_fails_verify(self):
        self.write("q.txt", re.sub(r" {3}after .*", "", self.write_gemm("--block", "32")))
        self.refused("program", "verify", "q.txt", says=["q.txt: not sound", "command:"], status=1)
        self.refused("program", "simulate", "q.txt", says="q.txt")
        self.refused("program", "run", "q.txt", says="q.txt")


class Simulate(ToolTest):
    def setUp(self):
        super().setUp()
        self.good("program", "print", "--n", "8192", "--model-devices", "2", "--memory", "512M", "-o",
                  "p.txt")

    def test_figures(self):
        report = self.good_json("program", "simulate", "p.txt")
        lanes = {(lane["device"], lane["queue"]): lane for lane in report["lanes"]}
        self.assertEqual(len(lanes), 6)
        self.assertAlmostEqual(sum(lane["flops"] for lane in lanes.values()), 2.0 * 8192**3)
        self.assertEqual(lanes[0, "ST"]["bytes"] + lanes[1, "ST"]["bytes"], 8 * 8192**2)
        self.assertGreaterEqual(report["makespan"] * (1 + 1e-9), max(report["bounds"].values()))
        self.assertEqual(report["bounds"][report["limit"]], max(report["bounds"].values()))
        self.assertGreater(report["critical_path"]["commands"], 1)
        self.assertLessEqual(report["hidden_transfers"], 1)
        text = self.good("program", "simulate", "p.txt", "--path")
        self.assert_holds(text, ["makespan", "critical path", "overlap", "device 1 EXEC", "LD r"])

    def test_rates_change_the_limit(self):
        def limit(*arguments):
            return self.good_json("program", "simulate", "p.txt", *arguments)["limit"]

        self.assertEqual(limit("--copy-rate", "0.5"), "staging")
        self.assertEqual(limit("--kernel-rate", "10"), "flops")
        self.assertEqual(limit("--link-in", "0.5"), "link in")
        self.assertEqual(limit("--link-out", "0.01", "--copy-rate", "1000"), "link out")
        self.assertEqual(limit("--link-both", "0.5"), "link both")
        self.assertEqual(limit("--links-in", "0.5"), "links in")
        self.assertEqual(limit("--links-out", "0.01", "--copy-rate", "1000"), "links out")
        self.assertEqual(limit("--links-both", "0.5"), "links both")
        for option in ["--link-in", "--link-both", "--links-in", "--links-out", "--links-both",
                       "--compute-units"]:
            self.refused("program", "simulate", "p.txt", option, "0", says=option)

    def test_waves_of_work_groups_take_time(self):
        def flops(units):
            return self.good_json("program", "simulate", "p.txt", "--compute-units", units)["bounds"]["flops"]

        self.assertGreater(flops("100000"), 2 * flops("1"))


class Run(ToolTest):
    def setUp(self):
        super().setUp()
        self.good("program", "print", "--n", "90", "--m", "70", "--k", "50", "--beta", "1", "--block", "32",
                  "--model-devices", "1", "-o", "p.txt")
        random = np.random.default_rng(3)
        self.a, self.b, self.c = (random.uniform(-1, 1, shape) for shape in [(70, 50), (50, 90), (70, 90)])
        np.save(self.path("A.npy"), self.a)
        np.save(self.path("B.npy"), np.asfortranarray(self.b))
        np.save(self.path("C.npy"), self.c)

    @each_backend()
    def test_result_on_every_back_end(self, _, env):
        text = self.good("program", "run", "p.txt", "--bind", "A=A.npy", "--bind", "B=B.npy", "--bind",
                         "C=C.npy", "--scalar", "alpha=-2", "--scalar", "beta=0.5", "--out", "C=out.npy",
                         "--trace", "t.json", env=env)
        np.testing.assert_allclose(np.load(self.path("out.npy")), -2 * self.a @ self.b + 0.5 * self.c, rtol=0,
                                   atol=1e-12)
        self.assertIn("C is in out.npy", text)
        self.assertNotIn("random", text)
        self.read_json("t.json")

    def test_a_program_for_two_devices(self):
        self.good("program", "print", "--n", "90", "--m", "70", "--k", "50", "--model-devices", "2",
                  "--block", "32", "-o", "p.txt")
        for env in [{"HG_DEVICES": "host,host"}] + [env for name, env in backends().items()
                                                    if name == "pair"]:
            with self.subTest(env):
                self.good("program", "run", "p.txt", "--bind", "A=A.npy", "--bind", "B=B.npy", "--out",
                          "C=out.npy", env=env)
                np.testing.assert_allclose(np.load(self.path("out.npy")), self.a @ self.b, rtol=0, atol=1e-12)
        # One device more than there are may be the CPU's; not two.
        self.good("program", "print", "--n", "2000", "--model-devices", "4", "--block", "500", "-o", "p.txt")
        self.refused("program", "run", "p.txt", "--out", "C=none.npy", env=HOST, says="device")
        self.assertNotIn("none.npy", self.files())

    def test_complex_matrices(self):
        self.write("z.hgs", """hg program 2
                matrix Z c64 7 x 3
                matrix W c32 7 x 3
                scalar beta
                register r c64 7 x 3
                register s c32 7 x 3 ld 9
                LD r <- Z[0, 0]
                LD s <- W[0, 0]
                EXEC scale_c64 r ; $beta
                EXEC scale_c32 s ; (0, -1)
                ST Z[0, 0] <- r
                ST W[0, 0] <- s
                """)
        z = self.a[:7, :3] + 1j * self.b[:7, :3]
        np.save(self.path("Z.npy"), z)
        np.save(self.path("W.npy"), np.asfortranarray(z.astype(np.complex64)))
        run = ["program", "run", "z.hgs", "--bind", "Z=Z.npy", "--bind", "W=W.npy", "--out", "Z=z.npy",
               "--out", "W=w.npy"]
        for name, env in backends().items():
            with self.subTest(name):
                self.good(*run, "--scalar", "beta=(2,-0.5)", env=env)
                np.testing.assert_allclose(np.load(self.path("z.npy")), (2 - 0.5j) * z, rtol=1e-14)
                w = np.load(self.path("w.npy"))
                self.assertEqual(w.dtype, np.complex64)
                np.testing.assert_array_equal(w, -1j * z.astype(np.complex64))
        self.good("program", "run", "z.hgs", "-o", "Z=random.npy", env=HOST)
        made_up = np.load(self.path("random.npy"))
        self.assertGreater(np.std(made_up.real), 0)
        self.assertGreater(np.std(made_up.imag), 0)
        for number in ["(2,", "(2,i)", "2,1", "(2;1)", "()", "(2,inf)"]:
            self.refused(*run, "--scalar", f"beta={number}", env=HOST,
                         says=["--scalar beta", number, "(REAL,IMAGINARY)"])
        self.refused("program", "run", "z.hgs", "--bind", "Z=W.npy", env=HOST, says=["of c32", "of c64"])

    def test_what_is_not_given_is_made_up_and_said(self):
        text = self.good("program", "run", "p.txt", "--bind", "A=A.npy", env=HOST)
        self.assert_holds(text, ["B is filled with random numbers", "C is filled with random numbers",
                                 "alpha is 1", "beta is 1"])
        self.assertNotIn("A is filled", text)
        report = self.good_json("program", "run", "p.txt", env=HOST)
        self.assertGreater(report["seconds"], 0)
        self.assertEqual(report["bytes_stored"], 8 * 70 * 90)

    def test_wrong_bindings(self):
        def refused(*arguments, says):
            self.refused("program", "run", "p.txt", *arguments, "--out", "C=out.npy", env=HOST, says=says)
            self.assertNotIn("out.npy", self.files())

        refused("--bind", "D=A.npy", says=["no matrix 'D'", "A B C"])
        refused("--bind", "A", says=["--bind", "NAME=VALUE"])
        refused("--bind", "A=A.npy", "--bind", "A=B.npy", says="twice")
        refused("--bind", "A=C.npy", says=["70 x 90", "70 x 50"])
        refused("--bind", "A=missing.npy", says="missing.npy")
        refused("--scalar", "gamma=1", says="no scalar 'gamma'")
        refused("--scalar", "alpha=one", says="'one' is neither a finite decimal number")
        refused("--out", "D=d.npy", says="no matrix 'D'")

    def test_data_that_names_no_row_is_refused(self):
        with open(self.path("gather.hgs"), "w", encoding="utf-8") as file:
            file.write("""hg program 2
matrix I i32 5 x 1
matrix X f64 7 x 2
matrix Y f64 5 x 2
register i i32 5 x 1
register x f64 7 x 2
register y f64 5 x 2
LD i <- I[0, 0]
LD x <- X[0, 0]
EXEC gather_f64 i x y
ST Y[0, 0] <- y
""")
        self.good("program", "verify", "gather.hgs")
        x = np.arange(14.0).reshape(7, 2)
        np.save(self.path("X.npy"), x)
        run = ["program", "run", "gather.hgs", "--bind", "I=I.npy", "--bind", "X=X.npy", "--out", "Y=Y.npy"]
        for name, env in backends().items():
            if name == "pair":
                continue
            for number in [200000000, 3000, -1, -2**31, 7, 8]:
                with self.subTest(name, number=number):
                    np.save(self.path("I.npy"), np.array([[0], [6], [number], [2], [2]], np.int32))
                    self.refused(*run, env=env,
                                 says=["EXEC gather_f64", f"index(2,0) is {number}; x has 7 rows"])
                    self.assertNotIn("Y.npy", self.files())
            np.save(self.path("I.npy"), np.array([[0], [6], [3], [2], [2]], np.int32))
            self.good(*run, env=env)
            self.assertTrue(np.array_equal(np.load(self.path("Y.npy")), x[[0, 6, 3, 2, 2]]))
            os.remove(self.path("Y.npy"))

    def test_a_printed_factorization_runs_back(self):
        self.good("program", "print", "--routine", "getrf", "--n", "300", "--model-devices", "1", "-o",
                  "lu.txt")
        for name, env in backends().items():
            if name != "pair":
                self.good("program", "run", "lu.txt", env=env)
