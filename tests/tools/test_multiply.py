"""hgctl multiply against NumPy: all orders, types, transposes, factors; where the results go."""
import itertools
import json
import os
import pty
import resource
import signal
import subprocess

import numpy as np
from tool import HGCTL, HOST, ToolTest, backends, each_backend

RANDOM = np.random.default_rng(7)


def random(shape, dtype, order="C"):
    return np.asarray(RANDOM.uniform(-1, 1, shape), dtype=dtype, order=order)


def bound(a, b, k, dtype, beta=0.0, c0=0.0):
    norm = np.linalg.norm
    return 3 * np.finfo(dtype).eps * (np.sqrt(k + 2) * norm(a) * norm(b) + 2 * abs(beta) * norm(c0)) + 1e-300


class Multiply(ToolTest):
    def multiply(self, a, b, *arguments, env=None):
        np.save(self.path("A.npy"), a)
        np.save(self.path("B.npy"), b)
        self.good("multiply", "A.npy", "B.npy", "-o", "C.npy", *arguments, env=env)
        return np.load(self.path("C.npy"))

    def check(self, c, expected, limit, dtype):
        self.assertEqual(c.dtype, np.dtype(dtype))
        self.assertEqual(c.shape, expected.shape)
        self.assertLessEqual(np.linalg.norm(c - expected), limit)

    def test_all_orders_types_and_transposes(self):
        for (name, env), dtype, order_a, order_b, trans_a, trans_b in itertools.product(
                backends().items(), ["f8", "f4"], "CF", "CF", [False, True], [False, True]):
            # Every combination on the host; elsewhere those of double precision where the two orders differ.
            if name != "host" and (dtype == "f4" or order_a == order_b):
                continue
            with self.subTest(name, dtype=dtype, order_a=order_a, order_b=order_b, trans=(trans_a, trans_b)):
                m, n, k = 37, 53, 29
                a = random((k, m) if trans_a else (m, k), dtype, order_a)
                b = random((n, k) if trans_b else (k, n), dtype, order_b)
                flags = ["--trans-a"] * trans_a + ["--trans-b"] * trans_b
                c = self.multiply(a, b, *flags, env=env)
                expected = (a.T if trans_a else a).astype("f8") @ (b.T if trans_b else b).astype("f8")
                self.check(c, expected, bound(a, b, k, dtype), dtype)
                self.assertTrue(c.flags.c_contiguous)

    def test_complex_matrices(self):
        operations = {(): lambda x: x, ("trans",): lambda x: x.T, ("conj-trans",): lambda x: x.conj().T}
        for (name, env), dtype, order_a, order_b, op_a, op_b in itertools.product(
                backends().items(), ["c16", "c8"], "CF", "CF", operations, operations):
            # Every combination on the host; elsewhere a few.
            if name != "host" and (dtype == "c8" or order_a == "F" or order_b == "C" or op_a == op_b):
                continue
            with self.subTest(name, dtype=dtype, order_a=order_a, order_b=order_b, operations=(op_a, op_b)):
                m, n, k = 37, 53, 29
                a = random((k, m) if op_a else (m, k), "f8", order_a).astype(dtype, order="K")
                b = random((n, k) if op_b else (k, n), "f8", order_b).astype(dtype, order="K")
                a.imag, b.imag = random(a.shape, "f8"), random(b.shape, "f8")
                flags = [f"--{op}-a" for op in op_a] + [f"--{op}-b" for op in op_b]
                c = self.multiply(a, b, *flags, "--alpha", "(0.5,-2)", env=env)
                expected = (0.5 - 2j) * (
                    operations[op_a](a).astype("c16") @ operations[op_b](b).astype("c16"))
                self.check(c, expected, 4 * bound(a, b, k, dtype), dtype)
        a, b = 1j * random((20, 30), "f8"), np.asfortranarray(random((30, 40), "f8") + 1j)
        c0 = np.asfortranarray(a @ b + 1)
        np.save(self.path("C0.npy"), c0)
        c = self.multiply(a, b, "--beta", "(0,1)", "--c", "C0.npy", env=HOST)
        self.check(c, a @ b + 1j * c0, 4 * bound(a, b, 30, "c16", 1, c0), "c16")
        self.assertTrue(c.flags.f_contiguous)

    def test_complex_factors_of_real_matrices(self):
        np.save(self.path("A.npy"), np.eye(3))
        self.refused("multiply", "A.npy", "A.npy", "-o", "C.npy", "--alpha", "(1,2)",
                     says=["--alpha", "real", "f64"])
        self.refused("multiply", "A.npy", "A.npy", "-o", "C.npy", "--alpha", "two", says=["--alpha", "'two'"])
        self.refused("multiply", "A.npy", "A.npy", "-o", "C.npy", "--trans-a", "--conj-trans-a",
                     says="not both")

    @each_backend()
    def test_several_tiles_and_single_precision_on_every_back_end(self, _, env):
        a, b = random((301, 257), "f4"), random((257, 411), "f4", "F")
        c = self.multiply(a, b, env=env)
        self.check(c, a.astype("f8") @ b.astype("f8"), bound(a, b, 257, "f4"), "f4")

    def test_alpha_beta_and_the_order_of_c(self):
        a, b = random((20, 30), "f8"), random((30, 40), "f8")
        for (name, env), order in itertools.product(backends().items(), "CF"):
            with self.subTest(name, order=order):
                c0 = random((20, 40), "f8", order)
                np.save(self.path("C0.npy"), c0)
                c = self.multiply(a, b, "--alpha", "-0.5", "--beta", "2", "--c", "C0.npy", env=env)
                self.check(c, -0.5 * (a @ b) + 2 * c0, bound(a, b, 30, "f8", 2, c0), "f8")
                self.assertTrue(c.flags.c_contiguous if order == "C" else c.flags.f_contiguous)
        c = self.multiply(a, b, "--c", "C0.npy")
        self.check(c, a @ b + c0, bound(a, b, 30, "f8", 1, c0), "f8")

    def test_empty_matrices(self):
        for m, n, k in [(0, 3, 4), (3, 0, 4), (3, 4, 0), (0, 0, 0)]:
            with self.subTest((m, n, k)):
                c = self.multiply(np.ones((m, k)), np.ones((k, n)), env=HOST)
                self.assertEqual(c.shape, (m, n))
                self.assertFalse(c.any())

    def test_headers_of_other_versions_and_lengths(self):
        a, b = random((5, 6), "f8"), random((6, 7), "f8")
        np.save(self.path("B.npy"), b)
        for version in [(1, 0), (2, 0), (3, 0)]:
            with self.subTest(version), open(self.path("A.npy"), "wb") as file:
                np.lib.format.write_array(file, a, version=version)
            self.good("multiply", "A.npy", "B.npy", "-o", "C.npy", env=HOST)
            self.check(np.load(self.path("C.npy")), a @ b, bound(a, b, 6, "f8"), "f8")
        # Keys in another order, double quotes, a length of more than 127 bytes.
        header = b'{"shape": (5, 6), "fortran_order": False, "descr": "<f8"}'.ljust(199) + b"\n"
        with open(self.path("A.npy"), "wb") as file:
            file.write(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + a.tobytes())
        self.good("multiply", "A.npy", "B.npy", "-o", "C.npy", env=HOST)
        self.check(np.load(self.path("C.npy")), a @ b, bound(a, b, 6, "f8"), "f8")

    def test_report_and_trace(self):
        np.save(self.path("A.npy"), random((60, 70), "f8"))
        np.save(self.path("B.npy"), random((70, 80), "f8"))
        for name, env in backends().items():
            with self.subTest(name):
                used = [d["name"] for d in self.good_json("devices", env=env)["devices"] if d["selected"]]
                command = ["multiply", "A.npy", "B.npy", "-o", "C.npy", "--trace", "trace.json"]
                text = self.good(*command, env=env)
                self.assert_holds(text, ["60 x 80", "k = 70", "f64", "C.npy", "FLOP/s", used[0],
                                         "trace.json"])
                report = self.good_json(*command, env=env)
                self.assertEqual(report["devices"], used)
                self.assertEqual((report["m"], report["n"], report["k"]), (60, 80, 70))
                self.assertGreater(report["seconds"], 0)
                self.assertAlmostEqual(report["gflops"] * report["seconds"], 2e-9 * 60 * 80 * 70, 12)
                events = self.read_json("trace.json")
                events = events["traceEvents"] if isinstance(events, dict) else events
                self.assertTrue(any(event.get("ph") == "X" for event in events))
        self.assertEqual(self.files(), ["A.npy", "B.npy", "C.npy", "trace.json"])

    def test_the_host_serves_where_there_is_no_opencl_device(self):
        a, b = random((30, 20), "f8"), random((20, 10), "f8")
        c = self.multiply(a, b, env={"OCL_ICD_VENDORS": "/nonexistent"})
        self.check(c, a @ b, bound(a, b, 20, "f8"), "f8")

    def test_a_progress_bar_on_a_terminal_alone(self):
        np.save(self.path("A.npy"), random((60, 70), "f8"))
        reader, writer = pty.openpty()
        subprocess.run([HGCTL, "multiply", "A.npy", "A.npy", "--trans-b", "-o", "C.npy"], cwd=self.folder,
                       stderr=writer, stdout=subprocess.DEVNULL, env={**os.environ, "HG_DEVICES": "host"},
                       timeout=60, check=True)
        os.close(writer)
        self.assertIn(b"multiplying", os.read(reader, 10000))
        os.close(reader)


