"""Calls every routine of libhgblas.so by each of its names, and lets the rules judge what it leaves. Prints the calls made
as JSON: of each routine, how many; without row-major ones of LAPACKE, which the CPU may do.

    all_names.py [--all-choices] [library]

Each name is called with all letters in both layouts or, without that option, with the next choice of them. Names inside
wheels, which begin with "scipy_", and second names are called once each. A library is loaded first, for its own use alone,
as Python does with extensions.
"""

import ctypes
import itertools
import json
import math
import sys

from calls import LETTERS, NAMES, ROWS, Call, Kind, called
from rule import Problem, has_rule

BLAS = {"m": 12, "n": 9, "k": 7, "incx": 2, "incy": -1, "gap": 1}
LAPACK = {"m": 20, "n": 16, "k": 10, "nrhs": 3, "gap": 1}
IN_GIVEN = {"transa": "op", "trans": "op", "transb": "op_b"}
ALL_CHOICES = "--all-choices" in sys.argv[1:]


def problems(routine, layouts):
    """What makes a problem, for each choice of letters and layout. Symmetric updates overwrite C, too."""
    row = ROWS[routine]
    choices = row.of(Kind.CHOICE)
    names = [IN_GIVEN.get(argument.name, argument.name) for argument in choices]
    betas = [-1 + 2j, 0] if row.name in ("syrk", "herk", "syr2k", "her2k") else [-1 + 2j]
    for beta, *letters, layout in itertools.product(betas, *(LETTERS[argument.name] for argument in choices), layouts):
        given = {"layout": layout, "alpha": 2 + 1j, "beta": beta, **(BLAS if row.layer == "blas" else LAPACK),
                 **dict(zip(names, letters))}
        # A routine that takes one kind of transposition takes any for it.
        if [value for value in Problem(routine, **given).arguments if isinstance(value, str)] == letters:
            yield given


def looks_for_nan(name):
    return name.startswith("LAPACKE") and "_work" not in name


def problem_for(name, routine, given):
    """LAPACKE looks for NaN also where LAPACK reads nothing."""
    problem = Problem(routine, **given)
    for operand in problem.operands.keys() - {"ipiv"} if looks_for_nan(name) else ():
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
            steps = problem.integers("iter") if "iter" in problem.operands else [0]
            steps[0] = -77
            info = Call(routine, family, name, bits, problem).make()
            called[routine] += given["layout"] == "C" or row.layer == "blas"
            # The CPU may work in one precision: iter is -1 then.
            yield name, problem.fault(info) or (row.of(Kind.COUNT) and steps[0] < -1 and f"iter is {steps[0]}")


def memory(problem):
    return [bytes(problem.parts(operand)) for operand in problem.operands.keys() - {"ipiv"}]


def wrong_calls(routine, family, name, bits):
    """Yields the faults of calls of LAPACKE with a size of -1, or with NaN: info is the argument's number, and all
    stays as it was. OpenBLAS's getrs does not return the number of a wrong size."""
    row = ROWS[routine]
    for place, argument in enumerate(row.without_work):
        problem = problem_for(name, routine, next(problems(routine, "C")))
        if argument.kind == Kind.SIZE and row.name != "getrs":
            problem.arguments[place] = -1
        elif argument.kind in (Kind.MATRIX, Kind.TAU) and argument.is_read and looks_for_nan(name):
            x, numbers = problem.operands[argument.name], problem.parts(argument.name)
            element = 1 if argument.kind == Kind.TAU else x["stride"] + 1
            numbers[2 * element + 1 if x["type"][0] == "c" else element] = math.nan
        else:
            continue
        before = memory(problem)
        info = Call(routine, family, name, bits, problem).make()
        if info != -2 - place or memory(problem) != before:
            yield name, f"info is {info} for a wrong {argument.name}, or an operand has changed"


def singular(routine, name, bits):
    """Yields what is wrong with the factors of a matrix of ones, whose second pivot is zero."""
    problem = Problem(routine, **LAPACK)
    problem.parts("A")[:] = [1] * len(problem.parts("A"))
    problem.keep()
    info = Call(routine, "fortran", name, bits, problem).make()
    called[routine] += 1
    yield name, problem.fault(info) or (info != 2 and f"info is {info} for a matrix of ones")


def all_calls(routine, family, names):
    yield from right_calls(routine, family, names)
    for name, bits in names.items():
        if family.startswith("lapacke"):
            yield from wrong_calls(routine, family, name, bits)
        elif ROWS[routine].name == "getrf":
            yield from singular(routine, name, bits)


stand_ins = [ctypes.CDLL(library, ctypes.RTLD_LOCAL) for library in sys.argv[1:] if not library.startswith("--")]
ruled = [routine for routine in NAMES if has_rule(routine)]
if len(ruled) < len(NAMES):
    import names_of_qr
    names_of_qr.call_all()
faults = [f"{name}: {fault}" for routine in ruled for family, names in NAMES[routine].items()
          for name, fault in all_calls(routine, family, names) if fault]
print(json.dumps(called))
sys.exit("\n".join(faults) or 0)
