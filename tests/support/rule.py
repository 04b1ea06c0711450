"""Problems of BLAS and LAPACK: arguments with operands between guards, and the rule that says whether a call
of any interface has left what it must. The file HG_RULE is the library of the rules that C++'s tests and
`hgctl check` use."""

import ctypes
import json
import os

LIBRARY = ctypes.CDLL(os.environ["HG_RULE"])
for name, result, *arguments in (("make", ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p),
                                 ("arguments", ctypes.c_char_p, ctypes.c_void_p),
                                 ("free", None, ctypes.c_void_p), ("keep", None, ctypes.c_void_p),
                                 ("failure", ctypes.c_char_p),
                                 ("fault", ctypes.c_char_p, ctypes.c_void_p, ctypes.c_int64)):
    function = getattr(LIBRARY, "hg_rule_" + name)
    function.restype, function.argtypes = result, arguments


def text_of(found):
    if found is None:
        raise ValueError(LIBRARY.hg_rule_failure().decode())
    return found.decode()


NUMPY_TYPES = {"f64": "f8", "f32": "f4", "c64": "c16", "c32": "c8", "i64": "i8"}
PARTS = {"f64": ctypes.c_double, "f32": ctypes.c_float, "c64": ctypes.c_double, "c32": ctypes.c_float}


class Problem:
    """A problem of a routine as "dgemm", from letters, sizes and scalars as C++'s Given has them: random
    operands in this layout, "C" or "R". What the call must not read holds NaN."""

    def __init__(self, routine, layout="C", **given):
        self.made, self.layout = None, layout
        values = json.dumps({"layout": layout, **given}, default=lambda number: [number.real, number.imag])
        self.made = LIBRARY.hg_rule_make(routine.encode(), values.encode())
        if self.made is None:
            raise ValueError(LIBRARY.hg_rule_failure().decode())
        self.arguments = json.loads(text_of(LIBRARY.hg_rule_arguments(self.made)))
        described = [value for value in self.arguments if isinstance(value, dict)]
        self.operands = {value["name"]: value for value in described if "name" in value}

    def __del__(self):
        if self.made is not None:
            LIBRARY.hg_rule_free(self.made)

    def __getitem__(self, name):
        """An operand as a NumPy array in its memory: a matrix, or a vector from its first element on."""
        import numpy  # the drop-in's programs have none
        x, kind = self.operands[name], numpy.dtype(NUMPY_TYPES[self.operands[name]["type"]])
        if x["rows"] == 0 or x["cols"] == 0:
            return numpy.empty((x["rows"], x["cols"]) if name.isupper() else 0, kind)
        memory = (ctypes.c_char * (kind.itemsize * self.lines(x) * abs(x["stride"]))).from_address(x["data"])
        if not name.isupper():
            return numpy.frombuffer(memory, kind)[::abs(x["stride"])][::-1 if x["stride"] < 0 else 1]
        lines = numpy.frombuffer(memory, kind).reshape(self.lines(x), x["stride"])
        return lines[:, :x["rows"]].T if self.layout == "C" else lines[:, :x["cols"]]

    def lines(self, x):
        """How many columns or, in a row-major matrix, rows an operand has; a vector's are its elements."""
        return x["cols" if self.layout == "C" and x["name"].isupper() else "rows"]

    def parts(self, name):
        """All numbers in the memory of an operand, gaps and parts that do not count among them."""
        x = self.operands[name]
        count = self.lines(x) * abs(x["stride"]) * (2 if x["type"][0] == "c" else 1)
        return (PARTS[x["type"]] * count).from_address(x["data"])

    def column(self, name, j):
        """The numbers in a column of a column-major matrix. A vector without increment is column 0."""
        x, part = self.operands[name], PARTS[self.operands[name]["type"]]
        per_element = 2 if x["type"][0] == "c" else 1
        return (part * (per_element * x["rows"])).from_address(
            x["data"] + per_element * j * x["stride"] * ctypes.sizeof(part))

    def integers(self, name):
        """Pivots, counted from 1, or a number that the routine gives back."""
        x = self.operands[name]
        return (ctypes.c_int64 * x["rows"]).from_address(x["data"])

    def keep(self):
        """Takes what stands in the operands for what they are before the call."""
        LIBRARY.hg_rule_keep(self.made)

    def fault(self, info=0):
        """What is wrong with what a call has left; empty if nothing is."""
        return text_of(LIBRARY.hg_rule_fault(self.made, info))
