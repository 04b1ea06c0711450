"""HPL, as Debian's hpcc has it, passes its own residual checks with its products and solves on hg's
devices."""

import os
import re
import shutil
import tempfile

import dropin

# HPL.dat's lines, as hpcc reads them. Panels of 16 and 32 columns, without look-ahead and with it. The other
# benchmarks of hpcc, which can't be left out, take memory and time as HPL's matrices do: so they are small.
INPUT = """HPLinpack benchmark input file
by hg's tests
HPL.out  output file name
8        device out
2        # of problem sizes
150 129  Ns
2        # of NBs
16 32    NBs
0        PMAP
1        # of process grids
{rows}   Ps
{cols}   Qs
16.0     threshold
1        # of panel fact
2        PFACTs
1        # of recursive stopping criteria
4        NBMINs
1        # of panels in recursion
2        NDIVs
1        # of recursive panel fact.
1        RFACTs
1        # of broadcasts
1        BCASTs
2        # of lookahead depths
0 1      DEPTHs
2        SWAP
64       swapping threshold
0        L1 in transposed form
0        U in transposed form
1        Equilibration
8        memory alignment in double
"""
TESTS = 2 * 2 * 2


def hpl_section(text):
    return text[text.index("Begin of HPL section"):text.index("End of HPL section")]


def solve(rows, cols, devices):
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "hpccinf.txt"), "w", encoding="utf-8") as file:
            file.write(INPUT.format(rows=rows, cols=cols))
        _, calls = dropin.run([*dropin.mpirun(rows * cols), "hpcc"], devices, cwd=folder, timeout=230,
                              HG_OFFLOAD="always", **dropin.MPI)
        with open(os.path.join(folder, "hpccoutf.txt"), encoding="utf-8") as file:
            said = hpl_section(file.read())
    assert len(re.findall(r"^\|\|Ax-b\|\|.*PASSED$", said, re.M)) == TESTS, said
    assert f"{TESTS} tests completed and passed residual checks" in re.sub(" +", " ", said), said
    assert " 0 tests completed and failed residual checks" in re.sub(" +", " ", said), said
    # A step updates what is behind its panel at least once; the first has most to do.
    steps = sum(-(-n // block) - 1 for n in (150, 129) for block in (16, 32) for _ in range(2))
    for routine in ("DGEMM", "DTRSM"):
        assert calls.get((routine, "devices"), 0) >= steps, (rows, cols, devices, calls)


if shutil.which("hpcc") is None or shutil.which("mpirun") is None:
    dropin.skip("Debian's packages hpcc and openmpi-bin are not installed")
solve(1, 2, "host")
solve(2, 2, "host")
