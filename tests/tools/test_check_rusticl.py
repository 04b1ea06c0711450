"""hgctl check on rusticl, Mesa's OpenCL on a CPU: single precision only, and small limits of work-groups."""
import os
import subprocess
import sys
import unittest

from tool import HGCTL, ToolTest

SKIPPED = 77  # as tests/tools/CMakeLists.txt tells ctest
FORCED = {"HG_DEVICES": "0", "HG_HOST_BELOW": "0"}


def first_device():
    result = subprocess.run([HGCTL, "devices"], stdout=subprocess.PIPE, timeout=60, check=True, text=True)
    return result.stdout


class CheckRusticl(ToolTest):
    def passes(self, routine, types, count="1"):
        """No other device takes a problem over: check counts that as a failure."""
        result = self.hgctl("check", routine, "--type", types, "--device", "0", "--count", count,
                            "--n-max", "40", env=FORCED)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertIn(" 0 failed", result.stdout.splitlines()[-1])

    def test_vectors(self):
        self.passes("axpy", "f32,c32", "2")
        self.passes("dot", "f32")
        self.passes("gemv", "f32")

    def test_symmetric_product(self):
        self.passes("symm", "f32")

    def test_factorizations(self):
        self.passes("getrf", "f32")
        self.passes("potrf", "f32")


if __name__ == "__main__":
    if "rusticl" not in first_device():
        print("Skipped: rusticl has no device here; it is the Debian package mesa-opencl-icd, "
              f"and OCL_ICD_VENDORS is {os.environ.get('OCL_ICD_VENDORS')}")
        sys.exit(SKIPPED)
    unittest.main()
