"""hgctl bench of products with and of symmetric and triangular matrices."""
from bench_rows import BenchRows, flops
from tool import HOST, each_backend

ROUTINES = ["symm", "syrk", "syr2k", "trmm"]
HERMITIAN = ["hemm", "herk", "her2k"]


class BenchLevel3(BenchRows):
    @each_backend()
    def test_rows_of_every_routine(self, name, env):
        self.check_every_routine(["d" + routine for routine in ROUTINES], name, env)

    def test_sizes_and_letters(self):
        cases = {"symm": [["--side", "R"], ["--uplo", "U"], ["--beta", "-0.5"]],
                 "syrk": [["--op", "T"], ["--uplo", "U"], ["--beta", "2", "--op", "T"]],
                 "syr2k": [["--op", "T"], ["--uplo", "U"], ["--beta", "2"]],
                 "trmm": [["--side", "R"], ["--uplo", "U", "--op", "T"], ["--op", "T", "--side", "R"]]}
        for routine, lines in cases.items():
            for line in lines:
                with self.subTest(routine, arguments=line):
                    rows = self.rows("s" + routine, "--sizes", "40,70x30", *line)
                    names = ("n", "k") if routine in ("syrk", "syr2k") else ("m", "n")
                    self.assertEqual([tuple(row[name] for name in names) for row in rows],
                                     [(40, 40), (70, 30)])
                    for row in rows:
                        for option, value in zip(line[::2], line[1::2]):
                            self.assertEqual(str(row[option[2:]]).removesuffix(".0"), value)

    @each_backend()
    def test_complex_elements(self, name, env):
        for routine in ["zgemm", "ztrsm", "cherk"] if name != "host" else [
                letter + routine for letter in "zc" for routine in ["gemm", "trsm", *ROUTINES, *HERMITIAN]]:
            with self.subTest(name, routine=routine):
                row, = self.rows(routine, "--n", "70", env=env)
                if row["bound"] == "flops":
                    rate = row["rates"]["kernel_gflops"]
                    self.assertAlmostEqual(row["t_star"] * rate * 1e9 * row["devices"] / flops(row), 1, 6)

    def test_operations_of_complex_elements(self):
        for line in [["zhemm", "--side", "R", "--beta", "0.5"],
                     ["cherk", "--op", "C", "--uplo", "U", "--beta", "2"],
                     ["zher2k", "--op", "C", "--beta", "-1"], ["ztrmm", "--op", "C"],
                     ["ctrmm", "--op", "T", "--side", "R"], ["zsyrk", "--op", "T"]]:
            with self.subTest(line):
                self.rows(*line, "--sizes", "40,70x30")
        for routine, wrong in [("zsyrk", "C"), ("zherk", "T"), ("dtrmm", "C")]:
            self.refused("bench", routine, "--op", wrong, env=HOST, says="--op")
        self.refused("bench", "dhemm", env=HOST, says="dhemm")

    def test_titles(self):
        self.check_titles([(["dsymm"], "C := A B with A symmetric"),
                           (["dsymm", "--side", "R", "--beta", "1"], "C := B A + beta C"),
                           (["dsyrk", "--op", "T"], "C := A^T A from"),
                           (["dgemmt"], "C := A B in the lower triangle from"),
                           (["zgemmt", "--uplo", "U", "--beta", "1"],
                            "C := A B + beta C in the upper triangle"), (["dsyr2k"], "C := A B^T + B A^T"),
                           (["zhemm", "--beta", "1"], "C := A B + beta C with A hermitian"),
                           (["zherk", "--op", "C"], "C := A^H A"), (["cher2k"], "C := A B^H + B A^H"),
                           (["ztrmm", "--op", "C"], "B := L^H B"),
                           (["dtrmm", "--uplo", "U", "--op", "T", "--side", "R"], "B := B U^T")])

    def test_openblas_with_conjugates(self):
        for line in (["cgemm"], ["ztrsm"], ["zhemm"], ["cherk", "--op", "C", "--beta", "2"],
                     ["zher2k", "--uplo", "U"], ["ctrmm", "--op", "C"]):
            self.peer_rows("openblas", *line, "--n", "60", "--repeat", "1")

    def test_openblas_in_the_same_run(self):
        for routine in ROUTINES:
            for line in ["d" + routine], ["s" + routine, "--uplo", "U"], ["z" + routine]:
                row, = self.peer_rows("openblas", *line, "--n", "100", "--repeat", "2")
                self.check_row(row)

    @each_backend("opencl")
    def test_clblast_on_an_opencl_device(self, _, env):
        for routine in ["d" + name for name in ROUTINES] + ["zgemm", "cherk"]:
            row, = self.peer_rows("clblast", routine, "--n", "60", "--repeat", "1", env=env)
            if row["peers"]["clblast"]:
                self.assertGreater(row["peers"]["clblast"]["resident_seconds"], 0)

    def test_wrong_usage(self):
        self.refused("bench", "dsymm", "--sizes", "10x20x30", env=HOST, says=["--sizes", "MxN"])
        self.refused("bench", "dsyrk", "--sizes", "10x20x30", env=HOST, says=["--sizes", "NxK"])
        self.refused("bench", "dsyrk", "--side", "L", env=HOST, says="--side")
        self.refused("bench", "dtrmm", "--beta", "1", env=HOST, says="--beta")
        self.refused("bench", "dsymm", "--side", "left", env=HOST, says="left")
