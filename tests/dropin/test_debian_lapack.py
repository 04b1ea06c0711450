"""Debian's programs that test a LAPACK (package liblapack-test) pass with LAPACK's routines offloaded by libhgblas.so.

Each program tests one element type. For each group of routines it says whether all results are below a threshold, and
whether wrong arguments were reported as they should be. The programs make several hundred thousand calls of BLAS of their
own, which test_debian_blas.py has: they stay on the CPU.
"""

import glob
import re

import dropin

PROGRAMS = {program[-1]: program for program in glob.glob("/usr/lib/*/lapack/xlintst[ds]")}
if len(PROGRAMS) < 2:
    dropin.skip("Debian's package liblapack-test is not installed")

# The last order is above the one from which the inverse of a triangle is made by halves. hg chooses its blocks itself, so
# that one block size is enough.
SETTINGS = """Settings for a program that tests the routines for linear equations
5                      Number of values of M
0 1 3 10 70            Values of M
5                      Number of values of N
0 1 3 10 70            Values of N
1                      Number of values of NRHS
3                      Values of NRHS
1                      Number of values of NB
3                      Values of NB
5                      Values of NX
1                      Number of values of RANK
50                     Values of rank (as a % of N)
30.0                   Threshold value of test ratio
T                      Put T to test the LAPACK routines
T                      Put T to test the driver routines
T                      Put T to test the error exits
"""
# A group of routines, and how many types of matrices it has.
GROUPS = {"GE": 11, "PO": 9, "QR": 8, "LS": 6}
WANTED = ("GE routines", "GE drivers", "PO routines", "PO drivers", "QR routines", "LS drivers")
ROUTINES = ("GETRF", "GETRS", "GESV", "POTRF", "POTRS", "POSV", "POTRI", "GEQRF", "ORMQR", "ORGQR", "GELS")
# A call with each argument wrong is the CPU's LAPACK's to tell of.
MOST_WRONG_CALLS = 10


def check(letter, devices):
    text = SETTINGS + "".join(f"{letter}{group} {types:4}\n" for group, types in GROUPS.items())
    done, calls = dropin.run([PROGRAMS[letter.lower()]], devices, text=text, OPENBLAS_NUM_THREADS="1",
                             **{f"HG_OFFLOAD_MIN_{letter}{routine}": "0" for routine in ROUTINES})
    lines = done.stdout.splitlines()
    faults = [line for line in lines if re.search(r"\*\*\*|(?i:fail|illegal|error code|messages recorded)", line)]
    assert not faults and not done.stderr, (letter, devices, faults, done.stderr)
    tests = {group: int(count) for group, count in re.findall(
        rf"All tests for {letter}(\w\w \w+) +passed the threshold \( *(\d+) tests run\)", done.stdout)}
    assert set(tests) == set(WANTED) and min(tests.values()) > 100, (letter, devices, tests, lines)
    assert done.stdout.count("passed the tests of the error exits") == len(WANTED), (letter, devices, lines)
    assert any("End of tests" in line for line in lines), (letter, devices, lines)
    for routine in (letter + routine for routine in ROUTINES):
        by_devices, by_cpu = calls.get((routine, "devices"), 0), calls.get((routine, "cpu"), 0)
        assert by_devices > by_cpu and 0 < by_cpu <= MOST_WRONG_CALLS, (devices, routine, by_devices, by_cpu)
    print(f"{PROGRAMS[letter.lower()]} on {devices}: {tests}, {calls}")


for type_letter in "DS":
    for its_devices in ("host", "pthread"):
        check(type_letter, its_devices)
