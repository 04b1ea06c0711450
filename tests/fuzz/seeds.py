"""Writes seeds for fuzzers into folders: seeds.py NPY_FOLDER JSON_FOLDER GRAMMAR_FOLDER MARKET_FOLDER."""
import json
import os
import random
import sys


def npy(header, data=b"", version=b"\x01\x00"):
    text = header.encode() + b"\n"
    return b"\x93NUMPY" + version + len(text).to_bytes(2 if version[0] == 1 else 4, "little") + text + data


def npy_seeds():
    yield npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }", bytes(48))
    yield npy("{'descr': '<f4', 'fortran_order': True, 'shape': (3, 2), }   ", bytes(24), b"\x02\x00")
    yield npy("{'descr': '<i4', 'fortran_order': False, 'shape': (1L, 1L), }", bytes(4), b"\x03\x00")
    yield npy("{'descr': '<f8', 'fortran_order': False, 'shape': (4,), }", bytes(32))
    yield npy("{'descr': '>f8', 'fortran_order': False, 'shape': (0, 9223372036854775807), }")
    yield npy("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (), }", bytes(8))


def json_seeds():
    kernel = "gemm_blocked_f64_nn"
    yield {"format": "hg tuned kernels 1",
           "results": [{"kernel": kernel, "m": 8, "n": 8, "k": 8, "rate": 1e9, "product": "p", "vendor": "v",
                        "architecture": "a", "gpu": True, "driver": "1", "date": "2026-01-01"}]}
    yield {"kernel": kernel, "shape": {"m": 8, "n": 8, "k": 8}}
    yield {"kernel": kernel, "verdict": "good", "seconds": 0.5, "detail": ""}
    yield {"began": kernel}
    part = {"name": "EXEC", "device": 0, "busy": 1.0, "bytes": 0.0, "flops": 1.0, "at_limit": 0.5}
    yield {"traceEvents": [{"ph": "X"}],
           "metadata":
           {"hg_runs": [{"commands": 1, "devices": ["host"], "seconds": 1.0, "startup": 0.0, "drain": 0.0,
                         "overlap": 0.5, "verdict": "good", "parts": [part]}]}}
    yield {"traceEvents": [{"ph": "X"},
                           {"ph": "M", "name": "hg_run",
                            "args": {"commands": 1, "devices": ["host"], "seconds": 1.0, "startup": 0.0,
                                     "drain": 0.0, "overlap": 0.5, "verdict": "good", "parts": [part]}}]}


def grammar_seeds():
    """The first byte says what is done with a source, the others choose it."""
    chosen = random.Random(1)
    for number in range(64):
        yield bytes([number % 4]) + chosen.randbytes(700)


def market_seeds():
    """The first byte chooses the elements' type."""
    for number, text in enumerate([
            "coordinate real general\n% comment\n3 4 3\n1 1 1.5\n\n3 4 -2e-3\n2 1 +inf\n",
            "coordinate integer symmetric\n3 3 2\n2 1 5\n3 3 -7\n",
            "coordinate pattern general\r\n2 2 1\r\n2 1\r\n",
            "coordinate complex hermitian\n2 2 2\n1 1 1 0\n2 1 3 4\n",
            "coordinate real skew-symmetric\n2 2 1\n2 1 5\n",
            "array real general\n2 2\n1\n0\n3\n4\n", "array complex symmetric\n2 2\n1 2\n0 1\n3 3\n",
            "coordinate real general\n0 7 0\n",
            "coordinate real general\n3 4000000000 2\n1 4000000000 1.5D+01\n3 1 -2.5-101\n",
            "coordinate unsigned-integer general\n1 2 1\n1 2 18446744073709551615\n",
            "coordinate real skew-symmetric\n2 2 2\n2 1 5d0\n2 2 0\n",
            "array complex hermitian\n1 1\n8 1e-16\n",
            "coordinate real general\r% comment\r1 1 1\r1 1 2\r"]):
        yield bytes([number % 4]) + ("%%MatrixMarket matrix " + text).encode()
    yield b"\x00%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 1\n"


def write(folder, seeds):
    os.makedirs(folder, exist_ok=True)
    for number, seed in enumerate(seeds):
        with open(os.path.join(folder, f"seed-{number}"), "wb") as file:
            file.write(seed)


write(sys.argv[1], npy_seeds())
write(sys.argv[2], (json.dumps(seed).encode() for seed in json_seeds()))
write(sys.argv[3], grammar_seeds())
write(sys.argv[4], market_seeds())
