"""hgctl with sparse matrices: products of Matrix Market files, systems of them, checks, benches."""
import gzip
import json

import numpy as np
from tool import HOST, ToolTest, backends, each_backend

FORMATS = ["automatic", "csr", "csr_merge", "sell", "ell", "coo", "hybrid"]


def market(matrix, field="real", symmetry="general"):
    """A dense matrix as a Matrix Market file; of symmetric ones the lower triangle."""
    rows, columns = np.nonzero(matrix if symmetry == "general" else np.tril(matrix))
    lines = [f"%%MatrixMarket matrix coordinate {field} {symmetry}", "% made for a test", ""]
    lines.append(f"{matrix.shape[0]} {matrix.shape[1]} {len(rows)}")
    for i, j in zip(rows, columns):
        value = matrix[i, j]
        number = f"{value.real!r} {value.imag!r}" if field == "complex" else f"{value!r}"
        lines.append(f"{i + 1} {j + 1} {number}")
    return "\n".join(lines).replace("np.float64(", "").replace(")", "") + "\n"


def sample(rows, columns, dtype="f8", seed=1):
    random = np.random.default_rng(seed)
    matrix = np.where(random.uniform(size=(rows, columns)) < 0.2, random.uniform(-1, 1, (rows, columns)),
                      0).astype(dtype)
    if matrix.dtype.kind == "c":
        matrix = matrix * (1 + 2j)
    return matrix


