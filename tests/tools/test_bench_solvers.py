"""hgctl bench of triangular solves and factorizations: JSON, residuals, peers, pages."""
import json
import unittest

from tool import ToolTest, backends

HOST = {"HG_DEVICES": "host"}
COMPLEX = [letter + routine for letter in "zc" for routine in ["getrf", "getrs", "gesv", "potrf", "posv", "geqrf", "gels"]]
COMPLEX_WAYS = [["zgetrf", "--m", "90"], ["cgetrf", "--pivoting", "tournament"], ["zgetrs", "--op", "C", "--nrhs", "3"],
                ["cgetrs", "--op", "T"], ["zgesv"], ["zpotrf", "--uplo", "U"], ["cpotrf"], ["zgeqrf", "--m", "90"],
                ["cgeqrf", "--m", "40"]]


def flops(row):
    """Of real numbers."""
    return (4 if row["routine"][0] in "zc" else 1) * flops_of_elements(row)


def flops_of_elements(row):
    n, name = float(row["n"]), row["routine"][1:]
    if name == "trsm":
        return row["m"]**2 * n
    if name == "getrs":
        return 2 * n * n * row["nrhs"]
    if name == "gesv":
        return 2 / 3 * n**3 + 2 * n * n * row["nrhs"]
    if name == "potrf":
        return n**3 / 3
    if name == "posv":
        return n**3 / 3 + 2 * n * n * row["nrhs"]
    if name == "potri":
        return 2 * n**3 / 3
    m, k = row["m"], min(row["m"], n)
    if name == "gels":
        return 2 * k**2 * (max(m, n) - k / 3) + 2 * k * (2 * max(m, n) - k) * row["nrhs"] + k**2 * row["nrhs"]
    return (4 if name == "geqrf" else 2) * (m * n * k - (m + n) * k * k / 2 + k**3 / 3)


