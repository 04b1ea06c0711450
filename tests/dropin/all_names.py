"""Calls every routine of libhgblas.so by each of its names, and lets the rules judge what it leaves. Prints
as JSON how many calls of each routine were made, without row-major ones of LAPACKE, which the CPU may do.

    all_names.py [--all-choices] [library]

Each name is called with all letters in both layouts or, without that option, with the next choice of them.
Names inside wheels, which begin with "scipy_", and second names are called once each. A library is loaded
first, for its own use alone, as Python does with extensions.
"""

import ctypes
import json
import math
import sys

from calls import NAMES, WORK, Call, called
from choices import ROWS, Kind, problems, refused_op
from rule import PARTS, Problem

ALL_CHOICES = "--all-choices" in sys.argv[1:]


def floating(problem):
    return [name for name, operand in problem.operands.items() if operand["type"] != "i64"]


def looks_for_nan(name):
    return name.startswith("LAPACKE") and "_work" not in name


def problem_for(name, routine, given):
    """LAPACKE looks for NaN also where LAPACK reads nothing."""
    problem = Problem(routine, **given)
    for operand in floating(problem) if looks_for_nan(name) else ():
        numbers = problem.parts(operand)
        numbers[:] = [77 if math.isnan(number) else number for number in numbers]
    problem.keep()
    return problem


def right_calls(routine, family, names):
    """Yields the faults of calls by each name."""
    row = ROWS[routine]
    layouts = "C" if family == "fortran" or family == "cblas" and not row.has_layout else "CR"
    choices = list(problems(routine, layouts))
    for place, (name, bits) in enumerate(names.items()):
        is_second = name.startswith("scipy_") or (row.synonym and row.synonym in name)
        next_one = 0 if is_second else place % len(choices)
        for given in choices if ALL_CHOICES and not is_second else choices[next_one:next_one + 1]:
            problem = problem_for(name, routine, given)
            steps = problem.integers("iter") if row.of(Kind.COUNT) else [0]
            steps[0] = -77
            info = Call(routine, family, name, bits, problem).make()
            called[routine] += given["layout"] == "C" or row.layer == "blas"
            yield name, problem.fault(info)
            # The CPU may work in one precision: iter is -1 then.
            yield name, row.of(Kind.COUNT) and steps[0] < -1 and f"iter is {steps[0]}"


class FirstCall:
    """A problem with the first choice of letters, which is changed, and its call."""

    def __init__(self, routine, family, name, bits):
        self.routine, self.family, self.name, self.bits = routine, family, name, bits
        self.problem = problem_for(name, routine, next(problems(routine, "C")))

    def make(self, **work):
        return Call(self.routine, self.family, self.name, self.bits, self.problem, **work).make()

    def memory(self):
        return [bytes(self.problem.parts(operand)) for operand in floating(self.problem)]

    def fault_of_info(self, wanted, what, **work):
        """What is wrong with a call that returns info and leaves all operands as they are."""
        before, info = self.memory(), self.make(**work)
        if info != wanted or self.memory() != before:
            return f"info is {info} for {what}, or an operand has changed"


def wrong_calls(*named):
    """Yields the faults of calls of LAPACK with a size of -1, with the letter of a transposition that there
    is not, or with NaN: info is the argument's number. OpenBLAS's getrs does not say which size is wrong."""
    routine, family, name, _ = named
    row = ROWS[routine]
    for number, argument in enumerate(row.without_work, 1 if family == "fortran" else 2):
        call = FirstCall(*named)
        place = row.without_work.index(argument)
        if argument.kind == Kind.SIZE and row.name != "getrs":
            call.problem.arguments[place] = -1
        elif argument.name == "trans" and refused_op(routine):
            call.problem.arguments[place] = refused_op(routine)
        elif argument.kind in (Kind.MATRIX, Kind.TAU) and argument.is_read and looks_for_nan(name):
            numbers = call.problem.column(argument.name, argument.kind == Kind.MATRIX)
            numbers[2 * len(numbers) // call.problem.operands[argument.name]["rows"] - 1] = math.nan
        else:
            continue
        yield name, call.fault_of_info(-number, f"a wrong {argument.name}")


def calls_with_work(*named):
    """Yields the faults of a call that asks for the length of its work array, of one with that length, and of
    one with none."""
    routine, family, name, _ = named
    call = FirstCall(*named)
    yield name, call.fault_of_info(0, "a question", work_length=-1)
    length = int(PARTS[call.problem.operands["A"]["type"]].from_buffer(WORK["work"]).value)
    yield name, call.problem.fault(call.make(work_length=length))
    called[routine] += 1
    number = ROWS[routine].work_length[0] + (family != "fortran")
    yield name, FirstCall(*named).fault_of_info(-number, "lwork = 0", work_length=0)


def singular(*named):
    """Yields what is wrong with the factors of a matrix whose fifth column is zero."""
    call = FirstCall(*named)
    column = call.problem.column("A", 4)
    column[:] = [0] * len(column)
    call.problem.keep()
    info = call.make()
    called[call.routine] += 1
    yield call.name, call.problem.fault(info) or (info != 5 and f"info is {info} for a column of zeros")


def all_calls(routine, family, names):
    yield from right_calls(routine, family, names)
    row = ROWS[routine]
    for name, bits in names.items() if row.has_info else ():
        yield from wrong_calls(routine, family, name, bits)
        if row.work_length and family != "lapacke":
            yield from calls_with_work(routine, family, name, bits)
        if family == "fortran" and row.name in ("getrf", "gesv", "gels") and not row.is_mixed:
            yield from singular(routine, family, name, bits)


libraries = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
stand_ins = [ctypes.CDLL(library, ctypes.RTLD_LOCAL) for library in libraries]
faults = [f"{name}: {fault}" for routine, families in NAMES.items() for family, names in families.items()
          for name, fault in all_calls(routine, family, names) if fault]
print(json.dumps(called))
sys.exit("\n".join(faults) or 0)
