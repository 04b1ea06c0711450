"""Every function of C and every symbol for Fortran leaves what its rule demands."""

import ctypes
import resource
import unittest

from functions import LIBRARY, NULL, Kind, functions, last_error
from choices import problems  # isort: skip
from rule import Problem

WORK_LENGTH = 1 << 14
WORK = {name: (ctypes.c_double * (2 * WORK_LENGTH))() for name in ("work", "swork", "rwork")}
INTEGERS = (Kind.PIVOTS, Kind.COUNT, Kind.INDEX)
POSITIVE = ("potrf", "posv", "dsposv", "zcposv")
INVERSES = ("getri", "potri")


class Call:
    """A call of a function with the arguments of a problem."""

    def __init__(self, function, problem, work_length=WORK_LENGTH):
        self.function, self.problem, self.narrow = function, problem, []
        values, self.values, stride = iter(problem.arguments), [], None
        for argument in function.arguments:
            if argument.kind in (Kind.LEADING, Kind.INCREMENT):
                self.values.append(stride)
            elif argument.kind in (Kind.WORK, Kind.LENGTH):
                self.values.append(work_length if argument.kind == Kind.LENGTH
                                   else ctypes.addressof(WORK[argument.name]))
            elif argument.kind == Kind.SCALAR:
                self.values.append(complex(*next(values)["value"]))
            elif argument.kind in (Kind.CHOICE, Kind.SIZE):
                self.values.append(next(values))
            else:
                operand = next(values)
                stride = operand["stride"]
                self.values.append(self.integers(argument) if argument.kind in INTEGERS else operand["data"])

    def integers(self, argument):
        """Where they are in integers of the function's width."""
        wide = self.problem.integers(argument.name)
        same = (self.function.array_integer * len(wide))(*wide)
        self.narrow.append((argument, wide, same))
        return ctypes.addressof(same)

    def make(self):
        info = self.function(self.values)
        for argument, wide, narrow in self.narrow:
            first = self.function.first_index if argument.kind == Kind.INDEX else 0
            wide[:] = [number - first for number in narrow]
        return info


def cases(function):
    """What makes problems: all letters, and empty vectors."""
    choices = list(problems(function.blas_name))
    return choices + [{**choices[0], "n": 0}] * (function.routine.level == 1)


def fault_of(function, given):
    problem = Problem(function.blas_name, **given)
    refines = function.routine.of(Kind.COUNT)
    if refines:
        problem.integers("iter")[0] = -77
    fault = problem.fault(Call(function, problem).make()) or last_error()
    return fault or (refines and problem.integers("iter")[0] < 0 and f"iter is {problem.integers('iter')[0]}")


def spoil(routine, problem):
    """Lets the fifth pivot be zero, or negative."""
    column = problem.column("A", 4)
    per_element = len(column) // problem.operands["A"]["rows"]
    if routine.name in INVERSES:
        column[4 * per_element:5 * per_element] = [0] * per_element
    elif routine.family in POSITIVE:
        column[4 * per_element] = -1
    else:
        column[:] = [0] * len(column)
    problem.keep()


def named(name):
    return next(function for function in functions() if function.name == name)


class Results(unittest.TestCase):
    def assert_no_faults(self, faults):
        self.assertFalse([(name, fault) for name, fault in faults if fault][:20])

    def test_all_are_right(self):
        self.assert_no_faults((function.name, fault_of(function, given))
                              for function in functions() for given in cases(function))

    def test_info_is_the_pivot_that_fails(self):
        for function in functions():
            if function.routine.name not in ("getrf", "gesv", "gels", "potrf", "posv", *INVERSES):
                continue
            problem = Problem(function.blas_name, m=20, n=16, nrhs=3)
            spoil(function.routine, problem)
            info = Call(function, problem).make()
            self.assertEqual((function.name, info, last_error()), (function.name, 5, ""), "that is no error")
            self.assertEqual(problem.fault(info), "")

    def test_devices_are_trimmed_between_calls(self):
        for _ in range(2):
            self.assertEqual(LIBRARY.hg_trim(), 0)
            self.assertFalse(fault_of(named("hg_dgesv"), {"n": 16, "nrhs": 3}))

    def test_arithmetic_is_what_the_thread_wants(self):
        for arithmetic in (b"emulated", b"automatic", b"native", None):
            self.assertEqual(LIBRARY.hg_set_arithmetic(arithmetic), 0)
            self.assertFalse(fault_of(named("hg_dgemm"), {"m": 12, "n": 9, "k": 7}))


