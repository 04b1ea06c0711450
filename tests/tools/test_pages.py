"""The manual pages of hgctl and its completion in bash: both say all that --help says."""
import functools
import glob
import os
import re
import shlex
import shutil
import subprocess

import numpy as np
from tool import HGCTL, ToolTest

PAGES = os.environ["HGCTL_PAGES"]
ESCAPES = {"\\-": "-", "\\(aq": "'", "\\(dq": '"', "\\(ha": "^", "\\(ti": "~", "\\(ga": "`", "\\&": "",
           "\\e": "\\"}
SECTIONS = ["NAME", "SYNOPSIS", "DESCRIPTION", "VERBS", "COMMANDS", "OPTIONS", "EXAMPLES", "ENVIRONMENT",
            "FILES", "EXIT STATUS", "SEE ALSO"]
# Examples that take minutes, or need a GPU or another library: their words are checked, and nothing runs.
NOT_RUN = ["hgctl bench dgemm --n 8192,16384 --peer cublasxt --html dgemm.html",
           "hgctl bench dgemm --n 1024 --device-counts 1,2 --memory pinned",
           "hgctl tune gemm --type f64 --html map.html", "hgctl warm --type f64",
           "hgctl stress --minutes 30 --limit 5% --html s.html",
           "hgctl compare a.json b.json --limit 5%"]  # fails if other work slows the second run


def unescaped(text):
    text = re.sub(r"\\f[BIR]", "", text)
    return re.sub(r"\\(?:\(..|.)", lambda match: ESCAPES.get(match[0], match[0]), text)


class Manual:
    """A page as its sections, and the items of those that have any."""

    def __init__(self, path):
        self.name = os.path.basename(path).removesuffix(".1")
        with open(path, encoding="utf-8") as file:
            self.roff = file.read()
        _, *parts = re.split(r"^\.SH (.*)\n", self.roff, flags=re.MULTILINE)
        self.sections = dict(zip(parts[::2], parts[1::2]))
        self.headings = parts[::2]

    def items(self, section):
        """(tag, text) of each item."""
        for item in self.sections.get(section, "").split(".TP\n")[1:]:
            tag, _, text = item.partition("\n")
            yield unescaped(tag), unescaped(text)

    def examples(self):
        return [unescaped(line) for line in
                re.findall(r"^\.EX\n(.*)\n\.EE$", self.sections["EXAMPLES"], re.MULTILINE)]


def manuals():
    return {page.name: page for page in map(Manual, glob.glob(f"{PAGES}/man1/*.1"))}


def read_commands(words):
    """A command and all below it with their options and subcommands, by their help."""
    said = subprocess.run([HGCTL, *words, "--help"], stdout=subprocess.PIPE, text=True, timeout=60,
                          check=True).stdout.partition("\nExamples:\n")[0]
    options = re.findall(r"^  (-[^ ]*)", said, re.MULTILINE)
    _, _, below = said.partition("\nSubcommands:\n")
    subcommands = re.findall(r"^  (\w+)", below, re.MULTILINE)
    yield words, [name for names in options for name in names.split(",")], subcommands
    for name in subcommands:
        yield from read_commands((*words, name))


@functools.cache
def commands():
    return list(read_commands(()))


