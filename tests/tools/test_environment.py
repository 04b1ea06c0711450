"""One table has all environment variables that hg reads: code and documentation agree with it."""
import pathlib
import re

import numpy as np

from tool import HOST, ToolTest

ROOT = pathlib.Path(__file__).resolve().parents[2]
LAYERS = ["runtime", "host_blas", "kernels", "blas", "lapack", "sparse", "interfaces", "tools"]
READ = re.compile(r"""(?:environment_variable|variable|getenv|environ\.get|environ)[(\[]["'](HG_\w+)["']""")


class Environment(ToolTest):
    def setUp(self):
        super().setUp()
        text = self.good(env={"HG_HELP": "1"})
        self.table = re.findall(r"^  (HG_\w+)", text, re.MULTILINE)
        self.assertGreater(len(self.table), 15)
        self.page = (ROOT / "docs/reference/environment.md").read_text(encoding="utf-8")

    def test_the_page_has_the_variables_of_the_table(self):
        rows = self.page.partition("## Rules")[0].splitlines()
        listed = [name for row in rows if row.startswith("| [")
                  for name in re.findall(r"\[`(HG_\w+)`\]", row)]
        self.assertEqual(listed, self.table)
        described = [name for heading in re.findall("^### (.*)", self.page, re.MULTILINE)
                     for name in heading.split(" and ")]
        self.assertEqual(sorted(described), sorted(self.table))

    def test_the_code_reads_the_variables_of_the_table(self):
        read = set()
        for layer in LAYERS:
            for path in (ROOT / layer).rglob("*"):
                if path.suffix in (".cpp", ".hpp", ".py"):
                    read.update(READ.findall(path.read_text(encoding="utf-8")))
        table = {"HG_OFFLOAD_MIN_" if name == "HG_OFFLOAD_MIN_ROUTINE" else name for name in self.table}
        # The drop-in puts a routine's name behind this one.
        settings = (ROOT / "interfaces/dropin/settings.cpp").read_text(encoding="utf-8")
        self.assertIn('"HG_OFFLOAD_MIN_" + ', settings)
        mercurials = {"HG_HOOKNAME"}  # set in Mercurial's hooks, whose variables begin with HG_, too
        self.assertEqual(read - mercurials | {"HG_OFFLOAD_MIN_"}, table)

    def test_variables_that_tests_and_scripts_read_are_known(self):
        header = (ROOT / "runtime/machine/environment.hpp").read_text(encoding="utf-8")
        known = set(re.findall(r'"(HG_\w+)"', header))
        in_scripts = re.compile(r"\$\{(HG_\w+)[:}]")
        for folder in ("tests", "docs/site", "kernels/compiled"):
            for path in (ROOT / folder).rglob("*"):
                if path.suffix in (".cpp", ".hpp", ".py"):
                    read = set(READ.findall(path.read_text(encoding="utf-8")))
                elif path.is_file() and path.suffix in ("", ".sh"):
                    read = set(in_scripts.findall(path.read_text(encoding="utf-8", errors="replace")))
                else:
                    continue
                self.assertLessEqual(read - {"HG_NO_SUCH_VARIABLE"}, known, path)

    def test_names_that_mean_nothing_are_said_once(self):
        wrong = {"HG_OFLOAD": "never", "HG_NO_SUCH_VARIABLE": "1", "HG_PYTHON": "python3",
                 "HG_OFFLOAD_MIN_DGEMM": "9"}
        np.save(self.path("A.npy"), np.eye(3))
        multiply = ["multiply", "A.npy", "A.npy", "-o", "C.npy"]
        result = self.ended(*multiply, env={**HOST, **wrong})
        self.assertEqual(result.stderr.splitlines(), sorted([
            "hg [warning] HG_NO_SUCH_VARIABLE is set, but hg has no variable of that name "
            "(HG_HELP=1 hgctl lists them)",
            "hg [warning] HG_OFLOAD is set, but hg has no variable of that name; did you mean HG_OFFLOAD?"],
            key=lambda line: list(wrong).index(line.split()[2])))
        for silent in ({"HG_LOG": "error"}, {"HG_LOG": "off"}, {"HG_HOOKNAME": "commit"}):
            self.good(*multiply, env={**HOST, **wrong, **silent})

    def test_a_wrong_cpu_blas_is_said_once(self):
        np.save(self.path("A.npy"), np.eye(3))
        result = self.ended("multiply", "A.npy", "A.npy", "-o", "C.npy",
                            env={**HOST, "HG_CPU_BLAS": "libnone.so.7"})
        self.assertEqual(result.stderr.count("HG_CPU_BLAS"), 1, result.stderr)
        self.assertIn("libnone.so.7", result.stderr)