class Sparse(ToolTest):
    def multiply(self, x, *arguments, env=None):
        np.save(self.path("x.npy"), x)
        self.good("multiply", "A.mtx", "x.npy", "-o", "y.npy", *arguments, env=env)
        return np.load(self.path("y.npy"))

    def test_products_of_files(self):
        a = sample(40, 30)
        self.write("A.mtx", market(a))
        for name, env in backends().items():
            for fmt in FORMATS if name == "host" else ["automatic"]:
                with self.subTest(name, format=fmt):
                    x = np.linspace(-1, 1, 30)
                    y = self.multiply(x, "--format", fmt, env=env)
                    self.assertEqual(y.shape, (40,))
                    np.testing.assert_allclose(y, a @ x, rtol=1e-13, atol=1e-13)

    def test_transposes_factors_and_several_vectors(self):
        env = {"HG_DEVICES": "host,host"}
        a = sample(40, 30, "c16")
        self.write("A.mtx", market(a, "complex"))
        x = np.ones((40, 3)) * (1 - 1j)
        y0 = np.full((30, 3), 2.0 + 0j)
        np.save(self.path("y0.npy"), y0)
        y = self.multiply(x, "--conj-trans-a", "--alpha", "(0,2)", "--c", "y0.npy", "--beta", "0.5", env=env)
        np.testing.assert_allclose(y, 2j * a.conj().T @ x + 0.5 * y0, rtol=1e-13, atol=1e-13)
        np.testing.assert_allclose(self.multiply(x, "--trans-a", env=env), a.T @ x, rtol=1e-13, atol=1e-13)

    def test_single_precision_and_symmetric_files(self):
        a = sample(30, 30)
        a = a + a.T
        self.write("A.mtx", market(a, symmetry="symmetric"))
        y = self.multiply(np.ones(30, "f4"), env=HOST)
        self.assertEqual(y.dtype, np.float32)
        np.testing.assert_allclose(y, a @ np.ones(30), rtol=1e-5, atol=1e-5)

    def test_files_that_are_not_to_the_letter(self):
        np.save(self.path("x.npy"), np.ones(2))
        self.write("A.mtx", "%MatrixMarket matrix coordinate real skew-symmetric\n2 2 2\n2 1 5d0\n2 2 0\n")
        for command in (["multiply", "A.mtx", "x.npy"],
                        ["solve", "A.mtx", "x.npy", "--method", "gmres", "--preconditioner", "none"]):
            ran = self.ended(*command, "-o", "y.npy", env=HOST)
            for words in ("A.mtx:1: begins with one %", "A.mtx:3: has an exponent",
                          "A.mtx:4: has a zero on the diagonal"):
                self.assertIn("warning: " + words, ran.stderr)
        with gzip.open(self.path("A.mtx.gz"), "wb") as file:
            file.write(b"%%MatrixMarket")
        for command in ("multiply", "solve"):
            self.refused(command, "A.mtx.gz", "x.npy", "-o", "y.npy", says="zcat A.mtx.gz > FILE.mtx",
                         env=HOST)

    def test_broken_files_end_with_status_2_and_the_line(self):
        np.save(self.path("x.npy"), np.ones(2))
        head = "%%MatrixMarket matrix coordinate real general\n% comment\n2 2 2\n"
        for text, says in [("", "A.mtx: is empty"), ("1 2 3\n", "A.mtx:1: not a Matrix Market file"),
                           (head + "1 1 1\n", "A.mtx:4: the file ends after 1 elements"),
                           (head + "1 1 1\n3 1 1\n", "A.mtx:5: the row must be from 1 to 2"),
                           (head + "1 1 1\n\n1 1 2\n", "A.mtx:6: element (1, 1) is in line 4, too"),
                           (head + "1 x 1\n2 2 2\n", "A.mtx:4: a row and a column are needed"),
                           (head + "1 1 one\n2 2 2\n", "A.mtx:4: a number is needed"),
                           (head + "1 1 1\n2 2 2\n2 1 1\n", "A.mtx:6: is one element too many")]:
            with self.subTest(says):
                self.write("A.mtx", text)
                self.refused("multiply", "A.mtx", "x.npy", "-o", "y.npy", says=says)
        self.write("A.mtx", head + "1 1 1\n1 1 2\n")
        np.testing.assert_array_equal(self.multiply(np.ones(2), "--sum-duplicates", env=HOST), [3, 0])

    def test_wrong_usage(self):
        self.write("A.mtx", market(sample(4, 5)))
        np.save(self.path("x.npy"), np.ones(4))
        np.save(self.path("B.npy"), np.eye(4))
        self.refused("multiply", "A.mtx", "x.npy", "-o", "y.npy",
                     says="the sizes do not match: A has 5 columns, X has 4 rows")
        self.refused("multiply", "A.mtx", "x.npy", "-o", "y.npy", "--trans-b", says="B cannot be transposed")
        self.refused("multiply", "A.mtx", "x.npy", "-o", "y.npy", "--arithmetic", "emulated",
                     says="is for a dense A")
        self.refused("multiply", "B.npy", "B.npy", "-o", "y.npy", "--sum-duplicates",
                     says="are for a sparse A")
        self.refused("bench", "spmv", "--matrix", "stencil9:4", says="is not a sparse matrix")
        self.refused("bench", "spmv", "--matrix", "rmat:4", says="is not a sparse matrix")

    @each_backend()
    def test_check(self, name, env):
        types, count = ("f64,f32,c64,c32", 30) if name == "host" else ("f64", 12)
        text = self.good("check", "spmv", "--type", types, "--count", count, "--n-max", "90", env=env)
        self.assertEqual(text.splitlines()[-1], f"{len(types.split(',')) * count} passed, 0 failed")

    @each_backend("host", "opencl")
    def test_bench(self, name, env):
        formats = FORMATS[1:] if name == "host" else ["sell"]
        report = self.good_json("bench", "spmv", "--matrix", "stencil27:6,rmat:6:4", "--format",
                                ",".join(formats), "--repeat", "2", "--chain", "2", env=env)
        self.assertEqual([row["format"] for row in report["rows"]], 2 * formats)
        first = report["rows"][0]
        self.assertEqual((first["rows"], first["nonzeros"]), (216, 16 ** 3))
        self.assertEqual(first["bytes"], 12 * 16 ** 3 + 20 * 216)
        for row in report["rows"]:
            self.assertLessEqual(row["error"], 1)
            self.assertGreater(row["gb_per_second"], 0)

    @each_backend("opencl")
    def test_viennacl_on_the_same_device(self, _, env):
        result = self.ended("bench", "spmv", "--matrix", "stencil5:7", "--type", "f64,f32,c64", "--repeat",
                            "2", "--chain", "2", "--peer", "viennacl", "--json", "-", env=env)
        rows = json.loads(result.stdout)["rows"]
        theirs = [row for row in rows if row["format"] == "viennacl"]
        if "hgctl was built without it" in result.stderr:
            self.skipTest("hgctl was built without ViennaCL")
        self.assertEqual([row["type"] for row in theirs], ["f64", "f32"])
        for row in theirs:
            self.assertLessEqual(row["error"], 1)
            self.assertGreater(row["seconds"], 0)
        self.assertEqual([row["viennacl_ratio"] is None for row in rows], [False, True, False, True, True])
        self.assertIn("has no complex elements", result.stderr)

    def test_bench_distributed(self):
        for name, env in backends().items():
            if name == "pair":
                continue
            with self.subTest(name):
                streamed = ["--streamed"] if name == "opencl" else []
                report = self.good_json("bench", "distributed", "--matrix", "stencil27:6", "--format", "csr",
                                        "--repeat", "5", *streamed, env=env)
                (row,) = report["rows"]
                self.assertEqual(row["resident"], not streamed)
                self.assertEqual(row["bytes_in"], 8 * 216 + (12 * 16 ** 3 + 4 * 216 if streamed else 0))
                self.assertEqual(len(row["seconds"]), 5)
                self.assertGreater(row["copied_gb_per_second"], 0)
                self.assertGreater(report["links_in"], 0)
                self.assertLessEqual(row["error"], 1)
        self.refused("bench", "distributed", "--repeat", "3", says="--repeat")


