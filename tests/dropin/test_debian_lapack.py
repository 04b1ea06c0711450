"""Debian's programs that test a LAPACK (package liblapack-test) pass with LAPACK's routines offloaded by
libhgblas.so.

Each program tests one element type. For each group of routines it says whether all results are below a
threshold, and whether wrong arguments were reported as they should be. The programs make several hundred
thousand calls of BLAS of their own, which test_debian_blas.py has: they stay on the CPU.
"""

import glob
import re

import dropin

PROGRAMS = {program[-1]: program for program in glob.glob("/usr/lib/*/lapack/xlintst[dszc]")}
if len(PROGRAMS) < 4:
    dropin.skip("Debian's package liblapack-test is not installed")

# The last order is above the one from which the inverse of a triangle is made by halves. hg chooses its
# blocks itself, so that one block size is enough.
ORDERS = (0, 1, 3, 10, 70)
SETTINGS = """Settings for a program that tests the routines for linear equations
{count}                      Number of values of M
{orders}            Values of M
{count}                      Number of values of N
{orders}            Values of N
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
# Of a group of routines: how many types of matrices it has, what says that it passed, and the routines.
GROUPS = {"GE": (11, {"GE routines", "GE drivers"}, ("GETRF", "GETRS", "GESV", "GETRI")),
          "PO": (9, {"PO routines", "PO drivers"}, ("POTRF", "POTRS", "POSV", "POTRI")),
          "QR": (8, {"QR routines"}, ("GEQRF", "{}MQR", "{}GQR")),
          "LS": (6, {"LS drivers"}, ("GELS",))}
# A call with each argument wrong is the CPU's LAPACK's to tell of.
MOST_WRONG_CALLS = 10


def check(letter, devices, groups, orders=ORDERS):
    wanted = set().union(*(GROUPS[group][1] for group in groups))
    routines = [letter + routine.format("UN" if letter in "ZC" else "OR") for group in groups
                for routine in GROUPS[group][2]]
    text = SETTINGS.format(count=len(orders),
                           orders=" ".join(map(str, orders))) + "".join(
                               f"{letter}{group} {GROUPS[group][0]:4}\n" for group in groups)
    done, calls = dropin.run([PROGRAMS[letter.lower()]], devices, text=text, OPENBLAS_NUM_THREADS="1",
                             **{f"HG_OFFLOAD_MIN_{routine}": "0" for routine in routines})
    lines = done.stdout.splitlines()
    faults = [line for line in lines if re.search(r"\*\*\*|(?i:fail|illegal|error code|messages recorded)",
                                                  line)]
    assert not faults and not done.stderr, (letter, devices, faults, done.stderr)
    tests = {group: int(count) for group, count in re.findall(
        rf"All tests for {letter}(\w\w \w+) +passed the threshold \( *(\d+) tests run\)", done.stdout)}
    assert set(tests) == wanted and min(tests.values()) > 100, (letter, devices, tests, lines)
    assert done.stdout.count("passed the tests of the error exits") == len(wanted), (letter, devices, lines)
    assert any("End of tests" in line for line in lines), (letter, devices, lines)
    for routine in routines:
        by_devices, by_cpu = calls.get((routine, "devices"), 0), calls.get((routine, "cpu"), 0)
        assert by_devices > by_cpu and 0 < by_cpu <= MOST_WRONG_CALLS, (devices, routine, by_devices, by_cpu)
    print(f"{PROGRAMS[letter.lower()]} on {devices}: {tests}, {calls}")


for type_letter in "DSZC":
    check(type_letter, "host", GROUPS)
check("D", "pthread", GROUPS)
# Orders are parts of kernels, which are alike for all types; the substitutions of complex systems take long
# in those that are not optimised.
for type_letter in "SZ":
    check(type_letter, "pthread", GROUPS, orders=(0, 10))
