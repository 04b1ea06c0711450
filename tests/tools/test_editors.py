"""The grammars for editors know the words of the parsers, and Vim colours a program by its."""
import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
EDITORS = os.path.join(ROOT, "tools/editors")


def text_of(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


def words_of_array(path, name):
    """The strings of a constexpr array in C++."""
    return set(re.findall(r'"(\w+)"', re.search(name + r"\b[^;]*;", text_of(path)).group()))


def grammar_words(text):
    """The words between quotes in the grammars of docs/reference/program-text.md."""
    grammars = [block for block in re.findall(r"^```\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
                if block.startswith(("program     =", "source      ="))]
    assert len(grammars) == 2
    return set(re.findall(r'"([A-Za-z]\w+)"', "".join(grammars)))


def parser_words():
    source = "runtime/program/source/"
    return (words_of_array(source + "parse/lexer.cpp", "kReserved") |
            words_of_array(source + "parse/instruction_parser.cpp", "kClauses") |
            words_of_array(source + "format/spacing.cpp", "kFunctions") |
            grammar_words(text_of("docs/reference/program-text.md")))


# Kinds of arguments of subs, and numbers: they need no colour of their own.
PLAIN = {"int", "inf", "nan"}


class Editors(unittest.TestCase):
    def expect_parser_words(self, words):
        self.assertEqual(sorted(parser_words() - PLAIN - words), [], "the grammar lacks words of the parser")
        self.assertEqual(sorted(words - parser_words()), [], "the parser has no such words")

    def test_textmate(self):
        grammar = json.loads(text_of(EDITORS, "vscode/syntaxes/hg.tmLanguage.json"))
        matches = [pattern["match"] for pattern in grammar["patterns"] if "match" in pattern]
        for match in matches:
            re.compile(match)
        words = set()
        for group in re.findall(r"\\b\(([\w|]+)\)", "\n".join(matches)):
            words |= set(group.split("|"))
        self.expect_parser_words(words)
        package = json.loads(text_of(EDITORS, "vscode/package.json"))["contributes"]
        for file in package["grammars"][0]["path"], package["languages"][0]["configuration"]:
            json.loads(text_of(EDITORS, "vscode", file))
        self.assertEqual(package["grammars"][0]["scopeName"], grammar["scopeName"])

    def test_vim(self):
        text = text_of(EDITORS, "vim/syntax/hg.vim")
        words = {"hg"}
        for line in re.findall(r"^syn keyword \w+ (.*)$", text, re.MULTILINE):
            words |= set(line.split())
        words |= set(re.search(r"hgFunction \"\\<\\%\(([\w\\|]+)\\\)", text).group(1).split("\\|"))
        self.expect_parser_words(words)
        groups = set(re.findall(r"^syn \w+ (hg\w+)", text, re.MULTILINE))
        self.assertEqual(groups, set(re.findall(r"^hi def link (hg\w+)", text, re.MULTILINE)))

    def test_vim_colours_a_source(self):
        vim = shutil.which("vim")
        if vim is None or "+syntax" not in subprocess.run([vim, "--version"], capture_output=True, text=True,
                                                          check=True).stdout:
            self.skipTest("there is no Vim with syntax")
        with tempfile.TemporaryDirectory() as folder:
            source, out = os.path.join(folder, "a.hgs"), os.path.join(folder, "groups")
            with open(source, "w", encoding="utf-8") as file:
                file.write('hg program 2\nLD x <- A[0, 0]  # load\nhg.scal(2.5, x)\n'
                           'instruction f from "f.cl" (X: read f64)\n')
            wanted = {(1, 1): "hgDeclaration", (2, 1): "hgCommand", (2, 6): "hgOperator",
                      (2, 19): "hgComment", (3, 1): "hgRoutine", (3, 9): "hgNumber",
                      (4, 1): "hgDeclaration", (4, 20): "hgString",
                      (4, 31): "hgModifier", (4, 36): "hgType", (4, 13): ""}
            lines = [f"call add(l, synIDattr(synID({line}, {column}, 1), 'name'))"
                     for line, column in wanted]
            with open(os.path.join(folder, "script.vim"), "w", encoding="utf-8") as file:
                file.write("\n".join([f"set runtimepath^={EDITORS}/vim", "filetype on", "syntax on",
                                      f"edit {source}", "let l = []", *lines, f"call writefile(l, '{out}')",
                                      "qa!"]))
            subprocess.run([vim, "-u", "NONE", "-N", "-es", "-S", os.path.join(folder, "script.vim")],
                           check=True, timeout=60, stdin=subprocess.DEVNULL)
            with open(out, encoding="utf-8") as file:
                self.assertEqual(dict(zip(wanted, file.read().split("\n"))), wanted)


if __name__ == "__main__":
    unittest.main()