class WorkOfFortran(unittest.TestCase):
    """The length of LAPACK's work arrays: -1 asks for it."""

    # Letters and sizes, and the length that LAPACK has had since 3.10.1. Matrices that nobody reads are null.
    LENGTHS = (("geqrf", (7, 3), 3), ("ormqr", ("R", "T", 7, 3, 2), 7), ("orgqr", (7, 3, 2), 3),
               ("gels", ("N", 7, 3, 2), 6), ("getri", (7,), 7), ("getri", (0,), 1),
               ("sytrf", ("L", 7), 1), ("hetrf", ("U", 7), 1),
               ("sysv", ("L", 7, 2), 1), ("hesv", ("U", 7, 2), 1), ("sytrf", ("L", 0), 1),
               ("geqrf", (0, 0), 1), ("geqrf", (0, 3), 1), ("geqrf", (1, 0), 1), ("geqrf", (1, 3), 3),
               ("ormqr", ("L", "T", 0, 3, 0), 3), ("orgqr", (3, 0, 0), 1),
               ("gels", ("N", 0, 0, 4), 4))

    def symbols(self, name):
        for function in functions():
            if function.in_fortran and function.routine.name in (
                name, name.replace("or", "un")) and not function.routine.is_mixed:
                yield function, function.routine.work_length[0]

    def test_is_that_of_lapack(self):
        for name, given, length in self.LENGTHS:
            for function, number in self.symbols(name):
                empty = 0 in given
                given = ["C" if value == "T" and function.element.is_complex else value for value in given]
                work = (ctypes.c_double * 32)()
                part = ctypes.c_double if "double" in function.element.c else ctypes.c_float
                array = (ctypes.c_double * 64)()

                def call(lwork, memory):
                    part.from_buffer(work).value = -7
                    values = iter(given)
                    info = function([next(values) if argument.kind in (Kind.CHOICE, Kind.SIZE) else
                                     7 if argument.kind == Kind.LEADING else lwork
                                     if argument.kind == Kind.LENGTH else
                                     ctypes.addressof(work) if argument.kind == Kind.WORK else memory
                                     for argument in function.arguments])
                    return info, part.from_buffer(work).value

                what = f"{function.name}{given}"
                self.assertEqual(call(-1, NULL), (0, length), what)
                self.assertEqual(call(length - 1, ctypes.addressof(array)), (-number, -7), what)
                self.assertIn(f"{function.blas_name}: argument {number} (lwork) must be at least {length}",
                              last_error())
                self.assertEqual(array[:], [0] * 64, "nothing may be touched")
                if empty:
                    self.assertEqual(call(length, ctypes.addressof(array))[0], 0, what)

    def test_all_that_it_asks_for_is_needed(self):
        for name in ("geqrf", "ormqr", "orgqr", "gels", "getri", "sytrf", "hesv"):
            for function, number in self.symbols(name):
                given = next(problems(function.blas_name))
                part = ctypes.c_double if "double" in function.element.c else ctypes.c_float
                self.assertEqual(Call(function, Problem(function.blas_name, **given), -1).make(), 0)
                length = int(part.from_buffer(WORK["work"]).value)
                self.assertEqual(Call(function, Problem(function.blas_name, **given), length - 1).make(),
                                 -number)
                problem = Problem(function.blas_name, **given)
                self.assertEqual(problem.fault(Call(function, problem, length).make()), "", function.name)
                self.assertEqual(part.from_buffer(WORK["work"]).value, length)

    def test_what_is_wrong_comes_first(self):
        self.assertEqual(named("hg_dgeqrf_")([7, 3, NULL, 2, NULL, ctypes.addressof(WORK["work"]), -1]), -4)


class MemoryOfFortran(unittest.TestCase):
    """Pivots are converted between integers: not before arguments are found right."""

    def test_wrong_arguments_take_none(self):
        many, one = 1000000000, 1
        array = (ctypes.c_double * 4)(5, 6, 7, 1)
        x = ctypes.addressof(array)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for name, info, values in (
                ("dgetrs", -5, ["N", many, one, x, one, x, x, one]),
                ("dgetrs", -8, ["N", many, one, x, many, x, x, one]),
                ("dgetrs", -1, ["?", many, one, x, one, x, x, many]),
                ("sgetrs", -5, ["T", many, one, x, one, x, x, one]), ("dgetrf", -4, [many, many, x, one, x]),
                ("dgesv", -4, [many, one, x, one, x, x, many]),
                ("dgesv", -7, [many, one, x, many, x, x, one]),
                ("dsgesv", -9, [many, one, x, many, x, x, many, x, one, NULL, NULL, x])):
            self.assertEqual(named(f"hg_{name}_")(values), info, name)
        self.assertEqual(array[:], [5, 6, 7, 1])
        self.assertLess(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before, 500 << 10)

    def test_pivots_are_not_read_if_there_is_nothing_to_solve(self):
        self.assertEqual(named("hg_dgetrs_")(["N", 1000000, 0, NULL, 1000000, NULL, NULL, 1000000]), 0)


if __name__ == "__main__":
    unittest.main()
