"""hgctl program with sources: build, verify, run."""
import os
import resource
import shutil
import time

import numpy as np
from tool import HOST, ToolTest, backends

EXAMPLES = os.path.join(os.path.dirname(__file__), "..", "..", "examples", "programs")


def install(variable, path):
    """A library of the build, where nobody else can change it: hg would not load it otherwise."""
    shutil.copyfile(os.environ[variable], path)
    os.chmod(path, 0o755)


class ProgramSource(ToolTest):
    def write_source(self, text):
        self.write("s.hgs", "hg program 2\n" + text)

    def run_example(self, name, parameters, out, matrices, *arguments):
        """Runs an example on every kind of device; yields each result."""
        for matrix, elements in matrices.items():
            np.save(self.path(matrix + ".npy"), elements)
        given = [word for parameter in parameters for word in ("-p", parameter)]
        binds = [word for matrix in matrices for word in ("--bind", f"{matrix}={matrix}.npy")]
        devices = backends()
        if "pair" in devices:
            devices["three"] = {"HG_DEVICES": "0,1,2", "POCL_DEVICES": "pthread pthread pthread"}
        for kind, env in devices.items():
            with self.subTest(kind):
                source = os.path.join(EXAMPLES, name + ".hgs")
                if kind == "host":
                    source, env = self.with_host_implementations(name), {**env, "HG_DEVICES": "host,host"}
                self.good("program", "run", source, *given, *binds, "--out", f"{out}=out.npy", *arguments,
                          env=env)
                yield np.load(self.path("out.npy"))

    def with_host_implementations(self, name):
        """A copy of an example, whose instructions are kernels alone as it stands."""
        shutil.copy(os.path.join(EXAMPLES, name + ".cl"), self.folder)
        text = self.read(os.path.join(EXAMPLES, name + ".hgs"))
        install("HOST_EXAMPLE_PROGRAMS", self.path("libexamples.so"))
        clause = 'host "libexamples.so"  geometry'
        self.write(name + ".hgs", text.replace("geometry", clause))
        return self.path(name + ".hgs")

    def test_the_product_of_the_examples(self):
        random = np.random.default_rng(5)
        a, b, c = (random.uniform(-1, 1, shape) for shape in [(70, 50), (50, 90), (70, 90)])
        for result in self.run_example("product", ["m=70", "n=90", "k=50", "b=32", "t=16"], "C",
                                       {"A": a, "B": b, "C": c}, "--scalar", "alpha=-2"):
            np.testing.assert_allclose(result, c - 2 * a @ b, rtol=0, atol=1e-12)

    def test_a_few_lines_that_stand_for_1e8_commands(self):
        self.write_source(
            "device d memory 1000000 largest 1000000 link_in 1e9 link_out 1e9 rate_f64 1e9 memory_rate 1e9 "
            "has_f64 1\n"
     "matrix A f64 8x8\nregister r f64 8x8 @ d\nfor i in 0..100000000 { LD r <- A[0, 0] }\n")
        for command in ["verify", "build", "simulate"]:
            begin = time.monotonic()
            self.refused("program", command, "s.hgs",
                         says=["s.hgs:5:1: 100000000 commands and 1 registers up to here take about 20.8 GB "
                               "of memory, more than "
                               "the 1.1 GB that a program may take"],
                         preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30)))
            self.assertLess(time.monotonic() - begin, 5)

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

    def test_the_relay_of_the_examples_gains_by_its_policy(self):
        relay = self.read(os.path.join(EXAMPLES, "relay.hgs"))
        self.assertIn("\npolicy priority\n", relay)
        shutil.copy(os.path.join(EXAMPLES, "relay.cl"), self.path("relay.cl"))
        random = np.random.default_rng(10)
        matrices = {"M": random.uniform(-1, 1, (64, 64 * 20)), "P": np.zeros((64, 64 * 20)),
                    "N": random.uniform(-1, 1, (100, 100 * 7)), "X": random.uniform(-1, 1, (100, 8))}
        for name, elements in matrices.items():
            np.save(self.path(name + ".npy"), elements)
        small = ["-p", "n=64", "-p", "g=20", "-p", "c=100", "-p", "w=8", "-p", "t=7"]
        binds = [word for name in matrices for word in ("--bind", f"{name}={name}.npy")]
        makespan, results = {}, {}
        for policy in ("program", "priority"):
            self.write("s.hgs", relay.replace("\npolicy priority\n", f"\npolicy {policy}\n"))
            makespan[policy] = self.good_json("program", "simulate", "s.hgs", env=HOST)["makespan"]
            if "opencl" in backends():
                self.good("program", "run", "s.hgs", *small, *binds, "--out", "P=P_after.npy", "--out",
                          "X=X_after.npy", env={"POCL_DEVICES": "pthread pthread pthread"})
                results[policy] = [np.load(self.path(name)) for name in ("P_after.npy", "X_after.npy")]
        self.assertLess(makespan["priority"], 0.8 * makespan["program"])
        if not results:
            return
        (moved, product), (moved_first, product_first) = results["program"], results["priority"]
        np.testing.assert_array_equal(product, product_first)
        np.testing.assert_array_equal(moved, moved_first)
        np.testing.assert_array_equal(moved, np.hstack(np.split(matrices["M"], 20, axis=1)[::-1]))
        expected = matrices["X"]
        for factor in np.split(matrices["N"], 7, axis=1):
            expected = factor @ expected
        np.testing.assert_allclose(product, expected, rtol=0, atol=1e-13 * np.abs(expected).max())

    def test_a_program_is_built_for_parameters(self):
        self.write_source(
            "param n = 8\nmatrix A f64 n x n\nfor j in 0..n step 4 {\nregister r f64 n x 4\nLD r <- A[0, j]\n"
     "ST A[0, j] <- r\n}\n")
        self.good("program", "build", "s.hgs", "-p", "n=12", "-o", "p.hg", env=HOST)
        self.assertIn("p.hg: sound: 6 commands", self.good("program", "verify", "p.hg", env=HOST))
        self.assertIn("s.hgs: sound: 4 commands", self.good("program", "verify", "s.hgs", env=HOST))
        self.assertEqual(self.good("program", "build", "s.hgs", "-p", "n=12", env=HOST), self.read("p.hg"))
        self.refused("program", "verify", "p.hg", "-p", "n=12",
                     says="p.hg is not a source, so it has no parameter called n", env=HOST)
        for given in ["n", "n=", "n=x", "=3"]:
            self.refused("program", "build", "s.hgs", "-p", given, says="NAME=WHOLE NUMBER", env=HOST)
        self.refused("program", "build", "s.hgs", "-p", "n=1", "-p", "n=2", says="twice", env=HOST)
        self.refused("program", "build", "s.hgs", "-p", "q=1", says="q", env=HOST)

    def test_routines_of_the_library(self):
        self.write_source(
            "param n = 40\nmatrix A f64 n x n\nmatrix C f64 n x n\n"
            "register a f64 n x n\nregister c f64 n x n\n"
            "LD a <- A[0, 0]\nhg.gemm(T, N, 2, a, a, 0, c)\nST C[0, 0] <- c\n")
        a = np.random.default_rng(9).uniform(-1, 1, (40, 40))
        np.save(self.path("A.npy"), a)
        np.save(self.path("C.npy"), np.zeros((40, 40)))
        for kind, env in backends().items():
            with self.subTest(kind):
                self.good("program", "run", "s.hgs", "--bind", "A=A.npy", "--bind", "C=C.npy", "-o",
                          "C=out.npy", env=env)
                np.testing.assert_allclose(np.load(self.path("out.npy")), 2 * a.T @ a, rtol=0, atol=1e-12)

    def test_programs_by_hand(self):
        text = ("hg program 1\ndevice cpu\nmatrix A f64 8x8\nslot s0@cpu 256\nslot s1@cpu 256\nregister "
                "r0@cpu.s0 f64 8x4\n"
                "register r1@cpu.s1 f64 8x4\n0: LD r0@cpu.s0 <- A[0,0] 8x4 f64\n1: LD r1@cpu.s1 <- A[0,4] "
                "8x4 f64  after 0\n"
                "2: ST A[0,4] 8x4 f64 <- r0@cpu.s0  after 0, 1\n3: ST A[0,0] 8x4 f64 <- r1@cpu.s1  after 1, "
                "0, 2 (RAW s0)\n")
        self.write("p.hg", text)
        self.assertIn("sound: 4 commands, 6 dependencies", self.good("program", "verify", "p.hg", env=HOST))
        a = np.random.default_rng(11).uniform(-1, 1, (8, 8))
        np.save(self.path("A.npy"), a)
        self.good("program", "run", "p.hg", "--bind", "A=A.npy", "--out", "A=out.npy", env=HOST)
        np.testing.assert_array_equal(np.load(self.path("out.npy")), np.hstack([a[:, 4:], a[:, :4]]))
        self.write("p.hg", text.replace("after 0, 1", "after 0"))
        self.refused("program", "verify", "p.hg", says=["2: ST A[0,4]", "not ordered after command 1"],
                     status=1, env=HOST)

    SAXPY = ('param n = 30\nmatrix X f32 n x n\nmatrix Y f32 n x n\nscalar a\n'
             'register u f32 n x n ld n + 2\nregister v f32 n x n\n'
             'instruction saxpy.v1 from "kernels/saxpy.cl" (X: read f32, Y: read_write f32; a: f32) '
             'entry "saxpy"\n'
             'geometry (ceil(rows(X) * cols(X), n) * n) local (n)  flops 2 * rows(X) * cols(X)%s\n'
             'LD u <- X[0, 0]\nLD v <- Y[0, 0]\nEXEC saxpy.v1 u v ; $a\nST Y[0, 0] <- v\n')
    KERNEL = """kernel void saxpy(global const float* x, long x_first, int x_rows, int x_cols, int x_ld,
                                  global float* y, long y_first, int rows, int cols, int ld, float a) {
                    const int i = get_global_id(0) % rows, j = get_global_id(0) / rows;
                    if (j < cols) y[y_first + i + (long)j * ld] += a * x[x_first + i + (long)j * x_ld];
                }"""

    def write_saxpy(self, more=""):
        self.write_source(self.SAXPY % more)
        os.makedirs(self.path("kernels"), exist_ok=True)
        self.write("kernels/saxpy.cl", self.KERNEL)
        random = np.random.default_rng(10)
        x, y = (random.integers(-9, 9, (30, 30)).astype(np.float32) for _ in "XY")
        np.save(self.path("X.npy"), x)
        np.save(self.path("Y.npy"), y)
        return y - 3 * x

    def run_saxpy(self, file, **options):
        return self.ended("program", "run", file, "--bind", "X=X.npy", "--bind", "Y=Y.npy", "--scalar",
                          "a=-3", "--out", "Y=out.npy", **options)

    def test_a_program_with_instructions_of_its_own_is_read_back(self):
        result = self.write_saxpy()
        os.mkdir(self.path("built"))
        self.good("program", "build", "s.hgs", "-o", "built/p.hg", env=HOST)
        text = self.read("built/p.hg")
        self.assertIn(
            '\ninstruction saxpy.v1 from "../kernels/saxpy.cl" (X: read f32, Y: read_write f32; a: f32) '
            'entry "saxpy" '
            "geometry (ceil(rows(X) * cols(X), 30) * 30) local (30) flops 2 * rows(X) * cols(X)\n", text)
        # From the folder of each file, standard output in the current one.
        self.good("program", "build", "built/p.hg", "-o", "built/q.hg", env=HOST)
        self.assertEqual(self.read("built/q.hg"), text)
        here = self.good("program", "build", "built/p.hg", env=HOST)
        self.assertIn('"kernels/saxpy.cl"', here)
        self.assertEqual(here, self.good("program", "build", "s.hgs", env=HOST))
        self.assertIn("sound: 4 commands",
                      self.good("program", "verify", "-", input=here, stdin=None, env=HOST))
        self.assertIn("sound: 4 commands", self.good("program", "verify", "built/p.hg", env=HOST))
        self.good("program", "simulate", "built/p.hg", env=HOST)
        for kind, env in backends().items():
            if kind == "opencl":
                self.run_saxpy("built/p.hg", env=env)
                np.testing.assert_array_equal(np.load(self.path("out.npy")), result)
        os.remove(self.path("kernels/saxpy.cl"))
        self.refused("program", "verify", "built/p.hg", says=["built/p.hg:", "saxpy.cl"], env=HOST)

    def test_host_implementations_of_shared_objects(self):
        result = self.write_saxpy('  host "kernels/libsaxpy.so"')
        # Nothing is loaded before a run, and an error of the run writes nothing.
        self.good("program", "verify", "s.hgs", env=HOST)
        run = self.run_saxpy("s.hgs", env=HOST, status=2)
        self.assertIn("kernels/libsaxpy.so: cannot open shared object file", run.stderr)
        install("HOST_EXAMPLE_PROGRAMS", self.path("kernels/libsaxpy.so"))
        self.run_saxpy("s.hgs", env=HOST)
        np.testing.assert_array_equal(np.load(self.path("out.npy")), result)
        os.mkdir(self.path("built"))
        os.remove(self.path("out.npy"))
        self.good("program", "build", "s.hgs", "-o", "built/p.hg", env=HOST)
        self.run_saxpy("built/p.hg", env=HOST)
        np.testing.assert_array_equal(np.load(self.path("out.npy")), result)
        os.remove(self.path("out.npy"))
        text = self.read("s.hgs")
        self.write("s.hgs", text.replace('entry "saxpy"', 'entry "daxpy"'))
        run = self.run_saxpy("s.hgs", env=HOST, status=2)
        self.assertIn("undefined symbol: daxpy", run.stderr)
        self.assertNotIn("out.npy", self.files())

    def test_host_implementations_that_others_can_change_are_not_run(self):
        self.write_saxpy('  host "kernels/libsaxpy.so"')
        library = self.path("kernels/libsaxpy.so")
        install("HOST_EXAMPLE_PROGRAMS", library)
        exposures = {"a library of everybody's": (os.chmod, library, 0o777, 0o755),
                     "a folder of everybody's": (os.chmod, self.path("kernels"), 0o777, 0o755)}
        if os.geteuid() == 0:
            def give(path, user):
                os.chown(path, user, user)
            exposures |= {"a stranger's library": (give, library, 2, 0),
                          "a stranger's folder": (give, self.path("kernels"), 2, 0)}
        for name, (change, path, exposed, sound) in exposures.items():
            with self.subTest(name):
                change(path, exposed)
                run = self.run_saxpy("s.hgs", env=HOST, status=2)
                self.assertIn("the host implementation saxpy can't be loaded: " + path, run.stderr)
                self.assertNotIn("out.npy", self.files())
                change(path, sound)
        self.run_saxpy("s.hgs", env=HOST)

    def test_only_runs_load_code(self):
        host = {**HOST, "LD_DEBUG": "files"}
        self.write_saxpy('  host "kernels/libsaxpy.so"')
        install("HOST_EXAMPLE_PROGRAMS", self.path("kernels/libsaxpy.so"))
        self.good("program", "build", "s.hgs", "-o", "p.hg", env=HOST)
        for file in ["s.hgs", "p.hg"]:
            for command in ["verify", "simulate", "analyze", "graph", "build", "fmt", "compare"]:
                if (command, file) == ("fmt", "p.hg"):
                    continue
                with self.subTest(command, file=file):
                    more = {"compare": [file], "graph": ["--dot", "p.dot"]}.get(command, [])
                    result = self.ended("program", command, file, *more, env=host)
                    self.assertIn("libhg", result.stderr)  # what the loader does is shown
                    self.assertNotIn("libsaxpy", result.stderr)
        self.assertIn("libsaxpy", self.run_saxpy("p.hg", env=host).stderr)

    def test_the_standard_form(self):
        self.write_source("param n=3 # rows\nfor i in 0..n{BAR}\n")
        form = "hg program 2\nparam n = 3    # rows\nfor i in 0..n {\n    BAR\n}\n"
        self.assertEqual(self.good("program", "fmt", "s.hgs"), form)
        source = self.read("s.hgs")
        self.assertEqual(self.good("program", "fmt", "-", input=source, stdin=None), form)
        self.assertNotEqual(source, form)
        check = self.hgctl("program", "fmt", "--check", "s.hgs")
        self.assertEqual((check.returncode, check.stdout), (1, ""))
        self.assertIn("s.hgs: not in its standard form", check.stderr)
        self.good("program", "fmt", "s.hgs", "-o", "s.hgs")
        self.assertEqual(self.good("program", "fmt", "--check", "s.hgs"), "")
        self.refused("program", "fmt", "--check", "s.hgs", "-o", "t.hgs", says="--check")
        self.write_source("param = 3\n")
        self.refused("program", "fmt", "s.hgs", "-o", "s.hgs", says="s.hgs:2:7: ")

    def test_a_source_that_is_refused_takes_less_than_a_gigabyte(self):
        most = (64 << 20) - 100
        for statements, says in [
                ('MARK ""\n' * (most // 8), "s.hgs:5033165:8: the source is too long"),
                ('MARK "' + "x" * most, "s.hgs:2:6: a text needs a closing quote"),
                ("let i = " + "(" * most, "s.hgs:2:209: an expression is nested deeper than 200"),
                ("for i in 0..1000000000 { for j in 0..1000000000 { } }\n", "too many steps: 1000000003"),
                ("register t[100000001] f64 1 x 1\n", "too many registers: 100000001"),
                ("for i in 0..100000001 { BAR }\n", "too many commands: 100000001")]:
            with self.subTest(says):
                self.write_source(statements)
                self.refused("program", "build", "s.hgs", says=says, env=HOST)
        largest_child = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss << 10
        self.assertLess(largest_child, 10**9)

    def test_errors_have_their_place(self):
        self.write_source("matrix A f64 4 x 4\nregister r f64 4 x 4\nLD q <- A[0, 0]\n")
        self.refused("program", "build", "s.hgs", "-o", "p.hg", says="s.hgs:4:4: no register is called `q`",
                     env=HOST)
        self.assertNotIn("p.hg", self.files())
