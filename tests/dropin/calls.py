"""How a problem of a routine of libhgblas.so is called by each of its Fortran, CBLAS and LAPACKE names, which
the file HGBLAS_NAMES lists."""

import collections
import ctypes
import json
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))

from choices import ROWS, Kind  # noqa: E402
from rule import PARTS  # noqa: E402

NAMES = json.loads(pathlib.Path(os.environ["HGBLAS_NAMES"]).read_text(encoding="utf-8"))
INTEGERS = {32: ctypes.c_int, 64: ctypes.c_int64}
LAYOUTS = {"C": 102, "R": 101}
# Letters with the numbers that CBLAS has for them.
OPS = {"N": 111, "T": 112, "C": 113}
LETTERS = {"transa": OPS, "transb": OPS, "trans": OPS, "uplo": {"U": 121, "L": 122},
           "diag": {"N": 131, "U": 132}, "side": {"L": 141, "R": 142}}
WORK_LENGTH = 1 << 14
WORK = {name: (ctypes.c_double * (2 * WORK_LENGTH))() for name in ("work", "swork", "rwork")}
process = ctypes.CDLL(None)
called = collections.Counter()


def complex_number(part):
    """A complex number of such parts, which Fortran returns in registers, as C does."""
    return type("Complex", (ctypes.Structure,), {"_fields_": [("real", part), ("imag", part)]})


COMPLEX = {"c64": complex_number(ctypes.c_double), "c32": complex_number(ctypes.c_float)}


def element(kind):
    return COMPLEX.get(kind) or PARTS[kind]


class Call:
    """One call: `family` is fortran, cblas, lapacke, or lapacke_work if LAPACKE's list has work."""

    def __init__(self, routine, family, name, bits, problem, work_length=WORK_LENGTH):
        self.row, self.name, self.problem = ROWS[routine], name, problem
        self.size, self.narrow = INTEGERS[bits], bits == 32
        self.in_fortran, self.in_cblas = family == "fortran", family == "cblas"
        self.in_lapacke, self.has_work = family.startswith("lapacke"), family != "lapacke"
        self.takes_result = self.in_cblas and self.row.returns_complex
        self.work_length, self.pivots = work_length, []

    def by_address(self, value):
        return ctypes.byref(value) if self.in_fortran else value

    def letter(self, argument, letter):
        if self.in_cblas:
            return LETTERS[argument.name][letter]
        if self.in_lapacke:
            return ctypes.c_char(letter.encode())
        return ctypes.c_char_p((letter if self.narrow else letter.lower()).encode())

    def scalar(self, scalar):
        if scalar["type"] in COMPLEX:
            return ctypes.byref(COMPLEX[scalar["type"]](*scalar["value"]))
        return self.by_address(PARTS[scalar["type"]](scalar["value"][0]))

    def integers(self, name):
        """In integers of the call's width."""
        wide = self.problem.integers(name)
        if not self.narrow:
            return wide
        self.pivots.append((wide, (ctypes.c_int * len(wide))(*wide)))
        return self.pivots[-1][1]

    def arguments(self):
        """What the name takes, but for layout and info."""
        values, given = iter(self.problem.arguments), []
        for argument in self.row.parsed:
            if argument.kind in (Kind.LEADING, Kind.INCREMENT):
                given.append(self.by_address(self.size(operand["stride"])))
            elif argument.kind in (Kind.WORK, Kind.LENGTH):
                if self.has_work:
                    given.append(WORK[argument.name] if argument.kind == Kind.WORK
                                 else self.by_address(self.size(self.work_length)))
            elif argument.kind == Kind.CHOICE:
                given.append(self.letter(argument, next(values)))
            elif argument.kind == Kind.SIZE:
                given.append(self.by_address(self.size(next(values))))
            elif argument.kind == Kind.SCALAR:
                given.append(self.scalar(next(values)))
            else:
                operand = next(values)
                if argument.kind in (Kind.PIVOTS, Kind.COUNT):
                    given.append(self.integers(argument.name))
                elif argument is not self.row.result or self.takes_result:
                    given.append(ctypes.c_void_p(operand["data"]))
        return given

    def returned(self):
        """The type of what the function returns; None if it returns nothing."""
        if self.in_lapacke or self.row.of(Kind.INDEX):
            return self.size
        if self.row.result and not self.takes_result:
            return element(self.problem.arguments[-1]["type"])
        return None

    def make(self):
        """Returns info, or 0. What functions return is in the operand then."""
        given, info = self.arguments(), self.size(-77)
        if self.in_lapacke or self.in_cblas and self.row.has_layout:
            given.insert(0, LAYOUTS[self.problem.layout])
        if self.in_fortran:
            given += [ctypes.byref(info)] if self.row.has_info else []
            given += [ctypes.c_size_t(1)] * len(self.row.of(Kind.CHOICE))  # lengths of letters
        function = process[self.name]
        function.restype = self.returned()
        found = function(*given)
        for wide, narrow in self.pivots:
            wide[:] = narrow[:]
        if self.row.has_info:
            return info.value if self.in_fortran else found
        if function.restype:
            result = self.problem.arguments[-1]
            if self.row.of(Kind.INDEX):
                found = ctypes.c_int64(found - self.in_fortran)  # Fortran counts from 1
            elif result["type"] not in COMPLEX:
                found = function.restype(found)
            ctypes.memmove(result["data"], ctypes.byref(found), ctypes.sizeof(found))
        return 0
