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
    def passes(self, routine, types, count="2"):
        """No other device takes a problem over: check counts that as a failure."""
        result = self.hgctl("check", routine, "--type", types, "--device", "0", "--count", count,
                            "--n-max", "40", env=FORCED)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertIn("0 failed", result.stdout.splitlines()[-1])
        self.assertNotIn("cannot", result.stderr)

    def test_level_1_and_2(self):
        self.passes("axpy", "f32,c32")
        self.passes("dot", "f32")
        self.passes("gemv", "f32")

    def test_level_3(self):
        self.passes("symm", "f32")
        self.passes("trsm", "c32", "1")

    def test_factorizations(self):
        for routine in ("getrf", "potrf", "geqrf"):
            self.passes(routine, "f32", "1")


if __name__ == "__main__":
    if "rusticl" not in first_device():
        print("Skipped: rusticl has no device here; it is the Debian package mesa-opencl-icd, "
              f"and OCL_ICD_VENDORS is {os.environ.get('OCL_ICD_VENDORS')}")
        sys.exit(SKIPPED)
    unittest.main()
