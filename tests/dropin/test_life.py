"""Threads, children, the end of a process, a library that is given back, wrong arguments, and programs with
rights."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile

import dropin

LIFE = os.environ["LIFE"]
OPENCL = "pthread"


def life(mode, devices="host", library=dropin.LIBRARY, **variables):
    return dropin.run([LIFE, mode], devices, LD_PRELOAD=library, **{"HG_OFFLOAD": "always", **variables})


for backend in ("host", OPENCL):
    _, calls = life("threads", backend)
    assert calls == {("DGEMM", "devices"): 48}, (backend, calls)
    # A child of a process with devices keeps to the CPU.
    _, calls = life("fork_after_use", backend)
    assert calls[("DGEMM", "cpu")] >= 48, (backend, calls)
    _, calls = life("fork_before_use", backend)
    assert calls == {("DGEMM", "devices"): 2}, (backend, calls)
    life("fork_amid_calls", backend)
    _, calls = life("cancelled", backend)
    assert calls == {("DGEMM", "devices"): 4}, (backend, calls)
    for _ in range(3):
        life("exit_amid_calls", backend)
    _, calls = life("at_exit", backend)
    assert calls[("DGEMM", "devices")] >= 1 and sum(calls.values()) == 3, (backend, calls)

# Not before the program's BLAS, but loaded by the program itself.
_, calls = life("unload", library="", HGBLAS=dropin.LIBRARY)
assert calls == {("DGEMM", "devices"): 6}, calls

done, calls = life("wrong_arguments")
assert not [key for key in calls if key[1] == "devices"], calls
life("wrong_arguments", HG_CPU_BLAS="none")

# A device without memory for it: the CPU finishes the call.
life("product", HG_MEMORY_LIMIT="1")
# Devices that are not there: one warning, and the CPU serves.
done, calls = life("threads", "no such device")
assert calls == {("DGEMM", "cpu"): 48} and done.stderr.count("hg: ") == 1, (done.stderr, calls)

done, _ = life("threads", HG_OFFLOAD="sometimes", HG_OFFLOAD_MIN_DGEMM="many")
assert done.stderr.count("hg: ") == 1 and "never, always, auto" in done.stderr, done.stderr
assert "HG_OFFLOAD_MIN_DGEMM" in done.stderr, done.stderr

done, calls = life("product", HG_REPORT="1", HG_OFLOAD="never")
assert done.stderr.count("HG_OFLOAD is set") == 1 and "did you mean HG_OFFLOAD?" in done.stderr, done.stderr
for words, is_table in (("yes", True), ("off", False)):
    done, _ = life("product", HG_REPORT=words)
    assert done.stderr.count("hg: HG_REPORT is") == 1, done.stderr
    assert ("would gain" in done.stderr) == is_table and not pathlib.Path(words).exists(), done.stderr

done, calls = life("product", HG_REPORT="1")
assert "DGEMM" in done.stderr and "would gain" in done.stderr and not calls, done.stderr


# A report says what was started and what kernels took, which an empty folder of kernels needs.
with tempfile.TemporaryDirectory() as folder:
    report = f"{folder}/report.json"
    life("product", OPENCL, HG_REPORT=report, HG_CACHE_DIR=folder)
    told = json.loads(pathlib.Path(report).read_text(encoding="utf-8"))
    took = told["start_seconds"] + told["compile_seconds"]
    assert told["started"] and told["devices"] and told["example"], told
    assert told["compile_seconds"] > 0.01 and took <= told["calls"][0]["devices"]["seconds"], told
    done, _ = life("product", OPENCL, HG_REPORT="1", HG_CACHE_DIR=folder)
    assert f"Started: {told['devices']}." in done.stderr and "no device" not in done.stderr, done.stderr
    done, _ = life("product", HG_REPORT="1", HG_OFFLOAD="never")
    assert "No device was started" in done.stderr and "Started" not in done.stderr, done.stderr
    # Whatever devices are called, the report is JSON, and no terminal obeys it.
    strange = {"library": f"{dropin.LIBRARY} {os.environ['HG_NAMED_DEVICE']}", "HG_CACHE_DIR": folder}
    life("product", "0", HG_REPORT=report, **strange)
    told = json.loads(pathlib.Path(report).read_text(encoding="utf-8"))
    assert told["devices"] == "The \"best\" \\ \x1b[31mGPU\ufffd", told["devices"]
    done, _ = life("product", "0", HG_REPORT="1", **strange)
    assert "The \"best\" \\ \\x1b[31mGPU\\xff" in done.stderr and "\x1b" not in done.stderr, done.stderr

# Devices gain nothing where each element is used once, whatever the CPU takes for it: strided copies,
# products with a vector, by whatever name. A product of matrices is another thing.
CALLS = """
from ctypes import CDLL, byref, c_double, c_int
blas, n, one = CDLL(None), c_int(1500), c_double(1)
i, large, stride = c_int(1), c_int(40000), c_int(64)
a = (c_double * 1500**2)()
b, c = (c_double * 1500**2)(), (c_double * 1500**2)()
long, short = (c_double * (40000 * 64))(), (c_double * 40000)()
for _ in range(5):
    blas.dcopy_(byref(large), long, byref(stride), short, byref(i))
    blas.dgemv_(b"T", byref(n), byref(n), byref(one), a, byref(n), b, byref(i), byref(one), c, byref(i))
    blas.dgemm_(b"N", b"N", byref(n), byref(i), byref(n), byref(one), a, byref(n), b, byref(n),
                byref(one), c, byref(n))
blas.dgemm_(b"N", b"N", byref(n), byref(n), byref(n), byref(one), a, byref(n), b, byref(n),
            byref(one), c, byref(n))
"""
with tempfile.TemporaryDirectory() as folder:
    report = f"{folder}/report.json"
    dropin.run(["python3", "-c", CALLS], HG_REPORT=report, HG_OFFLOAD="never", OPENBLAS_NUM_THREADS="1")
    lines = json.loads(pathlib.Path(report).read_text(encoding="utf-8"))["calls"]
    assert {line["routine"] for line in lines} == {"DCOPY", "DGEMV", "DGEMM"}, lines
    for line in lines:
        heavy = line["routine"] == "DGEMM" and line["order"] > 1000
        assert (line["would_gain"] > 0) == heavy, line


def privileged():
    """A program that is not its caller's: no variable of hg's counts there."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        program = shutil.copy(os.environ["LIFE_LINKED"], folder)
        shutil.chown(program, "nobody")
        os.chmod(program, 0o4755)
        report = pathlib.Path(folder) / "report.json"
        done = subprocess.run([program, "privileged"], capture_output=True, text=True, timeout=60,
                              check=False,
                              env={**os.environ, "HG_OFFLOAD": "sometimes", "HG_REPORT": str(report)})
        if done.returncode == 77:
            print("Skipped: files with rights of their own have none here")
            return
        assert done.returncode == 0, done
        assert not done.stderr and not report.exists(), done


if os.geteuid() == 0:
    privileged()
else:
    print("Skipped: to make a program with rights takes rights")
