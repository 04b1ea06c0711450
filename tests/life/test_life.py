"""Calls while a process ends, and in its children: each mode of the program `life` ends by itself, in time
and well.

test_life.py [TIMES [MODE...]]
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

LIFE = os.environ["LIFE"]
GOOD = 7
# Two seconds are for calls under way; the rest is for destructors that call, and for a busy machine.
MOST_SECONDS = 15.0
TIMES = int(sys.argv[1]) if len(sys.argv) > 1 else 1
MODES = sys.argv[2:] or subprocess.run([LIFE], capture_output=True, text=True, check=False).stdout.split()


def run(mode, **variables):
    """One process; its seconds from the begin of its end."""
    done = subprocess.run([LIFE, mode], capture_output=True, text=True, timeout=60, check=False,
                          env={**os.environ, **variables})
    end = time.monotonic()
    assert done.returncode == GOOD, (mode, variables, done)
    return end - float(done.stdout.split()[-1])


def check(mode, **variables):
    seconds = max(run(mode, **variables) for _ in range(TIMES))
    print(f"{mode} {variables or ''}: {seconds:.2f} s")
    assert seconds < MOST_SECONDS, (mode, variables, seconds)


def check_trace(mode):
    """A trace is whole, or not there."""
    with tempfile.TemporaryDirectory() as folder:
        trace = pathlib.Path(folder) / "trace.json"
        check(mode, HG_TRACE=str(trace), HG_HOST_BELOW="0")
        assert json.loads(trace.read_text(encoding="utf-8"))["traceEvents"], trace


assert MODES
for name in MODES:
    # Without drivers: PoCL's compiler, torn down while another thread still loads it, ends the process by a
    # signal.
    if name == "exit_amid_first_call":
        check(name, HG_DEVICES="host", HG_HOST_BELOW="0", OCL_ICD_VENDORS="/nowhere")
        continue
    check(name, HG_HOST_BELOW="0")
    # As it comes most of these calls are the CPU's, whatever the devices.
    if os.environ["HG_DEVICES"] == "host" and name != "exit_amid_stuck_calls":
        check(name)
    if name == "exit_amid_async":
        check_trace(name)
