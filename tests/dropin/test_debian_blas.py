"""Debian's programs that test a BLAS (package libblas-test) pass with all calls offloaded by libhgblas.so.

Each program calls the routines of a level for one element type, in Fortran's names or CBLAS's, and says which
routines passed; those of levels 2 and 3 make calls with each argument wrong, too. Their counts are compared:
each call with right arguments was done by the devices.
"""

import glob
import pathlib
import re
import tempfile

import dropin

FOLDERS = [pathlib.Path(program).parent for program in glob.glob("/usr/lib/*/blas/xblat3d")]
if not FOLDERS:
    dropin.skip("Debian's package libblas-test is not installed")
FOLDER = FOLDERS[0]
LEVEL_3 = ("GEMM", "SYMM", "SYRK", "SYR2K", "TRMM", "TRSM")
ROUTINES = {"2": ("GEMV", "SYMV", "TRMV", "TRSV", "GER", "SYR", "SYR2"), "3": LEVEL_3}
COMPLEX_ROUTINES = {"2": ("GEMV", "HEMV", "TRMV", "TRSV", "GERU", "GERC", "HER", "HER2"),
                    "3": (*LEVEL_3, "HEMM", "HERK", "HER2K")}
LEVEL_1 = ("{0}DOT", "{0}AXPY", "{0}COPY", "{0}SWAP", "{0}NRM2", "{0}ASUM", "{0}SCAL", "I{0}AMAX", "{0}ROT")
COMPLEX_LEVEL_1 = ("{0}DOTU", "{0}DOTC", "{0}AXPY", "{0}COPY", "{0}SWAP", "{1}{0}NRM2", "{1}{0}ASUM",
                   "{0}SCAL", "{0}{1}SCAL", "I{0}AMAX")
REALS = {"z": "D", "c": "S"}


def shortened(settings, orders):
    """The settings of a program with other orders of matrices."""
    text, replaced = re.subn(r"(?m)^\d+( +NUMBER OF VALUES OF N)\n.*?( +VALUES OF N)$",
                             rf"{len(orders)}\1\n{' '.join(map(str, orders))}\2", settings)
    assert replaced == 1, settings
    return text


def require_no_faults(program, devices, lines):
    faults = [line for line in lines if re.search(r"\*\*\*|FAIL|SUSPECT|WRONG", line)]
    assert not faults, (program, devices, faults)


def check_level_1(program, letter, devices):
    done, calls = dropin.run([FOLDER / program], devices, light=True, HG_OFFLOAD="always",
                             LD_LIBRARY_PATH=str(FOLDER))
    lines = done.stdout.splitlines()
    require_no_faults(program, devices, lines)
    routines = COMPLEX_LEVEL_1 if letter in REALS else LEVEL_1
    for routine in routines:
        name = routine.format(letter.upper(), REALS.get(letter))
        assert calls[name, "devices"] > 0, (program, devices, name, calls)
    assert sum("PASS" in line for line in lines) >= len(routines), (program, devices, lines)
    print(f"{program} on {devices}: {calls}")


def check_without_next(program, settings):
    text = (FOLDER / settings).read_text(encoding="ascii") if settings else None
    with tempfile.TemporaryDirectory() as folder:
        done, calls = dropin.run([FOLDER / program], text=text, cwd=folder, light=True, HG_OFFLOAD="never",
                                 HG_CPU_BLAS="none", LD_LIBRARY_PATH=str(FOLDER))
        lines = (done.stdout + "".join(file.read_text(encoding="ascii")
                                       for file in pathlib.Path(folder).glob("*.out"))).splitlines()
    require_no_faults(program, "nothing behind", lines)
    assert sum(calls.values()) > 100 and sum("PASS" in line for line in lines) > 8, (program, lines, calls)


def check(program, settings, devices, orders=None):
    """Runs a program, by default with the orders it comes with."""
    text = (FOLDER / settings).read_text(encoding="ascii")
    if orders:
        text = shortened(text, orders)
    with tempfile.TemporaryDirectory() as folder:
        # The programs for CBLAS need variables of the reference library, which is the CPU's BLAS here.
        done, calls = dropin.run([FOLDER / program], devices, timeout=400, text=text, cwd=folder, light=True,
                                 HG_OFFLOAD="always", LD_LIBRARY_PATH=str(FOLDER))
        # Programs for CBLAS write to standard output, the others to a file of the name that the settings
        # give.
        lines = (done.stdout + "".join(file.read_text(encoding="ascii")
                                       for file in pathlib.Path(folder).glob("*.out"))).splitlines()
    require_no_faults(program, devices, lines)
    letter = settings[0].upper()
    level = program.removesuffix(settings[0])[-1]
    for routine in (COMPLEX_ROUTINES if letter in "ZC" else ROUTINES)[level]:
        names = {letter + routine, f"cblas_{(letter + routine).lower()}"}
        passed = [line for line in lines if names & set(line.split()[:1]) and " PASSED " in line]
        wanted = sum(int(count) for line in passed for count in re.findall(r"\( *(\d+) CALLS\)", line))
        assert calls[letter + routine, "devices"] == wanted > 0, (program, devices, passed, calls)
        # The programs for CBLAS call geru with wrong arguments twice, and gerc never.
        if routine == "GERC" and "cblat" in program:
            continue
        assert any("ERROR-EXITS" in line for line in passed), (program, devices, lines)
        assert calls[letter + routine, "cpu"] > 0, "wrong arguments are the CPU BLAS's to tell of"
    print(f"{program} on {devices}: {calls}")


# What has kernels of each type and shape that take long to compile runs once; CBLAS's names lead to the same
# ones.
check_level_1("xblat1d", "d", "pthread")
check("xblat2d", "dblat2.in", "pthread", orders=(1, 9))
for type_letter in "ds":
    for name in (f"xblat1{type_letter}", f"x{type_letter}cblat1"):
        check_level_1(name, type_letter, "host")
    for level in ROUTINES:
        for name, its_settings in ((f"xblat{level}{type_letter}", f"{type_letter}blat{level}.in"),
                                   (f"x{type_letter}cblat{level}", f"{type_letter}in{level}")):
            check(name, its_settings, "host")
            if level == "3" and name.startswith("xblat"):
                check(name, its_settings, "pthread", orders=(1, 9))
    # The BLAS that hg was linked with, which tells the program what is wrong with arguments.
    for name, its_settings in ((f"xblat1{type_letter}", ""),
                               (f"xblat2{type_letter}", f"{type_letter}blat2.in")):
        check_without_next(name, its_settings)
for type_letter in "zc":
    for name in (f"xblat1{type_letter}", f"x{type_letter}cblat1"):
        check_level_1(name, type_letter, "host")
    for name, its_settings in ((f"xblat2{type_letter}", f"{type_letter}blat2.in"),
                               (f"x{type_letter}cblat2", f"{type_letter}in2")):
        check(name, its_settings, "host", orders=(1, 9))
check_level_1("xblat1z", "z", "pthread")
check("xblat2z", "zblat2.in", "pthread", orders=(1, 9))
check("xzcblat2", "zin2", "pthread", orders=(1, 9))
check_without_next("xblat2z", "zblat2.in")
for type_letter in "zc":
    for name, its_settings in ((f"xblat3{type_letter}", f"{type_letter}blat3.in"),
                               (f"x{type_letter}cblat3", f"{type_letter}in3")):
        check(name, its_settings, "host", orders=(1, 9))
        if name.startswith("xblat"):
            check(name, its_settings, "pthread", orders=(1, 9))
