"""The manual page of hgctl and its completion in bash: both say all that --help says."""
import os
import re
import shutil
import subprocess

from tool import ToolTest

PAGES = os.environ["HGCTL_PAGES"]


def page(name):
    with open(os.path.join(PAGES, name), encoding="utf-8") as file:
        return file.read()


class Pages(ToolTest):
    def commands(self, words=()):
        """Every command with its options and subcommands, by its help."""
        said = self.good(*words, "--help")
        options = re.findall(r"^  (-[^ ]*)", said, re.MULTILINE)
        _, _, below = said.partition("\nSubcommands:\n")
        subcommands = re.findall(r"^  (\w+)", below, re.MULTILINE)
        yield words, [name for names in options for name in names.split(",")], subcommands
        for name in subcommands:
            yield from self.commands((*words, name))

    def test_the_manual_names_every_command_and_option(self):
        manual = page("hgctl.1").replace("\\-", "-")
        parts = dict(re.findall(r"^\.SS (.*)\n((?:(?!\.SS).*\n)*)", manual, re.MULTILINE))
        commands = list(self.commands())
        self.assertGreater(len(commands), 30)
        self.assertEqual(set(parts), {" ".join(("hgctl", *words)) for words, _, _ in commands})
        for words, options, _ in commands:
            named = re.findall(r"^\\fB(.*?)\\fR", parts[" ".join(("hgctl", *words))], re.MULTILINE)
            named = {name for names in named for name in names.split(", ") if name.startswith("-")}
            self.assertEqual(named, set(options), words)
        self.assert_holds(manual,
                          ["Seconds after which a candidate is treated as hung", "Exit status: 0 success"])

    def test_man_shows_it(self):
        if shutil.which("groff") is None:
            self.skipTest("needs groff")
        shown = subprocess.run(["groff", "-man", "-Tascii", "-ww", os.path.join(PAGES, "hgctl.1")],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=60,
                               check=True)
        self.assertNotRegex(shown.stderr, "macro|escape|warning: .*(undefined|not defined)")
        self.assertIn("--time-limit", re.sub(r"\x1b\[\d*m|.\x08", "", shown.stdout))

    def completed(self, *words):
        script = (f"source '{os.path.join(PAGES, 'hgctl')}'; COMP_WORDS=(hgctl {' '.join(words)} ''); "
                  "COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _hgctl; echo ${COMPREPLY[@]}")
        return subprocess.run(["bash", "-c", script], stdout=subprocess.PIPE, text=True, timeout=60,
                              check=True).stdout.split()

    def test_bash_completes_every_command_and_option(self):
        if shutil.which("bash") is None:
            self.skipTest("needs bash")
        for words, options, subcommands in self.commands():
            self.assertEqual(sorted(self.completed(*words)), sorted([*subcommands, *options]), words)
        self.assertEqual(self.completed("bench", "dgemm", "--memory"), ["pageable", "pinned"])
        self.assertEqual(self.completed("bench", "dgemm", "--n", "64", "--memory"), ["pageable", "pinned"])
