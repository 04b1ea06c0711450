"""hgctl check gemm on an NVIDIA device: the routine, and the kernels in PTX that no other device runs."""
import json
import os
import subprocess
import sys
import unittest

from tool import HGCTL, ToolTest

SKIPPED = 77  # as tests/tools/CMakeLists.txt tells ctest
os.environ.pop("OCL_ICD_VENDORS", None)  # which leaves PoCL alone for other tests


def nvidia_device():
    """The position of the first one, as --device takes it; None where there is none."""
    result = subprocess.run([HGCTL, "devices", "--json", "-"], stdout=subprocess.PIPE, timeout=60, check=True,
                            env={k: v for k, v in os.environ.items() if not k.startswith("HG_")})
    devices = json.loads(result.stdout)["devices"]
    return next((str(device["position"]) for device in devices if "NVIDIA" in device["vendor"]), None)


class CheckNvidia(ToolTest):
    def test_routine_and_matrix_instructions(self):
        result = self.hgctl("check", "gemm", "--device", DEVICE, "--count", "40", "--json", "-")
        self.assertEqual(result.returncode, 0, result.stderr)
        report = json.loads(result.stdout)
        self.assertEqual(report["failed"], 0)
        self.assertIn("mma f64", report["kernels"])
        self.assertIn("complex_mma c64", report["kernels"])
        self.assertIn("complex_pipelined c32", report["kernels"])
        self.assertEqual(report["skipped"], [])
        pairs = sum(9 if kernel.startswith("complex") else 4 for kernel in report["kernels"])  # of operations
        self.assertEqual(report["passed"], 4 * 40 + 4 * pairs)

    def test_every_family(self):
        result = self.hgctl("check", "gemm", "--device", DEVICE, "--kernels", "--n-max", "600")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("mma f64", result.stdout)
        self.assertIn("complex_mma c64", result.stdout)


if __name__ == "__main__":
    DEVICE = nvidia_device()
    if DEVICE is None:
        print("Skipped: there is no NVIDIA device; the kernels in PTX can be checked on one alone")
        sys.exit(SKIPPED)
    unittest.main()