class Pages(ToolTest):
    def test_every_verb_has_a_page(self):
        _, _, verbs = commands()[0]
        pages = manuals()
        self.assertEqual(sorted(pages), sorted(["hgctl", *(f"hgctl-{verb}" for verb in verbs)]))
        listed = [tag.removesuffix("(1)") for tag, _ in pages["hgctl"].items("VERBS")]
        self.assertEqual(sorted(["hgctl", *listed]), sorted(pages))
        for name, page in pages.items():
            with self.subTest(name):
                self.assertEqual(page.headings, [heading for heading in SECTIONS if heading in page.headings])
                optional = {"VERBS", "COMMANDS", "ENVIRONMENT", "FILES"}
                self.assertGreaterEqual(set(page.headings), set(SECTIONS) - optional)
                # As whatis(1) reads it.
                self.assertRegex(unescaped(page.sections["NAME"]), rf"^{name} - \S.*\n$")
                self.assertIn(f"\\fB{name.replace('-', ' ')}", page.sections["SYNOPSIS"])
                for other in re.findall(r"(hgctl[\w-]*)\(1\)", unescaped(page.sections["SEE ALSO"])):
                    self.assertIn(other, pages)

    def applies(self, text, names):
        """The commands of `names` that have the option which this says."""
        families = {"?" + name[1:]: [other for other in names if other[1:] == name[1:]] for name in names}
        with_all = {*names}
        said = re.search(r"(Commands: |All commands but )([^.]*)\.$", text.strip())
        if said is None:
            return with_all
        named = {name for word in said[2].split(", ") for name in families.get(word, [word])}
        self.assertLessEqual(named, with_all)
        return named if said[1] == "Commands: " else with_all - named

    def test_pages_have_the_options_of_every_command(self):
        leaves = {words: options for words, options, below in commands() if words and not below}
        self.assertGreater(len(leaves), 200)
        for page in manuals().values():
            verb = page.name.removeprefix("hgctl").removeprefix("-")
            if not verb:
                continue
            below = [words[-1] for words in leaves if words[0] == verb and len(words) > 1]
            listed = [name for tag, _ in page.items("COMMANDS") for name in tag.split(", ")]
            self.assertEqual(sorted(listed), sorted(below))
            found = {words: [] for words in leaves if words[0] == verb}
            tags = []
            for tag, text in page.items("OPTIONS"):
                names = [name for name in re.split(r",? ", tag) if name.startswith("-")]
                if not names:
                    continue  # an argument
                self.assertNotIn(names, tags, "an option stands once")
                tags.append(names)
                forms = re.findall(r"^\.IP \\\(bu 2\n((?:.*\n)*?)\.RE$", text, re.MULTILINE) or [text]
                for form in forms:
                    for command in self.applies(form, below) if below else [verb]:
                        found[(verb, command) if below else (verb,)] += names
            for words, options in found.items():
                self.assertEqual(sorted(options), sorted(leaves[words]), words)

    def test_texts_of_the_help(self):
        said = self.good("tune", "gemm", "--help")
        text = "Seconds after which a candidate is treated as hung"
        self.assertIn(f"  --time-limit FLOAT=20       {text}\n", said)
        self.assertIn(f"--time-limit FLOAT\n{text}.\nDefault: 20.\n",
                      unescaped(manuals()["hgctl-tune"].roff))
        for name, page in manuals().items():
            self.assertEqual([tag for tag, _ in page.items("EXIT STATUS")], ["0", "1", "2"], name)

    def test_variables_are_those_of_the_table(self):
        known = re.findall(r"^  (HG_\w+)", self.good(env={"HG_HELP": "1"}), re.MULTILINE)
        for page in manuals().values():
            named = [tag for tag, _ in page.items("ENVIRONMENT")]
            self.assertEqual(len(set(named)), len(named))
            self.assertLessEqual(set(named), set(known))
        named = [tag for tag, _ in manuals()["hgctl"].items("ENVIRONMENT")]
        self.assertNotIn("HG_REPORT", named, "hgctl does not read it")

    def prepare(self):
        for name, shape in {"A": (8, 8), "B": (8, 8), "C0": (8, 8), "x": (8,)}.items():
            np.save(self.path(name + ".npy"), np.ones(shape) + 8 * np.eye(8) if len(shape) == 2
                    else np.ones(shape))
        self.write("L.mtx", "%%MatrixMarket matrix coordinate real symmetric\n8 8 8\n"
                   + "".join(f"{i} {i} {i}.0\n" for i in range(1, 9)))

    def run_example(self, example):
        words = shlex.split(example)
        env = {"HG_DEVICES": "host"}
        while "=" in words[0]:
            name, _, value = words.pop(0).partition("=")
            env[name] = value
        self.assertEqual(words[0], "hgctl")
        said = self.good(*words[1:], "--help", env=env)  # reads every value
        for option in [word for word in words if word.startswith("-") and not word[1:].isdigit()]:
            self.assertRegex(said, rf"(?m)^  (-\S+,)?{option}[ ,\n]")
        if example not in NOT_RUN:
            self.good(*words[1:], env=env)

    def test_examples_run(self):
        self.prepare()
        examples = [example for page in manuals().values() for example in page.examples()]
        self.assertGreater(len(examples), 25)
        self.assertLessEqual(set(NOT_RUN), set(examples))
        for example in sorted(examples, key=lambda line: ("gemm.hg" in line or "t.json" in line,
                                                          "print" not in line, "--trace" not in line)):
            with self.subTest(example):
                self.run_example(example)
        for page in manuals().values():
            words = page.name.split("-")[1:]
            self.assert_holds(self.good(*words, "--help"), [f"\n  {line}\n" for line in page.examples()])

    def test_no_warnings(self):
        checkers = {"man": ["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z"],
                    "groff": ["groff", "-ww", "-man", "-Tutf8", "-z"],
                    "mandoc": ["mandoc", "-T", "lint", "-W", "warning"]}
        there = [name for name in checkers if shutil.which(name)]
        if not there:
            self.skipTest("needs man, groff or mandoc")
        for name in there:
            for path in glob.glob(f"{PAGES}/man1/*.1"):
                done = subprocess.run([*checkers[name], path], capture_output=True, timeout=60, check=False,
                                      text=True, encoding="utf-8", env={**os.environ, "LC_ALL": "C.UTF-8"})
                said = done.stderr + (done.stdout if name == "mandoc" else "")
                # Pages have no date: the same tree makes the same pages.
                said = [line for line in said.splitlines() if "missing date" not in line]
                self.assertEqual(said, [], f"{name} {path}")

    def test_man_finds_and_shows_them(self):
        if shutil.which("man") is None:
            self.skipTest("needs man")
        for name, page in manuals().items():
            shown = subprocess.run(["man", name], stdout=subprocess.PIPE, text=True, timeout=60, check=True,
                                   encoding="utf-8", env={**os.environ, "MANPATH": PAGES, "LC_ALL": "C.UTF-8",
                                                          "MANPAGER": "cat", "MANWIDTH": "100"}).stdout
            shown = re.sub(r"\x1b\[\d*m|.\x08", "", shown)
            self.assert_holds(shown, [*page.headings, *page.examples()])

    def completed(self, *words):
        script = (f"source '{os.path.join(PAGES, 'hgctl')}'; COMP_WORDS=(hgctl {' '.join(words)} ''); "
                  "COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _hgctl; echo ${COMPREPLY[@]}")
        return subprocess.run(["bash", "-c", script], stdout=subprocess.PIPE, text=True, timeout=60,
                              check=True).stdout.split()

    def test_bash_completes_every_command_and_option(self):
        if shutil.which("bash") is None:
            self.skipTest("needs bash")
        for words, options, subcommands in commands():
            self.assertEqual(sorted(self.completed(*words)), sorted([*subcommands, *options]), words)
        self.assertEqual(self.completed("bench", "dgemm", "--memory"), ["pageable", "pinned"])
        self.assertEqual(self.completed("bench", "dgemm", "--n", "64", "--memory"), ["pageable", "pinned"])
