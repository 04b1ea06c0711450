"""hgctl bench of triangular solves and factorizations: JSON, residuals, peers, pages."""
from bench_rows import BenchRows
from tool import HOST, each_backend

COMPLEX = [letter + routine for letter in "zc" for routine in ["getrf", "getrs", "gesv", "potrf", "potrs",
                                                               "posv", "hetrf", "sysv", "geqrf", "gels"]]
COMPLEX_WAYS = [["zgetrf", "--m", "90"], ["cgetrf", "--pivoting", "tournament"],
                ["zgetrs", "--op", "C", "--nrhs", "3"], ["cgetrs", "--op", "T"], ["zgesv"],
                ["zpotrf", "--uplo", "U"], ["cpotrf"], ["zgeqrf", "--m", "90"], ["cgeqrf", "--m", "40"]]


class BenchSolvers(BenchRows):
    def check_row(self, row):
        super().check_row(row)
        self.assertGreater(row["residual"], 0)
        if row["routine"][1:] != "trsm":
            self.assertAlmostEqual(row["error"] * 16 / row["residual"], 1, 9)

    @each_backend()
    def test_rows_of_every_routine(self, name, env):
        self.check_every_routine([letter + routine for letter in ("d" if name == "pair" else "ds")
                                  for routine in [
            "trsm", "getrf", "getrs", "gesv", "getri", "potrf", "potrs", "posv", "potri", "sytrf", "sysv",
            "geqrf", "gels"]], name, env)

    @each_backend()
    def test_complex_elements(self, name, env):
        for routine in COMPLEX if name == "host" else ["c" + COMPLEX[0][1:]]:
            with self.subTest(routine=routine):
                self.assertEqual(len(self.rows(routine, "--n", "80", env=env)), 1)

    def test_ways_to_factor_complex_elements(self):
        for line in COMPLEX_WAYS:
            with self.subTest(line):
                for row in self.peer_rows("openblas", *line, "--n", "60", "--repeat", "1"):
                    self.check_row(row)

    def test_sizes(self):
        for routine, names, sizes in [("dtrsm", ("m", "n"), [(40, 40), (70, 30)]),
                                      ("dgetrf", ("m", "n"), [(40, 40), (70, 30)]),
                                      ("dgetrf", ("m", "n"), [(40, 40), (30, 70)]),
                                      ("dgeqrf", ("m", "n"), [(40, 40), (70, 30)]),
                                      ("sgeqrf", ("m", "n"), [(40, 40), (30, 70)]),
                                      ("dgesv", ("n", "nrhs"), [(40, 1), (70, 30)])]:
            rows = self.rows(routine, "--sizes", "40,%dx%d" % sizes[1])
            self.assertEqual([tuple(row[name] for name in names) for row in rows], sizes)
        for size in "70x30x4", "30x70x4":
            row, = self.rows("dgels", "--sizes", size)
            self.assertEqual("x".join(str(row[name]) for name in ("m", "n", "nrhs")), size)
        for routine in "dgesv", "dgetrs", "dpotrs":
            rows = self.rows(routine, "--n", "50,60", "--nrhs", "4,9")
            self.assertEqual([(row["n"], row["nrhs"]) for row in rows], [(50, 4), (50, 9), (60, 4), (60, 9)])

    def test_ways_to_factor(self):
        for routine, arguments, settings in [("dgetrf", ["--pivoting", "none"], {"pivoting": "none"}),
                                             ("sgetrf", ["--pivoting", "tournament"],
                                              {"pivoting": "tournament"}),
                                             ("dgetrs", ["--op", "T"], {"op": "T"}),
                                             ("dgesv", [], {"pivoting": "partial", "refine": False}),
                                             ("dgesv", ["--refine"], {"refine": True}),
                                             ("dpotrf", ["--uplo", "U"], {"uplo": "U"}),
                                             ("dposv", ["--uplo", "U"], {"uplo": "U", "refine": False}),
                                             ("dposv", ["--refine", "--nrhs", "3"],
                                              {"uplo": "L", "refine": True}),
                                             ("dpotri", ["--uplo", "U"], {"uplo": "U"}),
                                             ("zgesv", ["--refine", "--nrhs", "2"], {"refine": True}),
                                             ("zposv", ["--refine"], {"uplo": "L", "refine": True})]:
            row, = self.rows(routine, "--n", "90", *arguments)
            self.assertEqual({key: row[key] for key in settings}, settings)

    def test_text_page_and_trace(self):
        text = self.good("bench", "dgetrf", "--sizes", "90,120x60", "--repeat", "1", "--html", "bench.html",
                         "--trace", "t.json", env=HOST)
        self.assert_holds(text, ["A = P L U with partial pivoting", "m x n", "HPL residual",
                                 "below 16 is good", "120 x 60"])
        page = self.read("bench.html")
        self.assert_holds(page, ["n = 90", "m x n = 120 x 60", "HPL residual", "limited by"])
        self.read_json("t.json")
        self.assertIn("backward error", self.good("bench", "dtrsm", "--n", "60", "--repeat", "1", env=HOST))

    def test_titles(self):
        self.check_titles([(["sgetrf", "--pivoting", "tournament"],
                            "A = P L U with tournament pivoting from"),
                           (["dgesv", "--pivoting", "none"], "B := A^-1 B without pivoting"),
                           (["dgesv", "--refine"], "X := A^-1 B by a single precision"),
                           (["zgetrs", "--op", "C"], "B := A^-H B with the factors of A"),
                           (["dpotrf"], "A = L L^T from"), (["zpotrf", "--uplo", "U"], "A = U^H U from"),
                           (["dgeqrf"], "A = Q R from")])

    def test_openblas_in_the_same_run(self):
        for line in [["dtrsm"], ["strsm"], ["dgetrf"], ["dgetrs", "--op", "T"], ["sgetrs"], ["sgesv"],
                     ["dpotrs", "--uplo", "U"], ["dpotrf"], ["spotrf", "--uplo", "U"], ["dgeqrf"],
                     ["dgeqrf", "--m", "150"], ["sgeqrf", "--m", "70"]]:
            row, = self.peer_rows("openblas", *line, "--n", "100", "--repeat", "2")
            self.check_row(row)
            if peer := row["peers"]["openblas"]:
                self.assertAlmostEqual(peer["gflops"] * peer["ratio"] / row["gflops"], 1, 9)

    def test_wrong_usage(self):
        for routine in "dgetrf", "dpotrf", "dgeqrf":
            self.refused("bench", routine, "--peer", "nvblas", env=HOST, says="nvblas")
        self.refused("bench", "dtrsm", "--sizes", "10x20x30", env=HOST, says=["--sizes", "MxN"])
        self.refused("bench", "dgesv", "--sizes", "10x20x30", env=HOST, says=["--sizes", "NxNRHS"])
        self.refused("bench", "dgetrf", "--beta", "1", env=HOST, says="--beta")
        self.refused("bench", "sgesv", "--refine", env=HOST, says="--refine")
        self.refused("bench", "dgetrf", "--pivoting", "complete", env=HOST, says="complete")
