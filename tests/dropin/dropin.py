"""Runs programs with libhgblas.so before their BLAS, and reads what it reports."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

LIBRARY = os.environ["HGBLAS"]


def skip(reason):
    """Ends a test that can't be run here; it counts as skipped."""
    print("SKIPPED:", reason)
    sys.exit(77)


def mpirun(ranks):
    """The start of a command that runs on so many MPI ranks of this machine; run() needs the variables MPI
    for it."""
    return ["mpirun", "--oversubscribe", "-n", str(ranks)]


# Ranks that outnumber the cores take turns, and tests run as root in containers.
MPI = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
       "OMPI_MCA_mpi_yield_when_idle": "1",
       "OMP_NUM_THREADS": "1"}


# Routines of levels 1 and 2.
LIGHT = re.compile(
    r"[DSZC](COPY|SWAP|SCAL|AXPY|ROT|DOT[UC]?|NRM2|ASUM|GEMV|GER[UC]?|SYMV|HEMV|SYR2?|HER2?|TRMV|TRSV)"
    r"|(ZD|CS)(SCAL|ROT)|(DZ|SC)(NRM2|ASUM)|I[DSZC]AMAX")


def run(command, devices="host", timeout=200, check=True, text=None, cwd=None, light=False, **variables):
    """Runs a command that reads `text`, in the folder cwd, with further variables of the environment.

    Returns the finished process, and the calls that reached libhgblas.so as (routine, "cpu" or "devices"):
    how many. Those of levels 1 and 2, of which programs make many beside what they are for, are there if
    `light`.
    """
    with tempfile.TemporaryDirectory() as folder:
        # PoCL's optimiser takes longer than all that kernels do here. Of a compilation that takes seconds, hg
        # would say so.
        environment = {**os.environ, "LD_PRELOAD": LIBRARY, "HG_DEVICES": devices,
                       "HG_REPORT": f"{folder}/%p.json", "HG_LOG": "error",
                       "POCL_EXTRA_BUILD_FLAGS": "-cl-opt-disable", **variables}
        done = subprocess.run(command, env=environment, timeout=timeout, input=text, cwd=cwd,
                              capture_output=True, text=True, check=False)
        if check:
            assert done.returncode == 0, (
                f"{command}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
        calls = {}
        for file in pathlib.Path(folder).glob("*.json"):
            for entry in json.loads(file.read_text(encoding="utf-8"))["calls"]:
                for where in ("cpu", "devices"):
                    key = (entry["routine"], where)
                    calls[key] = calls.get(key, 0) + entry[where]["calls"]
        return done, {key: count for key, count in calls.items()
                      if count and (light or not LIGHT.fullmatch(key[0]))}
