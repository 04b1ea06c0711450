#!/usr/bin/python3
"""The matrices of `./hg demo`.

    matrices.py make FOLDER    writes A.npy (1000 x 1200) and B.npy (1200 x 800), the same ones every time
    matrices.py check FOLDER   compares C.npy with NumPy's product; exit status 1 where they differ
"""

import pathlib
import sys
import time

import numpy


def make(folder):
    random = numpy.random.default_rng(2026)
    numpy.save(folder / "A.npy", random.standard_normal((1000, 1200)))
    numpy.save(folder / "B.npy", random.standard_normal((1200, 800)))


def check(folder):
    a, b, c = (numpy.load(folder / f"{name}.npy") for name in "ABC")
    start = time.perf_counter()
    expected = a @ b
    seconds = time.perf_counter() - start
    print(f"C is {c.shape[0]} x {c.shape[1]}, {c.dtype}. Its upper left corner, by hg and by NumPy:")
    for ours, theirs in zip(c[:3, :4], expected[:3, :4]):
        print("".join(f"{x:12.6f}" for x in ours), "   ", "".join(f"{x:12.6f}" for x in theirs))

    error = numpy.linalg.norm(c - expected)
    bound = 6 * numpy.finfo(c.dtype).eps * (a.shape[1]
                                            + 2) ** 0.5 * numpy.linalg.norm(a) * numpy.linalg.norm(b)
    verdict = "good" if error <= bound else "WRONG"
    print(f"Difference in norm: {error:.1e}; rounding allows {bound:.1e}: {verdict}. (NumPy took "
          f"{seconds:.3f} s.)")
    return error <= bound


if __name__ == "__main__":
    command, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    if command == "make":
        make(folder)
    elif not check(folder):
        sys.exit(1)
