"""hgctl bench of levels 1 and 2 from host memory: what rates count, who does the work, increments, peers,
pages."""
import ctypes
import json
import os

from tool import HOST, ToolTest, backends, each_backend

DEVICES = {"HG_HOST_BELOW": "0"}  # all calls go there
QUICK = ["--repeat", "1", "--warmup", "0", "--chain", "2"]
# The bytes that a call with n = 60 elements, or with a 60 x 60 matrix, moves at least, in elements.
MATRIX, TRIANGLE = 3600, 1830
ELEMENTS = {"copy": 120, "swap": 240, "scal": 120, "axpy": 180, "rot": 240, "dot": 120, "asum": 60,
            "nrm2": 60, "amax": 60, "gemv": MATRIX + 180, "ger": 2 * MATRIX + 120, "symv": TRIANGLE + 180,
            "syr": 2 * TRIANGLE + 60, "syr2": 2 * TRIANGLE + 120, "trmv": TRIANGLE + 120,
            "trsv": TRIANGLE + 120}
WITH_Y = ["copy", "swap", "axpy", "rot", "dot", "gemv", "ger", "symv", "syr2"]
# Complex ones, under their names.
COMPLEX = {"zcopy": 120, "cswap": 240, "zscal": 120, "caxpy": 180, "zdrot": 240, "cdotu": 120, "zdotc": 120,
           "scasum": 60, "dznrm2": 60, "icamax": 60, "zgemv": MATRIX + 180, "cgeru": 2 * MATRIX + 120,
           "zgerc": 2 * MATRIX + 120, "chemv": TRIANGLE + 180, "zher": 2 * TRIANGLE + 60,
           "cher2": 2 * TRIANGLE + 120, "ztrmv": TRIANGLE + 120, "ctrsv": TRIANGLE + 120}
LETTERS = {"gemv": {"op": "T"}, "symv": {"uplo": "U"}, "syr": {"uplo": "U"}, "syr2": {"uplo": "U"},
           "trmv": {"uplo": "U", "op": "T", "diag": "U"}, "trsv": {"uplo": "U", "op": "T", "diag": "U"}}


def called(routine, letter):
    return f"i{letter}amax" if routine == "amax" else letter + routine


def openblas_sums_complex_magnitudes():
    """OpenBLAS's scasum takes some elements twice and others not at all for most counts on some CPUs: bench
    shows that as its error."""
    scasum = ctypes.CDLL("libopenblas.so.0").cblas_scasum
    scasum.restype = ctypes.c_float
    return scasum(60, (ctypes.c_float * 120)(*range(120)), 1) == sum(range(120))


