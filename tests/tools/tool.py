"""Runs hgctl as a user would. Every test has a folder of its own, which must hold no leftovers."""
import json
import os
import subprocess
import tempfile
import unittest

HGCTL = os.environ["HGCTL"]

# Where a test runs: the host device, the first OpenCL device (PoCL where there is no GPU), two devices.
BACKENDS = {
    "host": {"HG_DEVICES": "host"},
    "opencl": {"HG_DEVICES": "0", "POCL_DEVICES": "pthread"},
    "pair": {"HG_DEVICES": "0,1", "POCL_DEVICES": "pthread pthread"},
}


def backends():
    names = os.environ.get("HG_TEST_BACKENDS", "host,opencl,pair").split(",")
    return {name: BACKENDS[name] for name in names}


class ToolTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cache = tempfile.TemporaryDirectory(prefix="hg_cache_")

    @classmethod
    def tearDownClass(cls):
        cls.cache.cleanup()

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="hgctl_test_")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def hgctl(self, *arguments, env=None, **options):
        environment = {k: v for k, v in os.environ.items() if not k.startswith("HG_")}
        environment["HG_CACHE_DIR"] = self.cache.name
        if list(backends()) == ["host"]:  # a sanitized build: keep OpenCL drivers out of the process
            environment["OCL_ICD_VENDORS"] = "/nonexistent"
        environment.update(env or {})
        options.setdefault("stdin", subprocess.DEVNULL)
        return subprocess.run([HGCTL, *map(str, arguments)], env=environment, cwd=self.folder, timeout=100,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              **options)

    def good(self, *arguments, **options):
        result = self.hgctl(*arguments, **options)
        self.assertEqual(result.returncode, 0, result.stderr + result.stdout)
        self.assertEqual(result.stderr, "")
        return result.stdout

    def good_json(self, *arguments, **options):
        return json.loads(self.good(*arguments, "--json", "-", **options))

    def refused(self, *arguments, says, status=2, **options):
        """The tool ends with `status` and a message that holds every text of `says`; nothing on standard output."""
        result = self.hgctl(*arguments, **options)
        self.assertEqual(result.returncode, status, result.stderr + result.stdout)
        for text in [says] if isinstance(says, str) else says:
            self.assertIn(text, result.stderr)
        self.assertNotIn("terminate called", result.stderr)
        self.assertEqual(result.stdout, "")
        return result.stderr

    def files(self):
        return sorted(os.listdir(self.folder))