class Output(ToolTest):
    """No fault leaves an output or a temporary file behind, or harms a file that was there."""

    def setUp(self):
        super().setUp()
        np.save(self.path("A.npy"), random((60, 60), "f8"))

    def refused_multiply(self, output, says, **options):
        return self.refused("multiply", "A.npy", "A.npy", "-o", output,
                            env={"HG_DEVICES": "host", **options.pop("env", {})}, says=says, **options)

    def test_places_that_cannot_be_written(self):
        self.refused_multiply("no_such/C.npy", says=["no_such/C.npy", "folder"])
        self.refused_multiply("/dev/null", says=["/dev/null", "ordinary file"])
        self.refused_multiply("/proc/C.npy", says="/proc/C.npy")
        self.refused_multiply(".", says="ordinary file")
        self.assertEqual(self.files(), ["A.npy"])
        self.assertFalse(os.path.isfile("/dev/null"))

    def test_a_disk_that_is_full(self):
        def small_files():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

        before = self.path("C.npy")
        self.write(before, "as it was")
        self.refused_multiply("C.npy", says=["C.npy", "cannot be written"], env={"HG_CACHE_DIR": ""},
                              preexec_fn=small_files)
        self.assertEqual(self.files(), ["A.npy", "C.npy"])
        self.assertEqual(self.read(before), "as it was")

    def test_a_product_that_no_memory_holds(self):
        np.save(self.path("column.npy"), np.ones((10**7, 1), np.float32))
        says = self.refused("multiply", "column.npy", "column.npy", "--trans-b", "-o", "C.npy", status=1,
                            says=["10000000 x 10000000", "needs 363.8 TiB"])
        self.assertRegex(says, r"this machine has \d+\.\d [MGT]iB")

    def test_a_device_too_small(self):
        message = self.refused_multiply("C.npy", says="bytes", status=1, env={"HG_MEMORY_LIMIT": "64"})
        self.assertRegex(message,
                         r"needs at least \d+ bytes of memory on .+, but programs may use 64 "
                         r"bytes there, .*; "
                         "HG_MEMORY_LIMIT, if it is set, may be too low")
        self.assertEqual(self.files(), ["A.npy"])

    def test_an_output_over_an_input(self):
        a = np.load(self.path("A.npy"))
        self.good("multiply", "A.npy", "A.npy", "-o", "A.npy", env=HOST)
        np.testing.assert_allclose(np.load(self.path("A.npy")), a @ a, rtol=0, atol=1e-12)

    def test_usage(self):
        self.refused("multiply", "A.npy", "A.npy", says="--output")
        self.refused("multiply", "A.npy", "-o", "C.npy", says="B")
        self.refused("multiply", "A.npy", "A.npy", "-o", "C.npy", "--beta", "1", says="--c")
        self.refused("multiply", "A.npy", "A.npy", "-o", "C.npy", "--devices", "no_such", says="no_such")
        self.refused("multiply", "A.npy", "A.npy", "-o", "C.npy", "--trace", "no_such/t.json",
                     says="no_such/t.json")
        self.assertEqual(self.files(), ["A.npy"])
