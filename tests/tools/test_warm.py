"""hgctl warm: kernels are compiled before the first call needs them."""
import hashlib
import os
import struct

import numpy as np
from tool import HOST, ToolTest, backends


class Warm(ToolTest):
    def kernels(self):
        folder = self.path("cache")
        return sorted(name for name in os.listdir(folder)
                      if name.endswith(".kernel")) if os.path.isdir(folder) else []

    def warm(self, env, *arguments):
        return self.good_json("warm", "--type", "f64", "--sizes", "64", *arguments, env=env)

    def test_calls_find_their_kernels_compiled(self):
        env = {**backends()["opencl"], "HG_CACHE_DIR": self.path("cache")} if "opencl" in backends() else None
        if env is None:
            self.skipTest("the host device compiles nothing")
        report = self.warm(env, "--routines", "gemm,getrf")
        self.assertEqual([routine["routine"] for routine in report["routines"]], ["gemm", "getrf"])
        for routine in report["routines"]:
            self.assertEqual(routine["type"], "f64")
            self.assertTrue(routine["kernels"])
            self.assertEqual(routine["too_large"], 0)
        self.assertEqual(report["cache"], self.path("cache"))
        kept = self.kernels()
        self.assertTrue(kept)
        np.save(self.path("A.npy"), np.eye(64))
        call = self.ended("multiply", "A.npy", "A.npy", "-o", "C.npy", env={**env, "HG_LOG": "debug"})
        self.assertIn("taken from the cache", call.stderr)
        self.assertEqual(self.kernels(), kept, "a call compiled a kernel that had not been made ready")

    def test_warms_all_routines_on_the_host_device_where_nothing_is_compiled(self):
        env = {**HOST, "HG_CACHE_DIR": self.path("cache")}
        text = self.good("warm", "--sizes", "64", env=env)
        for routine in ("gemm", "gemmt", "symm", "syrk", "syr2k", "trmm", "trsm", "getrf", "getrs", "potrf",
                        "getri", "potrs", "potri", "geqrf", "ormqr", "orgqr"):
            self.assertIn(routine, text)
        self.assertIn("Saved in " + self.path("cache"), text)
        self.assertEqual(self.kernels(), [])

    def test_complex_elements_have_hermitian_routines(self):
        env = {**HOST, "HG_CACHE_DIR": self.path("cache")}
        report = self.good_json("warm", "--type", "f64,c64", "--sizes", "64", "--routines", "gemm,herk",
                                env=env)
        kernels = {(row["routine"], row["type"]): row["kernels"] for row in report["routines"]}
        self.assertEqual(kernels["herk", "f64"], [])
        self.assertTrue(kernels["herk", "c64"])
        report = self.good_json("warm", "--type", "f64,c64", "--sizes", "64", "--routines", "gemmt,ormqr",
                                env=env)
        for row in report["routines"]:
            self.assertTrue(row["kernels"], row)
        pairs = {name.split("_c64_")[1][:2] for name in kernels["gemm", "c64"]
                 if name.startswith("gemm_complex")}
        self.assertEqual(pairs, {a + b for a in "ntc" for b in "ntc"})

    def test_kernels_by_name_are_compiled_even_if_they_ship_compiled(self):
        if "opencl" not in backends():
            self.skipTest("the host device compiles nothing")
        env = {**backends()["opencl"], "HG_CACHE_DIR": self.path("cache")}
        report = self.good_json("warm", "--kernels", "copy_f64,identity_f32", env=env)
        self.assertEqual((report["kernels"], report["faults"]), (["copy_f64", "identity_f32"], []))
        self.assertEqual(len(self.kernels()), 2)
        names = []
        for name in self.kernels():
            with open(self.path(os.path.join("cache", name)), "rb") as file:
                content = file.read()
            key_bytes, name_bytes = struct.unpack_from("<QQ", content, 8)
            key = content[40 : 40 + key_bytes]
            names.append(content[40 + key_bytes : 40 + key_bytes + name_bytes].decode())
            self.assertEqual(name, hashlib.sha256(key).hexdigest() + ".kernel")
        self.assertEqual(sorted(names), ["copy_f64", "identity_f32"])
        result = self.ended("warm", "--kernels", "copy_f64,no_such", env=env, status=1)
        self.assertIn("no_such: no instruction has this name", result.stderr)

    def test_wrong_words_are_refused(self):
        self.refused("warm", "--routines", "gesv", says=["gesv"])
        self.refused("warm", "--sizes", "64:", says=["--sizes"])