TWO_HOSTS = {"HG_DEVICES": "host,host"}
METHODS = ["cg", "bicgstab", "gmres"]


def chain(n):
    """Positive definite."""
    return 3 * np.eye(n) - np.eye(n, k=1) - np.eye(n, k=-1)


class Solve(ToolTest):
    def write_system(self, a, b, **kind):
        self.write("A.mtx", a if isinstance(a, str) else market(a, **kind))
        np.save(self.path("b.npy"), b)

    def solve(self, *arguments, env=None):
        return self.good_json("solve", "A.mtx", "b.npy", "-o", "x.npy", *arguments, env=env or TWO_HOSTS)

    def unsolved(self, *arguments, says):
        """The report of a run that ends with status 1; x is there."""
        result = self.ended("solve", "A.mtx", "b.npy", "-o", "x.npy", "--json", "-", *arguments,
                            env=TWO_HOSTS, status=1)
        self.assertIn("A.mtx: not solved: " + says, result.stderr)
        return json.loads(result.stdout)

    def assert_solved(self, a, b, tolerance):
        x = np.load(self.path("x.npy"))
        self.assertEqual((x.shape, x.dtype), (b.shape, b.dtype))
        self.assertLessEqual(np.linalg.norm(b - a @ x), tolerance * np.linalg.norm(b))

    def test_methods_preconditioners_and_types(self):
        for dtype, tolerance in [("f8", 1e-11), ("f4", 1e-5), ("c16", 1e-11), ("c8", 1e-5)]:
            b = np.linspace(1, 2, 40).astype(dtype) * (1j if dtype[0] == "c" else 1)
            self.write_system(chain(40), b)
            for method, preconditioner in zip(METHODS, ["none", "jacobi", "block_jacobi"]):
                with self.subTest(dtype, method=method):
                    report = self.solve("--method", method, "--preconditioner", preconditioner, "--tol",
                                        tolerance / 10)
                    self.assertEqual((report["reason"], report["method"], report["preconditioner"]),
                                     ("converged", method, preconditioner))
                    self.assertEqual(len(report["history"]), report["iterations"] + 1)
                    self.assertLessEqual(report["history"][-1], tolerance / 10)
                    self.assert_solved(chain(40), b, tolerance)

    def test_the_method_follows_from_the_file(self):
        b = np.linspace(1, 2, 30).reshape(30, 1)
        for kind, method in [({"symmetry": "symmetric"}, "cg"), ({}, "gmres")]:
            self.write_system(chain(30), b, **kind)
            for name, env in backends().items():
                with self.subTest(name, method=method):
                    self.assertEqual(self.solve(env=env)["method"], method)
                    self.assert_solved(chain(30), b, 1e-9)

    def test_the_text_and_the_page(self):
        self.write_system(chain(30), np.ones(30))
        text = self.good("solve", "A.mtx", "b.npy", "-o", "x.npy", "--method", "cg", "--html", "h.html",
                         "--json", "r.json", env=TWO_HOSTS)
        report = self.read_json("r.json")
        self.assertIn(f"converged after {report['iterations']} iterations of cg, preconditioner jacobi", text)
        self.assertIn("h.html", text)
        page = self.read_page("h.html")
        self.assertEqual(len(page.plots), 1)
        self.assertEqual(page.plots[0]["points"], sum(residual > 0 for residual in report["history"]))
        self.assertIn("iterations", page.plots[0]["texts"])

    def test_the_beginning_and_the_iterations_are_told_apart(self):
        self.write_system(chain(30), np.ones(30))
        report = self.solve()
        self.assertGreater(report["begin_seconds"], 0)
        self.assertGreater(report["iteration_seconds"], 0)
        self.assertLessEqual(report["begin_seconds"] + report["iteration_seconds"], report["seconds"])
        self.assertAlmostEqual(report["seconds_of_iteration"] * report["iterations"],
                               report["iteration_seconds"])
        text = self.good("solve", "A.mtx", "b.npy", "-o", "x.npy", env=TWO_HOSTS)
        self.assertRegex(
            text, r"took +[^\n]* of which [^\n]* before the first iteration\n +iterations +[^\n]* each\n")
        self.assertEqual(self.solve("--most-iterations", "0", "--tol", "1")["seconds_of_iteration"], 0)

    def test_progress_is_shown_on_a_terminal(self):
        self.write_system(chain(30), np.ones(30))
        shown = self.on_terminal("solve", "A.mtx", "b.npy", "-o", "x.npy", env=TWO_HOSTS)
        self.assertRegex(shown, r"\[[#.]{30}\] +\d+%  [\w ]+")
        self.assertRegex(shown, r"0 iterations, residual 1")

    def test_polynomials(self):
        b = np.linspace(1, 2, 200)
        self.write_system(chain(200) - 0.99 * np.eye(200), b)
        counts = [self.solve("--method", "cg", "--preconditioner", "chebyshev", *option)["iterations"]
                  for option in [["--degree", "1"], [], ["--degree", "6"]]]
        self.assert_solved(chain(200) - 0.99 * np.eye(200), b, 1e-9)
        self.assertEqual(counts, sorted(counts, reverse=True))
        self.assertGreater(counts[0], counts[2])

    def test_an_indefinite_matrix(self):
        self.write_system(np.diag([1.0, 2, -3, 4]), np.ones(4))
        report = self.unsolved("--method", "cg", "--preconditioner", "none",
                               says="A, or the preconditioner, is not positive definite")
        self.assertEqual(report["reason"], "indefinite")
        self.assertEqual(np.load(self.path("x.npy")).shape, (4,))
        self.assertEqual(self.solve("--method", "gmres", "--restart", "4")["reason"], "converged")

    def test_the_limit(self):
        b = np.linspace(1, 2, 40)
        self.write_system(chain(40), b)
        report = self.unsolved("--method", "cg", "--most-iterations", "3", "--html", "h.html",
                               says="3 iterations were not enough")
        self.assertEqual((report["reason"], report["iterations"], len(report["history"])), ("limit", 3, 4))
        self.assertEqual(self.files(), ["A.mtx", "b.npy", "h.html", "x.npy"])
        self.assert_solved(chain(40), b, 1.01 * report["residual"])
        self.assertGreater(report["residual"], 1e-10)
        self.unsolved("--most-iterations", "0", says="0 iterations were not enough")
        np.testing.assert_array_equal(np.load(self.path("x.npy")), np.zeros(40))

    def test_rounding_above_the_tolerance(self):
        b = np.linspace(1, 2, 40).astype("f4")
        self.write_system(chain(40), b)
        for method in METHODS:
            report = self.unsolved("--method", method, says="|b - A x| / |b| stays at ")
            self.assertEqual(report["reason"], "stagnated")
            self.assert_solved(chain(40), b, 1e-5)

    def test_any_unit(self):
        b = np.linspace(1, 2, 40)
        self.write_system(chain(40), b)
        self.solve()
        expected = np.load(self.path("x.npy"))
        for scale in [2.0**-600, 2.0**900]:
            self.write_system(chain(40), b * scale)
            self.assertEqual(self.solve()["reason"], "converged")
            np.testing.assert_array_equal(np.load(self.path("x.npy")), expected * scale)

    def test_broken_files(self):
        head = "%%MatrixMarket matrix coordinate real general\n2 2 2\n"
        for text, says in [(head + "1 1 1\n3 1 1\n", "A.mtx:4: the row must be from 1 to 2"),
                           (head + "1 1 one\n2 2 2\n", "A.mtx:3: a number is needed")]:
            self.write_system(text, np.ones(2))
            self.refused("solve", "A.mtx", "b.npy", "-o", "x.npy", says=says)
        self.write_system(head + "1 1 1\n1 1 2\n", np.ones(2))
        self.refused("solve", "A.mtx", "b.npy", "-o", "x.npy",
                     says="A.mtx:4: element (1, 1) is in line 3, too")

    def test_wrong_usage(self):
        self.write_system(chain(4), np.ones(4))
        np.save(self.path("A.npy"), np.eye(4))
        for option in [["--spd"], ["--refine"], ["--least-squares"], ["--pivoting", "none"],
                       ["--arithmetic", "native"]]:
            self.refused("solve", "A.mtx", "b.npy", "-o", "x.npy", *option,
                         says=option[0] + " is for a dense A")
        for option in [["--method", "cg"], ["--tol", "1"], ["--most-iterations", "1"],
                       ["--preconditioner", "none"], ["--restart", "3"], ["--degree", "3"],
                       ["--html", "h.html"], ["--sum-duplicates"]]:
            self.refused("solve", "A.npy", "b.npy", "-o", "x.npy", *option,
                         says=option[0] + " is for a sparse A")
        for options, says in [(["--tol", "-1"], "--tol"),
                              (["--method", "cg", "--restart", "3"], "--restart is for"),
                              (["--method", "cg", "--degree", "3"],
                               "--degree is for --preconditioner chebyshev"),
                              (["--method", "gmres", "--preconditioner", "chebyshev"],
                               "--preconditioner chebyshev is for"), (["--html", "b.npy"], "--html"),
                              (["--method", "lu"], "--method")]:
            self.refused("solve", "A.mtx", "b.npy", "-o", "x.npy", *options, says=says)
        self.assertEqual(self.files(), ["A.mtx", "A.npy", "b.npy"])
        for b in [np.ones(5), np.ones((4, 2))]:
            self.write_system(chain(4), b)
            self.refused("solve", "A.mtx", "b.npy", "-o", "x.npy", says="one vector of 4 elements")
        self.write_system(sample(4, 5), np.ones(4))
        self.refused("solve", "A.mtx", "b.npy", "-o", "x.npy", says="A must be square; it is 4 x 5")
