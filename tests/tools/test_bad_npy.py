"""Every kind of bad .npy file: exit status 2, a message that names file and fault, no output, no
leftovers."""
import os
import unittest

import numpy as np
from tool import HOST, ToolTest


def npy(header, data=b"", version=b"\x01\x00", length=None):
    header = header.encode() + b"\n"
    size = len(header) if length is None else length
    return b"\x93NUMPY" + version + size.to_bytes(2 if version[0] == 1 else 4, "little") + header + data


def header(descr="'<f8'", order="False", shape="(4, 4)"):
    return f"{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}"


GOOD = bytes(4 * 4 * 8)

BAD_FILES = {
    "empty": (b"", "empty"),
    "text": (b"1 2 3\n4 5 6\n7 8 9\n", "not a .npy file"),
    "magic alone": (b"\x93NUMPY", "not a .npy file"),
    "version 9": (npy(header(), GOOD, version=b"\x09\x00"), "version 9"),
    "header cut": (npy(header(), length=500), "truncated"),
    "length cut": (b"\x93NUMPY\x01\x00\x05", "truncated"),
    "huge header": (npy(header(), GOOD, b"\x02\x00", length=0xFFFFFFF0), "header of 4294967280 bytes"),
    "no dictionary": (npy("hello"), "lacks a '{'"),
    "open dictionary": (npy("{'descr': '<f8', "), "is truncated"),
    "open string": (npy("{'descr: "), "is truncated"),
    "open tuple": (npy("{'shape': (3, 3"), "is truncated"),
    "no colon": (npy("{'descr' '<f8'}"), "lacks a ':'"),
    "strange key": (npy("{descr: '<f8'}"), "cannot be read"),
    "no descr": (npy("{'fortran_order': False, 'shape': (4, 4)}", GOOD), "no 'descr'"),
    "no order": (npy("{'descr': '<f8', 'shape': (4, 4)}", GOOD), "no 'fortran_order'"),
    "no shape": (npy("{'descr': '<f8', 'fortran_order': False}", GOOD), "no 'shape'"),
    "strange order": (npy(header(order="Maybe"), GOOD), "'Maybe'"),
    "truncated": (npy(header(), GOOD[:-1]), "truncated"),
    "no data": (npy(header()), "truncated"),
    "data left over": (npy(header(), GOOD + b"x"), "1 bytes stand after"),
    "big-endian": (npy(header(descr="'>f8'"), GOOD), "big-endian"),
    "integers": (npy(header(descr="'<i8'"), GOOD), "'<i8'"),
    "short integers": (npy(header(descr="'<i4'"), GOOD[:64]), "i32"),
    "half precision": (npy(header(descr="'<f2'"), GOOD), "'<f2'"),
    "complex": (npy(header(descr="'<c16'"), 2 * GOOD), "c64"),
    "short complex numbers": (npy(header(descr="'<c8'"), GOOD), "c32"),
    "half of the complex numbers": (npy(header(descr="'<c16'"), GOOD), "truncated"),
    "long complex numbers": (npy(header(descr="'<c32'"), 4 * GOOD), "'<c32'"),
    "objects": (npy(header(descr="'|O'"), GOOD), "'|O'"),
    "records": (npy(header(descr="[('a', '<f8'), ('b', '<f8')]"), GOOD), "elements of type"),
    "one dimension": (npy(header(shape="(16,)"), GOOD), "1 dimensions"),
    "three dimensions": (npy(header(shape="(2, 2, 4)"), GOOD), "3 dimensions"),
    "a scalar": (npy(header(shape="()"), GOOD[:8]), "0 dimensions"),
    "negative": (npy(header(shape="(-4, 4)"), GOOD), "cannot be read"),
    "strange shape": (npy(header(shape="(4, four)"), GOOD), "cannot be read"),
    "huge": (npy(header(shape="(1000000000000, 1000000000000)"), GOOD), "truncated"),
    "overflow to small": (npy(header(shape="(4294967296, 4294967296)"), GOOD), "truncated"),
    "text after the dictionary": (npy(header() + "  x"), "text after its dictionary"),
    "a second dictionary": (npy(header() + header(), GOOD), "text after its dictionary"),
    "a zero after the dictionary": (npy(header() + "\0", GOOD), "text after its dictionary"),
    "a key twice": (npy(header()[:-1] + "'shape': (4, 4)}", GOOD), "'shape' twice"),
    "an unknown key": (npy(header()[:-1] + "'more': 1}", GOOD), "'more'"),
    "no comma": (npy("{'descr': '<f8' 'fortran_order': False, 'shape': (4, 4)}", GOOD), "lacks a ','"),
    "no comma in the shape": (npy(header(shape="(4 4)"), GOOD), "lacks a ','"),
    "commas alone in the shape": (npy(header(shape="(4,, 4)"), GOOD), "cannot be read"),
    "a number for a shape": (npy(header(shape="16"), GOOD), "lacks a '('"),
    "no tuple": (npy(header(shape="(16)"), GOOD), "lacks a ','"),
    "version 1.1": (npy(header(), GOOD, version=b"\x01\x01"), "version 1.1"),
    "no such number": (npy(header(shape="(99999999999999999999, 4)"), GOOD), "too large"),
}


