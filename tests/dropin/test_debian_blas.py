"""Debian's programs that test a BLAS (package libblas-test) pass with all calls offloaded by libhgblas.so.

Each program calls the routines of level 3 for one element type, in Fortran's names or CBLAS's, with right arguments and
with each of them wrong, and says which routines passed. The counts are compared: each call with right arguments was
done by the devices.
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
ROUTINES = ("GEMM", "SYMM", "SYRK", "SYR2K", "TRMM", "TRSM")


def shortened(settings, orders):
    """The settings of a program with other orders of matrices."""
    text, replaced = re.subn(r"(?m)^\d+( +NUMBER OF VALUES OF N)\n.*?( +VALUES OF N)$",
                             rf"{len(orders)}\1\n{' '.join(map(str, orders))}\2", settings)
    assert replaced == 1, settings
    return text


def check(program, settings, devices, orders=None):
    """Runs a program, by default with the orders it comes with."""
    text = (FOLDER / settings).read_text(encoding="ascii")
    if orders:
        text = shortened(text, orders)
    with tempfile.TemporaryDirectory() as folder:
        # The programs for CBLAS need variables of the reference library, which is the CPU's BLAS here.
        done, calls = dropin.run([FOLDER / program], devices, timeout=400, text=text, cwd=folder, HG_OFFLOAD="always",
                                 LD_LIBRARY_PATH=str(FOLDER))
        # Programs for CBLAS write to standard output, the others to a file of the name that the settings give.
        lines = (done.stdout + "".join(file.read_text(encoding="ascii")
                                       for file in pathlib.Path(folder).glob("*.out"))).splitlines()
    faults = [line for line in lines if re.search(r"\*\*\*|FAIL|SUSPECT|WRONG", line)]
    assert not faults, (program, devices, faults)
    letter = settings[0].upper()
    for routine in ROUTINES:
        names = {letter + routine, f"cblas_{(letter + routine).lower()}"}
        passed = [line for line in lines if names & set(line.split()[:1]) and " PASSED " in line]
        wanted = sum(int(count) for line in passed for count in re.findall(r"\( *(\d+) CALLS\)", line))
        assert any("ERROR-EXITS" in line for line in passed), (program, devices, lines)
        assert calls[letter + routine, "devices"] == wanted > 0, (program, devices, passed, calls)
        assert calls[letter + routine, "cpu"] > 0, "wrong arguments are the CPU BLAS's to tell of"
    print(f"{program} on {devices}: {calls}")


for type_letter in "ds":
    programs = ((f"xblat3{type_letter}", f"{type_letter}blat3.in"), (f"x{type_letter}cblat3", f"{type_letter}in3"))
    for name, its_settings in programs:
        check(name, its_settings, "host")
        check(name, its_settings, "pthread", orders=(1, 9))
