"""Threads, children, the end of a process, a library that is given back, wrong arguments, and programs with rights."""

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


def privileged():
    """A program that is not its caller's: no variable of hg's counts there."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        program = shutil.copy(os.environ["LIFE_LINKED"], folder)
        shutil.chown(program, "nobody")
        os.chmod(program, 0o4755)
        report = pathlib.Path(folder) / "report.json"
        done = subprocess.run([program, "privileged"], capture_output=True, text=True, timeout=60, check=False,
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
