"""With one or two wrong arguments, every function of C and every symbol for Fortran says the number of the
first one, and what is wrong with it."""

import ctypes
import itertools
import threading
import unittest

from functions import LIBRARY, NULL, Kind, functions, last_error

# For whatever an argument points to: 64 elements of any type, and pivots that are rows.
ARRAY = (ctypes.c_int64 * 256)(*[1] * 256)
MEMORY = ctypes.addressof(ARRAY)
ITER = ctypes.c_int64()
# Letters that every routine takes: trans of complex matrices is 'N' or one of the others.
LETTERS = {"side": "L", "uplo": "L", "diag": "N"}
RIGHT = {Kind.SIZE: 2, Kind.LEADING: 4, Kind.INCREMENT: 1, Kind.LENGTH: 128, Kind.SCALAR: 1,
         Kind.COUNT: ctypes.addressof(ITER)}
WRONG = {Kind.CHOICE: ("?", "must be"), Kind.SIZE: (-1, "must not be"), Kind.LEADING: (0, "must be at least"),
         Kind.INCREMENT: (0, "must"), Kind.LENGTH: (0, "must be at least")}
MEMORY_IS_NULL = (NULL, "must not be null")


def right(argument):
    return LETTERS.get(argument.name,
                       "N") if argument.kind == Kind.CHOICE else RIGHT.get(argument.kind, MEMORY)


def can_be_wrong(argument):
    """Pivots that are read may be null; what they hold is looked at in the call."""
    return (argument.kind not in (Kind.SCALAR, Kind.WORK)
            and (argument.kind != Kind.PIVOTS or argument.is_written))


def fault_of_words(function, number, words):
    """What is wrong with the message for an argument, counted from 1. In C++ transa is op_a, or op."""
    if number > len(function.arguments):
        return None
    name, kind = function.arguments[number - 1].name, function.arguments[number - 1].kind
    routine = "hg" if kind in (Kind.RESULT, Kind.INDEX) else function.blas_name
    if kind == Kind.COUNT:
        number -= len(function.arguments) - len(function.routine.without_work)
    start = f"{routine}: argument {number} (" + ("op" if name.startswith("trans") else f"{name}) ")
    said = last_error()
    return None if said.startswith(start) and words in said else said


def try_all(function, faults):
    """One wrong argument, and two; adds to faults, and returns how many calls were made."""
    values = [right(argument) for argument in function.arguments]
    # Memory that hg does not use may be null.
    wrong = {number: WRONG.get(argument.kind, MEMORY_IS_NULL)
             for number, argument in enumerate(function.arguments)
             if can_be_wrong(argument)}
    if function.returns_at_once:
        wrong[len(values)] = MEMORY_IS_NULL
    pairs = [*((number,) for number in wrong), *itertools.combinations(sorted(wrong), 2)]
    for numbers in pairs:
        given = [wrong[i][0] if i in numbers else value for i, value in enumerate(values)]
        info = function(given, has_handle=len(values) not in numbers)
        said = fault_of_words(function, numbers[0] + 1, wrong[numbers[0]][1])
        if info != -1 - numbers[0] or said:
            faults.append((function.name, [i + 1 for i in numbers], info, said))
    return len(pairs)


class WrongArguments(unittest.TestCase):
    def test_the_first_one_is_told(self):
        faults = []
        tried = sum(try_all(function, faults) for function in functions())
        self.assertGreater(tried, 10000)
        self.assertFalse(faults[:20], f"{len(faults)} of {tried}")
        self.assertEqual(ARRAY[:], [1] * 256, "nothing may be touched")

    def test_transpositions_that_a_routine_has_not(self):
        """What is neither symmetric nor hermitian then, and what LAPACK has no complex Q for."""
        for function in functions():
            letter = {"syrk": "C", "syr2k": "C", "herk": "T", "her2k": "T", "unmqr": "T",
                      "gels": "T"}.get(function.routine.name)
            if not letter or not function.element.is_complex:
                continue
            number = next(n for n, argument in enumerate(function.arguments, 1) if argument.name == "trans")
            values = [letter if argument.name == "trans" else right(argument)
                      for argument in function.arguments]
            self.assertEqual(function(values), -number, function.name)
            self.assertIn("none or trans" if letter == "C" else "none or conj_trans", last_error())

    def test_they_are_those_of_the_thread(self):
        dgetrf = next(function for function in functions() if function.name == "hg_dgetrf")
        self.assertEqual(dgetrf([2, 2, MEMORY, 1, MEMORY]), -4)
        found = []
        thread = threading.Thread(target=lambda: found.append(last_error()))
        thread.start()
        thread.join()
        self.assertEqual(found, [""])
        self.assertIn("dgetrf: argument 4 (lda)", last_error())

    def test_a_way_to_compute(self):
        self.assertEqual(LIBRARY.hg_set_arithmetic(b"exact"), -1)
        self.assertIn("native, emulated or automatic", last_error())

    def test_copies_and_checks_of_host_memory(self):
        size, address = ctypes.c_int64, ctypes.c_void_p
        right = [b"f64", ctypes.c_char(b"A"), ctypes.c_char(b"T"), size(2), size(3), address(MEMORY), size(3),
                 address(MEMORY), size(2)]
        wrong = {1: [None, b"i32", b"f16"], 2: [ctypes.c_char(b"X")], 3: [ctypes.c_char(b"X")], 4: [size(-1)],
                 5: [size(-1)], 6: [None], 7: [size(2)], 8: [None], 9: [size(1)]}
        self.check_numbers("hg_copy_matrix", right, wrong)
        self.assertIn("ldb", last_error())
        right = [b"c32", size(2), size(3), address(MEMORY), size(2), ctypes.byref(ctypes.c_int())]
        wrong = {1: [None, b"i32"], 2: [size(-1)], 3: [size(-1)], 4: [None], 5: [size(1)], 6: [None]}
        self.check_numbers("hg_all_finite", right, wrong)

    def test_a_place_for_devices(self):
        first, count = ctypes.c_void_p(), ctypes.c_int64()
        right = [ctypes.byref(first), ctypes.byref(count)]
        self.check_numbers("hg_devices", right, {1: [None], 2: [None]})
        self.check_numbers("hg_fall_backs", right, {1: [None], 2: [None]})
        self.assertEqual(LIBRARY.hg_devices(*right), 0)
        self.assertGreater(count.value, 0)

    def check_numbers(self, name, right, wrong):
        """info tells which argument is wrong."""
        function = getattr(LIBRARY, name)
        function.restype = ctypes.c_int64
        for number, values in wrong.items():
            for value in values:
                arguments = [*right[:number - 1], value, *right[number:]]
                self.assertEqual(function(*arguments), -number, f"{name}, argument {number}: {value}")


if __name__ == "__main__":
    unittest.main()
