"""Whatever fails in a call, its result is right or it is reported as an error, and the next call is right."""

import os
import pathlib
import tempfile

import dropin

FAULTS = os.environ["FAULTS"]
# OpenCL's compilers end the process when they run out of memory: there is none here. Little memory makes many
# commands of small calls.
HOST = {"HG_OFFLOAD": "always", "HG_MEMORY_LIMIT": "2M", "OPENBLAS_NUM_THREADS": "1",
        "OCL_ICD_VENDORS": "/nonexistent"}


def faults(what, when, devices="host,host", **variables):
    done, calls = dropin.run([FAULTS, what, when], devices, **{**HOST, **variables})
    print(what, when, done.stdout, sep="\n")
    return calls


for what, when in (("memory", "warm"), ("all-memory", "warm"), ("all-memory", "fresh")):
    calls = faults(what, when)
    for routine in ("DGEMM", "DTRSM", "DGETRF", "DGETRS", "DGESV", "DSGESV"):
        assert calls[(routine, "devices")] > 10, calls
# A warm call makes no threads.
faults("threads", "cold")

# Files of compiled kernels that can't be read.
with tempfile.TemporaryDirectory() as folder:
    def warm_calls():
        return dropin.run([FAULTS, "nothing", "warm"], "pthread", HG_OFFLOAD="always", HG_CACHE_DIR=folder)[1]

    warm_calls()
    files = [file for file in pathlib.Path(folder).rglob("*.kernel") if file.is_file()]
    assert files, "no kernel was kept"
    for file in files:
        file.unlink()
        file.mkdir()
    assert warm_calls()
