"""hgctl with sparse matrices: products of Matrix Market files, checks, benches."""
import unittest

import numpy as np
from tool import ToolTest, backends

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
    matrix = np.where(random.uniform(size=(rows, columns)) < 0.2, random.uniform(-1, 1, (rows, columns)), 0).astype(dtype)
    if matrix.dtype.kind == "c":
        matrix = matrix * (1 + 2j)
    return matrix


class Sparse(ToolTest):
    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

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
        y = self.multiply(np.ones(30, "f4"), env={"HG_DEVICES": "host"})
        self.assertEqual(y.dtype, np.float32)
        np.testing.assert_allclose(y, a @ np.ones(30), rtol=1e-5, atol=1e-5)

    def test_broken_files_end_with_status_2_and_the_line(self):
        np.save(self.path("x.npy"), np.ones(2))
        head = "%%MatrixMarket matrix coordinate real general\n% comment\n2 2 2\n"
        for text, says in [("", "A.mtx: is empty"), ("1 2 3\n", "A.mtx:1: no Matrix Market file"),
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
        np.testing.assert_array_equal(self.multiply(np.ones(2), "--sum-duplicates", env={"HG_DEVICES": "host"}), [3, 0])

    def test_wrong_usage(self):
        self.write("A.mtx", market(sample(4, 5)))
        np.save(self.path("x.npy"), np.ones(4))
        np.save(self.path("B.npy"), np.eye(4))
        self.refused("multiply", "A.mtx", "x.npy", "-o", "y.npy", says="the sizes do not match: A has 5 columns, X has 4 rows")
        self.refused("multiply", "A.mtx", "x.npy", "-o", "y.npy", "--trans-b", says="B is used as it is")
        self.refused("multiply", "B.npy", "B.npy", "-o", "y.npy", "--sum-duplicates", says="are for a sparse A")
        self.refused("bench", "spmv", "--matrix", "stencil9:4", says="stands for no sparse matrix")
        self.refused("bench", "spmv", "--matrix", "rmat:4", says="stands for no sparse matrix")

    def test_check(self):
        for name, env in backends().items():
            with self.subTest(name):
                types, count = ("f64,f32,c64,c32", 30) if name == "host" else ("f64", 12)
                text = self.good("check", "spmv", "--type", types, "--count", count, "--n-max", "90", env=env)
                self.assertEqual(text.splitlines()[-1], f"{len(types.split(',')) * count} passed, 0 failed")

    def test_bench(self):
        for name, env in backends().items():
            if name == "pair":
                continue
            with self.subTest(name):
                formats = FORMATS[1:] if name == "host" else ["sell"]
                report = self.good_json("bench", "spmv", "--matrix", "stencil27:6,rmat:6:4", "--format", ",".join(formats),
                                        "--runs", "2", "--chain", "2", env=env)
                self.assertEqual([row["format"] for row in report["rows"]], 2 * formats)
                first = report["rows"][0]
                self.assertEqual((first["rows"], first["nonzeros"]), (216, 16 ** 3))
                self.assertEqual(first["bytes"], 12 * 16 ** 3 + 20 * 216)
                for row in report["rows"]:
                    self.assertLessEqual(row["error"], 1)
                    self.assertGreater(row["gb_per_second"], 0)


if __name__ == "__main__":
    unittest.main()
