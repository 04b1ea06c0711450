"""One table has all environment variables that hg reads: code and documentation agree with it."""
import pathlib
import re

from tool import ToolTest

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
        self.assertEqual(read | {"HG_OFFLOAD_MIN_"}, table)