class BenchVectors(ToolTest):
    def check_row(self, row, by):
        self.assertNotIn("gflops", row)
        self.assertAlmostEqual(row["gb_per_second"] * row["seconds"] / row["bytes"] * 1e9, 1, 9)
        self.assertEqual(row["seconds"], min(row["all_seconds"]))
        self.assertLess(row["error"], 1)
        self.assertEqual(row["by"], by)
        self.assertEqual(row["predicted_seconds"] is None, by == "CPU")
        # Nobody has measured the host's memory.
        self.assertEqual((row["t_star"], row["efficiency"], row["bound"]), (None, None, None))

    def test_the_cpu_does_every_routine_like_its_blas(self):
        for i, (routine, elements) in enumerate(ELEMENTS.items()):
            letter = "ds"[i % 2]
            name = called(routine, letter)
            # Increments below 0 only for two vectors, as BLAS has it.
            step = -2 if routine in WITH_Y or routine in LETTERS else 2
            options = {"incx": step, **LETTERS.get(routine, {}), **({"incy": 3} if routine in WITH_Y else {})}
            line = [word for key, value in options.items() for word in ("--" + key, value)]
            with self.subTest(name):
                row, = self.peer_rows("openblas", name, "--n", "60", *line, *QUICK)
                self.check_row(row, "CPU")
                self.assertEqual((row["routine"], row["chain"], row["bytes"]),
                                 (name, 2, elements * (8 if letter == "d" else 4)))
                for key, value in options.items():
                    self.assertEqual(row[key], value)
                self.assertEqual("incy" in row, routine in WITH_Y)
                if peer := row["peers"]["openblas"]:
                    self.assertAlmostEqual(peer["gb_per_second"] * peer["seconds"] / row["bytes"] * 1e9, 1, 9)

    def test_complex_routines(self):
        for name, elements in COMPLEX.items():
            letters = [word for routine, options in {"gemv": ["--op", "C"],
                                                     "trsv": ["--op", "C", "--uplo", "U"]}.items()
                       if name.endswith(routine) for word in options]
            with self.subTest(name):
                judged = name != "scasum" or openblas_sums_complex_magnitudes()
                row, = self.peer_rows("openblas", name, "--n", "60", *letters, *QUICK, judged=judged)
                self.check_row(row, "CPU")
                size = 16 if name in ("zcopy", "zscal", "zdrot", "zdotc", "dznrm2", "zgemv", "zgerc", "zher",
                                      "ztrmv") else 8
                self.assertEqual((row["routine"], row["bytes"]), (name, elements * size))

    @each_backend("host", "opencl")
    def test_devices_if_users_calls_go_there(self, name, env):
        for routine in ["dgemv", "sdot", "idamax", "dsyr2", "strsv", "zgemv", "chemv",
                        "ztrsv"] if name == "host" else ["dgemv"]:
            with self.subTest(name, routine=routine):
                rows = self.good_json("bench", routine, "--n", "100", "--memory", "pageable,pinned", *QUICK,
                                      env={**env, **DEVICES})["rows"]
                self.assertEqual([row["memory"] for row in rows], ["pageable", "pinned"])
                for row in rows:
                    self.check_row(row, "devices")
                    self.assertEqual(row["fingerprint"], rows[0]["fingerprint"])

    def test_a_device_takes_over_if_its_link_is_faster_than_the_memory(self):
        env = backends().get("opencl")
        if not env:
            self.skipTest("needs an OpenCL device")
        line = ["bench", "dgemv", "--n", "800", "--memory", "pageable,pinned", *QUICK]
        env = {**env, "HG_CACHE_DIR": self.path("cache")}
        self.good(*line, env=env)
        known = self.read_json("cache/machine.json")
        for host in known["hosts"].values():
            host["memory"] = {"rate": 1e8, "date": "2026-11-22"}
        with open(self.path("cache/machine.json"), "w", encoding="utf-8") as file:
            json.dump(known, file)
        pageable, pinned = self.good_json(*line, env=env)["rows"]
        self.assertEqual((pageable["by"], pinned["by"]), ("CPU", "devices"))
        self.assertIsNone(pageable["predicted_seconds"])
        self.assertGreater(pinned["predicted_seconds"], 0)
        for row in (pageable, pinned):
            self.assertLess(row["error"], 1)
            self.assertAlmostEqual(row["efficiency"] * row["seconds"], row["t_star"], 9)
            # The CPU may read half as fast again as it copies; links and staging are faster here.
            self.assertLess(row["t_star"], row["bytes"] / 1.5e8)
            self.assertIn(row["bound"], ["link in", "links", "staging"])

    def test_shapes_and_ranges(self):
        rows = self.good_json("bench", "dgemv", "--sizes", "40,30x70", "--op", "T", *QUICK, env=HOST)["rows"]
        self.assertEqual([(row["m"], row["n"], row["bytes"]) for row in rows],
                         [(40, 40, 8 * (1600 + 120)), (30, 70, 8 * (2100 + 130))])
        rows = self.good_json("bench", "saxpy", "--sizes", "10:80:log,2000000", "--repeat", "2",
                              env=HOST)["rows"]
        self.assertEqual([row["n"] for row in rows], [10, 20, 40, 80, 2000000])
        self.assertEqual([row["chain"] for row in rows[:-1]], [1000] * 4)
        self.assertLess(rows[-1]["chain"], 1000)

    def test_text_and_page_say_what_rates_count(self):
        text = self.good("bench", "dtrsv", "--n", "20,50", "--uplo", "U", *QUICK, "--html", "bench.html",
                         env=HOST)
        for part in ["x := U^-1 x from and to host memory", "by", "GB/s", " CPU ",
                     "T* is what the host's memory beyond its caches or the links allow",
                     "'hgctl probe memory'"]:
            self.assertIn(part, text)
        self.assertNotIn("FLOP", text)
        page = self.read_page("bench.html")
        self.assertEqual(page.headings, ["n = 20 to 50", "All rows"])
        self.assertIn("GB/s", page.plots[0]["texts"])
        self.assertEqual(page.plots[0]["points"], 2)  # T* is not known
        self.assertNotIn("FLOP", page.own)

    def test_a_wrong_result_has_a_status_of_its_own(self):
        env = {**HOST, "HG_CPU_BLAS": os.path.join(os.environ["STAND_INS"], "libwrong_blas.so.1"),
               "HG_CACHE_DIR": self.path("cache")}
        result = self.ended("bench", "ddot", "--n", "50", *QUICK, env=env, status=1)
        self.assertIn("wrong result: ddot n = 50, 1 device, pageable, error", result.stderr)
        self.good("bench", "sdot", "--n", "50", *QUICK, env=env)

    def test_wrong_usage(self):
        self.refused("bench", "ddot", "--incx", "0", "--n", "8", env=HOST, says=["incx", "must not be 0"])
        self.refused("bench", "dscal", "--incx", "-1", "--n", "8", env=HOST,
                     says=["incx", "must be positive"])
        self.refused("bench", "dscal", "--incy", "1", env=HOST, says="--incy")
        self.refused("bench", "dgemv", "--uplo", "L", env=HOST, says="--uplo")
        self.refused("bench", "ddot", "--sizes", "10x20", env=HOST, says=["--sizes", "10x20"])
        self.refused("bench", "ddot", "--peer", "clblast", env=HOST, says="clblast")
        self.refused("bench", "dger", "--n", 10**7, env=HOST, says=["n = 10000000", "needs 1455.2 TiB"],
                     status=1)
