"""Compiled kernels: what collect.py adds, drops and compares, and what the build takes from the archive."""
import hashlib
import json
import os
import re
import struct
import subprocess
import sys
import tarfile
import tempfile
import unittest

SOURCES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../kernels/compiled")
DRIVER = "580.1.2"


def elf(body):
    """The least that collect.py takes for an ELF file: a header whose section table ends the file."""
    header = bytearray(64)
    header[:4] = b"\x7fELF"
    struct.pack_into("<Q", header, 0x28, 64 + len(body))
    struct.pack_into("<HH", header, 0x3A, 64, 1)
    return bytes(header) + body + bytes(64)


class CompiledArchive(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="hg_archive_")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.archive, self.listed = self.path("kernels.tar.xz"), self.path("kernels.json")
        for name in ["cache", "cuda"]:
            os.mkdir(self.path(name))

    def path(self, name):
        return os.path.join(self.folder, name)

    def run_script(self, script, *arguments, status=0):
        done = subprocess.run([sys.executable, "-B", os.path.join(SOURCES, script), *arguments],
                              capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def compiled(self, name, source, code):
        """As hg's cache and the driver's hold a kernel that was just compiled; its digest."""
        ptx = f"// {source}\n.target sm_90a, debug\n".encode()
        text = f"-DA=1\n{source}".encode()
        key = f"NVIDIA CUDA\nNVIDIA H200\n{DRIVER}\nOpenCL 3.0\n".encode() + text
        header = struct.pack("<8sQQQQ", b"hgkern2\n", len(key), len(name), len(ptx), 0)
        with open(self.path(f"cache/{name}.kernel"), "wb") as file:
            file.write(header + key + name.encode() + ptx)
        with open(self.path(f"cuda/{name}"), "wb") as file:
            file.write(b"source" + ptx + b"\0" + elf(code) + b"behind")
        return hashlib.sha256(text).hexdigest()

    def manifest(self):
        with open(self.listed, encoding="utf-8") as file:
            return {kernel["instruction"]: kernel for kernel in json.load(file)["kernels"]}

    def add(self):
        return self.run_script("collect.py", "add", self.path("cache"), self.path("cuda"), self.listed,
                               self.archive)

    def unpack(self, *options, status=0):
        return self.run_script("unpack.py", self.path("out"), self.folder, *options, self.listed,
                               status=status)

    def unpacked(self):
        with open(self.path("out"), "rb") as file:
            return file.read()

    def test_says_where_each_kernel_is_from(self):
        digests = {name: self.compiled(name, "kernel " + name, name.encode()) for name in ["axpy", "dot"]}
        self.add()
        for name, kernel in self.manifest().items():
            self.assertEqual((kernel["digest"], kernel["architecture"], kernel["driver"]),
                             (digests[name], "sm_90", DRIVER))
            self.assertEqual(kernel["code"], hashlib.sha256(elf(name.encode())).hexdigest())
            self.assertRegex(kernel["date"], r"^20\d\d-\d\d-\d\d$")
        with tarfile.open(self.archive) as packed:
            self.assertEqual(packed.getnames(),
                             [f"sm_90 driver 580/{digests[name]}" for name in ["axpy", "dot"]])
        self.assertIn("kernels: 2 of 2", self.unpack("--require"))
        size = len(elf(b"axpy"))
        head = f"{digests['axpy']} {size} axpy sm_90 driver 580\n".encode()
        self.assertTrue(self.unpacked().startswith(head + elf(b"axpy")))

    def test_keeps_what_it_holds_until_it_is_dropped(self):
        old = self.compiled("axpy", "old", b"1")
        self.add()
        new = self.compiled("axpy", "new", b"2")
        self.assertIn("2 kernels, 1 of them new", self.add())
        self.run_script("collect.py", "drop", self.listed, old)
        self.assertEqual(self.manifest()["axpy"]["digest"], new)
        self.assertIn(old, self.run_script("collect.py", "drop", self.listed, old, status=1))

    def test_a_rebuild_compares(self):
        for name in ["same", "other", "gone"]:
            self.compiled(name, name, b"code")
        self.add()
        self.compiled("other", "other", b"code of another compiler")
        os.remove(self.path("cache/gone.kernel"))
        # In the place of hgctl: what it compiles lies in the caches that it is told.
        hgctl = self.path("hgctl")
        with open(hgctl, "w", encoding="utf-8") as file:
            file.write(f'#!/bin/sh\n[ "$1 $2 $3" = "warm --kernels gone,other,same" ] || exit 2\n'
                       f'cp {self.folder}/cache/* "$HG_CACHE_DIR"\n'
                       f'cp {self.folder}/cuda/* "$CUDA_CACHE_PATH"\nexit 1\n')
        os.chmod(hgctl, 0o700)
        os.remove(self.archive)  # which a rebuild does not need
        with open(self.listed, encoding="utf-8") as file:
            text = file.read()
        with open(self.listed, "w", encoding="utf-8") as file:
            file.write(re.sub(r'"date": "[^"]*"', '"date": "2001-01-01"', text))
        text = self.run_script("collect.py", "rebuild", hgctl, self.listed, self.archive)
        self.assertIn("1 of 3 kernels have the same code", text)
        self.assertIn("other: other code", text)
        self.assertIn("gone: not compiled", text)
        dates = {name: kernel["date"] == "2001-01-01" for name, kernel in self.manifest().items()}
        self.assertEqual(dates, {"same": True, "other": False})
        self.assertIn("kernels: 2 of 2", self.unpack("--require"))

    def test_the_build_takes_the_code_that_the_manifest_lists_and_no_other(self):
        self.compiled("axpy", "kernel", b"code")
        self.compiled("dot", "kernel of dot", b"its code")
        self.add()
        with open(self.listed, encoding="utf-8") as file:
            sound = file.read()
        digest = self.manifest()["axpy"]["code"]
        with open(self.listed, "w", encoding="utf-8") as file:
            file.write(sound.replace(digest, digest[::-1]))
        self.assertIn("kernels: 1 of 2", self.unpack())
        self.assertNotIn(b" axpy ", self.unpacked())
        self.assertIn(b" dot ", self.unpacked())
        self.assertIn("lacks 1 of the kernels", self.unpack("--require", status=1))
        self.assertIn("lacks 1 of the kernels", self.run_script(
            "collect.py", "add", self.path("cache"), self.path("cuda"), self.listed, self.archive, status=1))

    def test_the_build_does_without_an_archive_unless_it_is_required(self):
        self.compiled("axpy", "kernel", b"code")
        self.add()
        os.remove(self.archive)
        self.assertIn("kernels: 0 of 1", self.unpack())
        self.assertEqual(self.unpacked(), b"")
        self.assertIn("lacks 1 of the kernels", self.unpack("--require", status=1))


if __name__ == "__main__":
    unittest.main()
