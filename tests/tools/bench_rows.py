"""What rows of hgctl bench have in common that count floating-point operations from host memory."""
from tool import HOST, ToolTest


def flops(row):
    """Of real numbers."""
    name = row["routine"][1:]
    n, k, m = (float(row.get(size, row["n"])) for size in "nkm")
    sides, least = row.get("nrhs", 0), min(m, n)
    order, vectors = (m, n) if row.get("side") == "L" else (n, m)
    return (4 if row["routine"][0] in "zc" else 1) * {
        "gemm": 2 * m * n * k, "trsm": m**2 * n, "syrk": n**2 * k, "herk": n**2 * k, "syr2k": 2 * n**2 * k,
        "her2k": 2 * n**2 * k, "symm": 2 * order**2 * vectors, "hemm": 2 * order**2 * vectors,
        "trmm": order**2 * vectors, "getrf": 2 * (m * n * least - (m + n) * least**2 / 2 + least**3 / 3),
        "getrs": 2 * n**2 * sides,
        "gesv": 2 / 3 * n**3 + 2 * n**2 * sides, "potrf": n**3 / 3, "posv": n**3 / 3 + 2 * n**2 * sides,
        **dict.fromkeys(("sytrf", "hetrf"), n**3 / 3),
        **dict.fromkeys(("sysv", "hesv"), n**3 / 3 + 2 * n**2 * sides),
        "potri": 2 * n**3 / 3, "getri": 4 * n**3 / 3,
        "geqrf": 4 * (m * n * least - (m + n) * least**2 / 2 + least**3 / 3),
        "gels": 2 * least**2 * (max(m, n) - least / 3)
        + (2 * least * (2 * max(m, n) - least) + least**2) * sides}[name]


class BenchRows(ToolTest):
    def check_row(self, row):
        self.assertAlmostEqual(row["gflops"] * row["seconds"] / flops(row) * 1e9, 1, 9)
        self.assertAlmostEqual(row["efficiency"] * row["seconds"], row["t_star"], 9)
        self.assertIn(row["bound"], ["flops", "link in", "link out", "links", "staging"])
        self.assertGreater(row["t_star"], 0)
        self.assertGreater(row["error"], 0)
        self.assertLess(row["error"], 1)
        self.assertGreater(row["predicted_seconds"], 0)

    def check_every_routine(self, routines, name, env):
        """One device and, of a pair, both; matrices in either memory."""
        counts = "1,2" if name == "pair" else "1"
        for routine in routines:
            with self.subTest(routine=routine):
                rows = self.good_json("bench", routine, "--n", "130", "--device-counts", counts,
                                      "--memory", "pageable,pinned", "--repeat", "1", env=env)["rows"]
                self.assertEqual(len(rows), 4 if name == "pair" else 2)
                for row in rows:
                    self.check_row(row)
                # The bits do not depend on the number of devices.
                for memory in "pageable", "pinned":
                    self.assertEqual(len({row["fingerprint"] for row in rows if row["memory"] == memory}), 1)

    def rows(self, *arguments, env=HOST):
        """The rows of one timed run each, which are right."""
        rows = self.good_json("bench", *arguments, "--repeat", "1", env=env)["rows"]
        for row in rows:
            self.check_row(row)
        return rows

    def check_titles(self, titles):
        for line, title in titles:
            self.assertIn(title, self.good("bench", *line, "--n", "40", "--repeat", "1", env=HOST))
