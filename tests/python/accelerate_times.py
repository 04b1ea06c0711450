#!/usr/bin/python3
"""Prints how long functions of numpy.linalg and scipy.linalg take without and with hg.accelerate().

    accelerate_times.py [--order 8192] [--repeats 3] [--only NAME ...] [--hg-only]

Arrays are C-ordered float64. Seconds are the best of the repeats. Of the time with hg, "routine" is in hg's
routines, "copies" in hg's copies and checks of host memory, and the rest is in Python and NumPy.
"""
import argparse
import os
import pathlib
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, os.environ.get("HG_PYTHON_PACKAGE", str(ROOT / "build/release/python")))
import numpy as np  # noqa: E402
import scipy.linalg  # noqa: E402

import hg  # noqa: E402
from hg import _host, _matrix  # noqa: E402


def calls(n):
    """Functions by their names, with arguments that they leave unchanged."""
    random = np.random.default_rng(1)
    a, b = random.standard_normal((n, n)), random.standard_normal(n)
    definite = random.standard_normal((n, n))
    definite += definite.T
    definite.flat[::n + 1] += 3 * n
    wide, tall = random.standard_normal((n, 64)), random.standard_normal((n, n // 2))
    narrow = np.ascontiguousarray(tall[:, :max(1, n // 16)])
    lu = scipy.linalg.lu_factor(a)
    factor = np.asfortranarray(np.linalg.cholesky(definite))
    return {
        "numpy cholesky": (np.linalg, "cholesky", definite),
        "numpy solve, 1 column": (np.linalg, "solve", a, b),
        "numpy solve, 64 columns": (np.linalg, "solve", a, wide), "numpy inv": (np.linalg, "inv", a),
        "numpy qr, n x n/2": (np.linalg, "qr", tall), "numpy det": (np.linalg, "det", a),
        "numpy slogdet": (np.linalg, "slogdet", a),
        "numpy lstsq, n x n/16": (np.linalg, "lstsq", narrow, b, None),
        "scipy lu_factor": (scipy.linalg, "lu_factor", a),
        "scipy lu_solve, 64 columns": (scipy.linalg, "lu_solve", lu, wide),
        "scipy cho_factor": (scipy.linalg, "cho_factor", definite),
        "scipy cho_solve, 64 columns": (scipy.linalg, "cho_solve", (factor, True), wide),
        "scipy solve, 1 column": (scipy.linalg, "solve", a, b), "scipy inv": (scipy.linalg, "inv", a),
        "scipy cholesky": (scipy.linalg, "cholesky", definite),
        "scipy solve_triangular, 64 columns": (scipy.linalg, "solve_triangular", factor, wide, 0, True),
    }


class Spent:
    """Seconds in calls that a module makes of the library."""

    def __init__(self, module):
        self.seconds, self.call = 0.0, module.call
        module.call = self

    def __call__(self, *arguments):
        begin = time.perf_counter()
        try:
            return self.call(*arguments)
        finally:
            self.seconds += time.perf_counter() - begin


def best(function, arguments, repeats, parts):
    """The least seconds, and in them those of each part."""
    found = []
    for _ in range(repeats):
        for part in parts:
            part.seconds = 0.0
        begin = time.perf_counter()
        result = function(*arguments)
        found.append((time.perf_counter() - begin, *(part.seconds for part in parts)))
        del result
    return min(found)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--order", type=int, default=8192)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--only", nargs="*", default=[], help="parts of names")
    parser.add_argument("--hg-only", action="store_true", help="skip the calls without hg")
    options = parser.parse_args()
    parts = [Spent(_matrix), Spent(_host)]
    print(f"n = {options.order}, best of {options.repeats}, NumPy {np.__version__}, "
          f"SciPy {scipy.__version__}, {os.cpu_count()} cores, hg {hg.__version__} "
          f"on {[d.name for d in hg.devices()]}")
    print(f"{'function':36}{'without':>10}{'with hg':>10}{'routine':>10}{'copies':>10}{'rest':>10}  seconds")
    for name, (home, function, *arguments) in calls(options.order).items():
        if options.only and not any(word in name for word in options.only):
            continue
        without = float("nan")
        if not options.hg_only:
            without = best(getattr(home, function), arguments, options.repeats, [])[0]
        with hg.accelerate(threshold=512):
            best(getattr(home, function), arguments, 1, parts)  # plans, kernels
            seconds, routine, copies = best(getattr(home, function), arguments, options.repeats, parts)
        print(f"{name:36}{without:10.3f}{seconds:10.3f}{routine:10.3f}{copies:10.3f}"
              f"{seconds - routine - copies:10.3f}", flush=True)


if __name__ == "__main__":
    main()