class BadNpy(ToolTest):
    def setUp(self):
        super().setUp()
        np.save(self.path("good.npy"), np.eye(4))

    def refused_file(self, name, says):
        for first, second in [(name, "good.npy"), ("good.npy", name)]:
            message = self.refused("multiply", first, second, "-o", "C.npy", env=HOST,
                                   says=[name, says])
            self.assertLessEqual(len(message.splitlines()), 3)

    def test_every_kind(self):
        for kind, (content, says) in BAD_FILES.items():
            with self.subTest(kind):
                with open(self.path("bad.npy"), "wb") as file:
                    file.write(content)
                self.refused_file("bad.npy", says)
                self.assertEqual(self.files(), ["bad.npy", "good.npy"])

    def test_every_length_of_a_good_file(self):
        with open(self.path("good.npy"), "rb") as file:
            content = file.read()
        for length in [*range(0, 130, 9), len(content) - 1]:
            with self.subTest(length):
                with open(self.path("bad.npy"), "wb") as file:
                    file.write(content[:length])
                self.refused("multiply", "bad.npy", "good.npy", "-o", "C.npy", env=HOST,
                             says="bad.npy")
        self.assertEqual(self.files(), ["bad.npy", "good.npy"])

    def test_what_is_no_file(self):
        self.refused_file("missing.npy", "no such file")
        os.mkdir(self.path("folder.npy"))
        self.refused_file("folder.npy", "not an ordinary file")
        os.mkfifo(self.path("pipe.npy"))
        self.refused_file("pipe.npy", "not an ordinary file")

    @unittest.skipIf(os.geteuid() == 0, "root reads every file")
    def test_a_file_that_may_not_be_read(self):
        np.save(self.path("locked.npy"), np.eye(4))
        os.chmod(self.path("locked.npy"), 0)
        self.refused_file("locked.npy", "cannot be read")

    def test_matrices_that_do_not_match(self):
        np.save(self.path("wide.npy"), np.ones((4, 5)))
        np.save(self.path("single.npy"), np.ones((4, 4), "f4"))
        host = HOST
        self.refused("multiply", "wide.npy", "good.npy", "-o", "C.npy", env=host,
                     says=["do not match", "5 columns", "4 rows", "wide.npy"])
        self.refused("multiply", "good.npy", "wide.npy", "--trans-b", "-o", "C.npy", env=host,
                     says="B transposed")
        self.refused("multiply", "good.npy", "single.npy", "-o", "C.npy", env=host,
                     says=["f32", "f64", "one type"])
        self.refused("multiply", "good.npy", "good.npy", "--c", "wide.npy", "-o", "C.npy", env=host,
                     says=["C0 is 4 x 5", "4 x 4"])
        self.refused("multiply", "good.npy", "good.npy", "--c", "single.npy", "-o", "C.npy", env=host,
                     says="one type")
        self.assertEqual(self.files(), ["good.npy", "single.npy", "wide.npy"])
