"""hgctl bench of products with and of symmetric and triangular matrices."""
import json
import unittest

from tool import ToolTest, backends

HOST = {"HG_DEVICES": "host"}
ROUTINES = ["symm", "syrk", "syr2k", "trmm"]
HERMITIAN = ["hemm", "herk", "her2k"]
UPDATES = ["syrk", "syr2k", "herk", "her2k"]


def flops(row):
    """Of real numbers."""
    n, name = float(row["n"]), row["routine"][1:]
    each = 4 if row["routine"][0] in "zc" else 1
    if name == "gemm":
        return each * 2 * row["m"] * n * row["k"]
    if name == "trsm":
        return each * row["m"] * row["m"] * n
    if name in UPDATES:
        return each * n * n * row["k"] * (1 if name.endswith("rk") else 2)
    order, vectors = (row["m"], n) if row["side"] == "L" else (n, row["m"])
    return each * order * order * vectors * (2 if name in ("symm", "hemm") else 1)


class BenchLevel3(ToolTest):
    def check_row(self, row):
        self.assertAlmostEqual(row["gflops"] * row["seconds"] / flops(row) * 1e9, 1, 9)
        self.assertAlmostEqual(row["efficiency"] * row["seconds"], row["t_star"], 9)
        self.assertGreater(row["t_star"], 0)
        self.assertGreater(row["error"], 0)
        self.assertLess(row["error"], 1)
        self.assertGreater(row["predicted_seconds"], 0)

    def test_rows_of_every_routine(self):
        for name, env in backends().items():
            counts = "1,2" if name == "pair" else "1"
            for routine in ROUTINES:
                with self.subTest(name, routine=routine):
                    rows = self.good_json("bench", "d" + routine, "--n", "130", "--device-counts", counts, "--memory",
                                          "pageable,pinned", "--repeat", "1", env=env)["rows"]
                    self.assertEqual(len(rows), 4 if name == "pair" else 2)
                    for row in rows:
                        self.check_row(row)
                    # The bits do not depend on the number of devices.
                    for memory in "pageable", "pinned":
                        self.assertEqual(len({row["fingerprint"] for row in rows if row["memory"] == memory}), 1)

    def test_sizes_and_letters(self):
        cases = {"symm": [["--side", "R"], ["--uplo", "U"], ["--beta", "-0.5"]],
                 "syrk": [["--op", "T"], ["--uplo", "U"], ["--beta", "2", "--op", "T"]],
                 "syr2k": [["--op", "T"], ["--uplo", "U"], ["--beta", "2"]],
                 "trmm": [["--side", "R"], ["--uplo", "U", "--op", "T"], ["--op", "T", "--side", "R"]]}
        for routine, lines in cases.items():
            for line in lines:
                with self.subTest(routine, arguments=line):
                    rows = self.good_json("bench", "s" + routine, "--sizes", "40,70x30", "--repeat", "1", *line, env=HOST)["rows"]
                    names = ("n", "k") if routine in ("syrk", "syr2k") else ("m", "n")
                    self.assertEqual([tuple(row[name] for name in names) for row in rows], [(40, 40), (70, 30)])
                    for row in rows:
                        self.check_row(row)
                        for option, value in zip(line[::2], line[1::2]):
                            self.assertEqual(str(row[option[2:]]).removesuffix(".0"), value)

    def test_complex_elements(self):
        for name, env in backends().items():
            for routine in ["zgemm", "ztrsm", "cherk"] if name != "host" else [
                    letter + routine for letter in "zc" for routine in ["gemm", "trsm", *ROUTINES, *HERMITIAN]]:
                with self.subTest(name, routine=routine):
                    row, = self.good_json("bench", routine, "--n", "70", "--repeat", "1", env=env)["rows"]
                    self.check_row(row)
                    if row["bound"] == "flops":
                        rate = row["rates"]["kernel_gflops"]
                        self.assertAlmostEqual(row["t_star"] * rate * 1e9 * row["devices"] / flops(row), 1, 6)

    def test_operations_of_complex_elements(self):
        for line in [["zhemm", "--side", "R", "--beta", "0.5"], ["cherk", "--op", "C", "--uplo", "U", "--beta", "2"],
                     ["zher2k", "--op", "C", "--beta", "-1"], ["ztrmm", "--op", "C"], ["ctrmm", "--op", "T", "--side", "R"],
                     ["zsyrk", "--op", "T"]]:
            with self.subTest(line):
                rows = self.good_json("bench", *line, "--sizes", "40,70x30", "--repeat", "1", env=HOST)["rows"]
                for row in rows:
                    self.check_row(row)
        for routine, wrong in [("zsyrk", "C"), ("zherk", "T"), ("dtrmm", "C")]:
            self.refused("bench", routine, "--op", wrong, env=HOST, says="--op")
        self.refused("bench", "dhemm", env=HOST, says="dhemm")

    def test_titles(self):
        for line, title in [(["dsymm"], "C := A B with A symmetric"), (["dsymm", "--side", "R", "--beta", "1"], "C := B A + beta C"),
                            (["dsyrk", "--op", "T"], "C := A^T A from"), (["dgemmt"], "C := A B in the lower triangle from"),
                            (["zgemmt", "--uplo", "U", "--beta", "1"], "C := A B + beta C in the upper triangle"), (["dsyr2k"], "C := A B^T + B A^T"),
                            (["zhemm", "--beta", "1"], "C := A B + beta C with A hermitian"), (["zherk", "--op", "C"], "C := A^H A"),
                            (["cher2k"], "C := A B^H + B A^H"), (["ztrmm", "--op", "C"], "B := L^H B"),
                            (["dtrmm", "--uplo", "U", "--op", "T", "--side", "R"], "B := B U^T")]:
            self.assertIn(title, self.good("bench", *line, "--n", "40", "--repeat", "1", env=HOST))

    def test_openblas_with_conjugates(self):
        for line in (["cgemm"], ["ztrsm"], ["zhemm"], ["cherk", "--op", "C", "--beta", "2"], ["zher2k", "--uplo", "U"],
                     ["ctrmm", "--op", "C"]):
            result = self.hgctl("bench", *line, "--n", "60", "--peer", "openblas", "--repeat", "1", "--json", "-", env=HOST)
            self.assertEqual(result.returncode, 0, result.stderr)
            peer = json.loads(result.stdout)["rows"][0]["peers"]["openblas"]
            if peer is None:
                self.assertIn("peer openblas is left out", result.stderr)
            else:
                self.assertLess(peer["error"], 1)

    def test_openblas_in_the_same_run(self):
        for routine in ROUTINES:
            for line in ["d" + routine], ["s" + routine, "--uplo", "U"], ["z" + routine]:
                result = self.hgctl("bench", *line, "--n", "100", "--peer", "openblas", "--repeat", "2", "--json", "-", env=HOST)
                self.assertEqual(result.returncode, 0, result.stderr)
                row, = json.loads(result.stdout)["rows"]
                self.check_row(row)
                if row["peers"]["openblas"] is None:
                    self.assertIn("peer openblas is left out", result.stderr)
                else:
                    self.assertLess(row["peers"]["openblas"]["error"], 1)

    def test_clblast_on_an_opencl_device(self):
        env = backends().get("opencl")
        for routine in ["d" + name for name in ROUTINES] + ["zgemm", "cherk"] if env else []:
            result = self.hgctl("bench", routine, "--n", "60", "--peer", "clblast", "--repeat", "1", "--json", "-", env=env)
            self.assertEqual(result.returncode, 0, result.stderr)
            peer = json.loads(result.stdout)["rows"][0]["peers"]["clblast"]
            if peer is None:
                self.assertIn("peer clblast is left out", result.stderr)
            else:
                self.assertLess(peer["error"], 1)
                self.assertGreater(peer["resident_seconds"], 0)

    def test_wrong_usage(self):
        self.refused("bench", "dsymm", "--sizes", "10x20x30", env=HOST, says=["--sizes", "MxN"])
        self.refused("bench", "dsyrk", "--sizes", "10x20x30", env=HOST, says=["--sizes", "NxK"])
        self.refused("bench", "dsyrk", "--side", "L", env=HOST, says="--side")
        self.refused("bench", "dtrmm", "--beta", "1", env=HOST, says="--beta")
        self.refused("bench", "dsymm", "--side", "left", env=HOST, says="left")


if __name__ == "__main__":
    unittest.main()