class BenchSolvers(ToolTest):
    def check_row(self, row):
        self.assertAlmostEqual(row["gflops"] * row["seconds"] / flops(row) * 1e9, 1, 9)
        self.assertAlmostEqual(row["efficiency"] * row["seconds"], row["t_star"], 9)
        self.assertIn(row["bound"], ["flops", "link in", "link out", "links", "staging"])
        self.assertGreater(row["t_star"], 0)
        self.assertGreater(row["residual"], 0)
        self.assertGreater(row["error"], 0)
        self.assertLess(row["error"], 1)
        if row["routine"][1:] != "trsm":
            self.assertAlmostEqual(row["error"] * 16 / row["residual"], 1, 9)
        self.assertGreater(row["predicted_seconds"], 0)

    def test_rows_of_every_routine(self):
        for name, env in backends().items():
            counts = "1,2" if name == "pair" else "1"
            for routine in ["dtrsm", "dgetrf", "dgetrs", "dgesv", "dpotrf", "dposv", "dpotri", "dgeqrf", "dgels", "strsm", "sgetrf",
                            "sgetrs", "sgesv", "spotrf", "sposv", "spotri", "sgeqrf", "sgels"]:
                if name == "pair" and routine[0] == "s":
                    continue
                with self.subTest(name, routine=routine):
                    rows = self.good_json("bench", routine, "--n", "130", "--device-counts", counts, "--memory",
                                          "pageable,pinned", "--repeat", "1", env=env)["rows"]
                    self.assertEqual(len(rows), 4 if name == "pair" else 2)
                    for row in rows:
                        self.check_row(row)
                    # The bits do not depend on the number of devices.
                    for memory in "pageable", "pinned":
                        self.assertEqual(len({row["fingerprint"] for row in rows if row["memory"] == memory}), 1)

    def test_complex_elements(self):
        for name, env in backends().items():
            for routine in COMPLEX if name == "host" else ["c" + COMPLEX[0][1:]]:
                with self.subTest(name, routine=routine):
                    row, = self.good_json("bench", routine, "--n", "80", "--repeat", "1", env=env)["rows"]
                    self.check_row(row)
        for line in COMPLEX_WAYS:
            with self.subTest(line):
                for row in self.good_json("bench", *line, "--n", "60", "--repeat", "1", "--peer", "openblas", env=HOST)["rows"]:
                    self.check_row(row)
                    if row["peers"].get("openblas"):
                        self.assertLess(row["peers"]["openblas"]["error"], 1)

    def test_sizes(self):
        for routine, names, sizes in [("dtrsm", ("m", "n"), [(40, 40), (70, 30)]), ("dgetrf", ("m", "n"), [(40, 40), (70, 30)]),
                                      ("dgetrf", ("m", "n"), [(40, 40), (30, 70)]), ("dgeqrf", ("m", "n"), [(40, 40), (70, 30)]),
                                      ("sgeqrf", ("m", "n"), [(40, 40), (30, 70)]), ("dgesv", ("n", "nrhs"), [(40, 1), (70, 30)])]:
            rows = self.good_json("bench", routine, "--sizes", "40,%dx%d" % sizes[1], "--repeat", "1", env=HOST)["rows"]
            self.assertEqual([tuple(row[name] for name in names) for row in rows], sizes)
            for row in rows:
                self.check_row(row)
        for size in "70x30x4", "30x70x4":
            row, = self.good_json("bench", "dgels", "--sizes", size, "--repeat", "1", env=HOST)["rows"]
            self.assertEqual("x".join(str(row[name]) for name in ("m", "n", "nrhs")), size)
            self.check_row(row)
        for routine in "dgesv", "dgetrs":
            row, = self.good_json("bench", routine, "--n", "50", "--nrhs", "4", "--repeat", "1", env=HOST)["rows"]
            self.assertEqual((row["n"], row["nrhs"]), (50, 4))

    def test_ways_to_factor(self):
        for routine, arguments, settings in [("dgetrf", ["--pivoting", "none"], {"pivoting": "none"}),
                                             ("sgetrf", ["--pivoting", "tournament"], {"pivoting": "tournament"}),
                                             ("dgetrs", ["--op", "T"], {"op": "T"}),
                                             ("dgesv", [], {"pivoting": "partial", "refine": False}),
                                             ("dgesv", ["--refine"], {"refine": True}),
                                             ("dpotrf", ["--uplo", "U"], {"uplo": "U"}),
                                             ("dposv", ["--uplo", "U"], {"uplo": "U", "refine": False}),
                                             ("dposv", ["--refine", "--nrhs", "3"], {"uplo": "L", "refine": True}),
                                             ("dpotri", ["--uplo", "U"], {"uplo": "U"}),
                                             ("zgesv", ["--refine", "--nrhs", "2"], {"refine": True}),
                                             ("zposv", ["--refine"], {"uplo": "L", "refine": True})]:
            row, = self.good_json("bench", routine, "--n", "90", "--repeat", "1", *arguments, env=HOST)["rows"]
            self.check_row(row)
            self.assertEqual({key: row[key] for key in settings}, settings)

    def test_text_page_and_trace(self):
        text = self.good("bench", "dgetrf", "--sizes", "90,120x60", "--repeat", "1", "--html", "bench.html", "--trace",
                         "t.json", env=HOST)
        for part in ["A = P L U with partial pivoting", "m x n", "HPL residual", "below 16 is good", "120 x 60"]:
            self.assertIn(part, text)
        with open(self.path("bench.html"), encoding="utf-8") as file:
            page = file.read()
        for part in ["n = 90", "m x n = 120 x 60", "HPL residual", "limited by"]:
            self.assertIn(part, page)
        with open(self.path("t.json"), encoding="utf-8") as file:
            json.load(file)
        self.assertIn("backward error", self.good("bench", "dtrsm", "--n", "60", "--repeat", "1", env=HOST))

    def test_titles(self):
        for line, title in [(["sgetrf", "--pivoting", "tournament"], "A = P L U with tournament pivoting from"),
                            (["dgesv", "--pivoting", "none"], "B := A^-1 B without pivoting"), (["dgesv", "--refine"], "X := A^-1 B by a single precision"),
                            (["zgetrs", "--op", "C"], "B := A^-H B with the factors of A"), (["dpotrf"], "A = L L^T from"),
                            (["zpotrf", "--uplo", "U"], "A = U^H U from"), (["dgeqrf"], "A = Q R from")]:
            self.assertIn(title, self.good("bench", *line, "--n", "40", "--repeat", "1", env=HOST))

    def test_openblas_in_the_same_run(self):
        for routine, *arguments in [("dtrsm",), ("strsm",), ("dgetrf",), ("dgetrs", "--op", "T"), ("sgetrs",), ("sgesv",), ("dpotrf",), ("spotrf", "--uplo", "U"),
                                    ("dgeqrf",), ("dgeqrf", "--m", "150"), ("sgeqrf", "--m", "70")]:
            result = self.hgctl("bench", routine, "--n", "100", *arguments, "--peer", "openblas", "--repeat", "2", "--json", "-",
                                env=HOST)
            self.assertEqual(result.returncode, 0, result.stderr)
            row, = json.loads(result.stdout)["rows"]
            self.check_row(row)
            if row["peers"]["openblas"] is None:
                self.assertIn("peer openblas is left out", result.stderr)
            else:
                self.assertLess(row["peers"]["openblas"]["error"], 1)
                self.assertAlmostEqual(row["peers"]["openblas"]["gflops"] * row["peers"]["openblas"]["ratio"] / row["gflops"],
                                       1, 9)

    def test_wrong_usage(self):
        for routine in "dgetrf", "dpotrf", "dgeqrf":
            self.refused("bench", routine, "--peer", "nvblas", env=HOST, says="nvblas")
        self.refused("bench", "dtrsm", "--sizes", "10x20x30", env=HOST, says=["--sizes", "MxN"])
        self.refused("bench", "dgesv", "--sizes", "10x20x30", env=HOST, says=["--sizes", "NxNRHS"])
        self.refused("bench", "dgetrf", "--beta", "1", env=HOST, says="--beta")
        self.refused("bench", "sgesv", "--refine", env=HOST, says="--refine")
        self.refused("bench", "dgetrf", "--pivoting", "complete", env=HOST, says="complete")


if __name__ == "__main__":
    unittest.main()
