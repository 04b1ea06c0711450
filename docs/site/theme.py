"""Completes Furo as Debian 12 packages it.

There furo.css imports a file that a site does not have, and lacks the rule for systems that prefer dark
colours. furo.js imports a module, which browsers refuse in a plain script.
"""

import pathlib
import re

IMPORT = re.compile(r"@import url\((/javascript/[^)]+)\);")
DARK = re.compile(r'^  body\[data-theme="dark"\] (\{\s*--color.*?\})$', re.DOTALL | re.MULTILINE)
MODULE = 'import Gumshoe from "./gumshoe-patched.js";'


def complete_style(path):
    style = path.read_text(encoding="utf-8")
    style = IMPORT.sub(lambda match: pathlib.Path("/usr/share" + match[1]).read_text(encoding="utf-8"), style)
    dark = DARK.search(style)
    if dark and "prefers-color-scheme" not in style:
        style += f'\n@media (prefers-color-scheme: dark) {{\n  body:not([data-theme="light"]) {dark[1]}\n}}\n'
    path.write_text(style, encoding="utf-8")


def complete_script(path):
    script = path.read_text(encoding="utf-8")
    if MODULE in script:
        gumshoe = path.with_name("gumshoe-patched.js").read_text(encoding="utf-8")
        path.write_text(gumshoe + script.replace(MODULE, ""), encoding="utf-8")


def complete(site):
    complete_style(site / "_static/styles/furo.css")
    complete_script(site / "_static/scripts/furo.js")
