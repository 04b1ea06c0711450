#!/usr/bin/python3
"""Checks sources and Markdown: `./hg test format` runs it, and so can you, from any folder.

    check.py    names each line over 110 columns, each link or anchor that leads nowhere, each sentence of
                README and docs with more than 35 words, and each block of code that is not in the file that
                the comment above it names, as in <!-- from lapack/async.hpp -->; ends with 1 if there is one
"""
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COLUMNS = 110
WORDS = 35
LINK = r"\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)|^\[[^\]]+\]:\s+(\S+)"

SOURCES = (".cpp", ".hpp", ".h", ".c", ".py", ".sh", ".cmake", ".in", ".f90", ".awk", ".dox",
           "CMakeLists.txt")
# Not here: .cl, because the digest of a kernel's text names its compiled form; JSON, .csv, .svg and
# manifests, which programs write.
LONG_FILES = {
    "interfaces/routines.py": "a table: a row stays on one line",
    "docs/Doxyfile": "settings of Doxygen: it reads lists from one line",
}


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def is_script(path):
    with open(os.path.join(ROOT, path), "rb") as file:
        return file.read(2) == b"#!"


def tree():
    """The files of the source tree, without what builds and editors leave there."""
    for folder, folders, files in os.walk(ROOT):
        folders[:] = sorted(set(folders) - {"build", "__pycache__", ".git", ".cache"})
        for name in sorted(files):
            path = os.path.join(folder, name)
            if not os.path.islink(path):
                yield os.path.relpath(path, ROOT)


def without_fences(text):
    """The text with the lines of fenced blocks and HTML comments empty, so that lines keep their numbers."""
    text = re.sub(r"<!--.*?-->", lambda match: "\n" * match[0].count("\n"), text, flags=re.DOTALL)
    lines, fence = [], None
    for line in text.split("\n"):
        mark = re.match(r"\s*(```+|~~~+)", line)
        if fence is None and mark:
            fence = mark[1]
        elif fence is not None and mark and line.strip() == fence:
            fence = None
        elif fence is None:
            lines.append(line)
            continue
        lines.append("")
    return "\n".join(lines)


def is_one_word(path, line):
    """True if a line cannot be broken: one word behind what begins a comment, a string or a list. CMake
    has no strings of several parts."""
    if path.endswith((".txt", ".cmake")):
        line = re.sub(r'"(\\.|[^"\\])*"', '""', line)
    return " " not in re.sub(r"^\W+", "", line.rstrip())


def long_lines(path, text):
    if path in LONG_FILES:
        return
    is_page = path.endswith(".md")
    lines = (without_fences(text) if is_page else text).split("\n")
    for number, line in enumerate(lines, 1):
        if len(line) <= COLUMNS or is_one_word(path, line):
            continue
        # A table's row is one line. A link is not broken inside its address.
        if is_page and (line.lstrip().startswith("|") or re.search(r"\]\([^)]*\)|https?:", line)):
            continue
        yield f"{path}:{number}: {len(line)} columns, {COLUMNS} at most"


def prose(text):
    """Markdown without blocks and spans of code."""
    return re.sub(r"(`+)(?!`).+?(?<!`)\1(?!`)", lambda match: "Code" + "\n" * match[0].count("\n"),
                  without_fences(text), flags=re.DOTALL)


def anchors(text):
    """The anchors that GitHub gives to the headings of a page."""
    found = {}
    for match in re.finditer(r"^#+ (.*)$", without_fences(text), re.MULTILINE):
        heading = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", match[1].strip().lower())
        anchor = re.sub(r"[^\w\- ]", "", heading).replace(" ", "-")
        count = found.get(anchor, 0)
        found[anchor] = count + 1
        if count:
            found[f"{anchor}-{count}"] = 1
    return set(found) | set(re.findall(r'<a (?:id|name)="([^"]+)"', text))


def broken_links(pages):
    known = {path: anchors(text) for path, text in pages.items()}
    for path, text in pages.items():
        text = prose(text)
        for match in re.finditer(LINK, text, re.MULTILINE):
            target = match[1] or match[2]
            if re.match(r"[a-z]+:", target):
                continue
            where = f"{path}:{text.count(chr(10), 0, match.start()) + 1}"
            file, _, anchor = target.partition("#")
            full = os.path.normpath(os.path.join(os.path.dirname(path), file)) if file else path
            if not os.path.exists(os.path.join(ROOT, full)):
                yield f"{where}: the link {target} leads to no file"
            elif anchor and anchor not in known.get(full, {anchor}):
                yield f"{where}: the link {target} leads to no heading"


def stale_fragments(path, text):
    """Blocks of code that a comment calls those of a file, but that the file does not have. A line `...`
    stands for what is left out."""
    for match in re.finditer(r"^<!-- from (\S+) -->\n```\w*\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        source = read(match[1]) if os.path.exists(os.path.join(ROOT, match[1])) else ""
        place = 0
        for part in re.split(r"^\.\.\.\n", match[2], flags=re.MULTILINE):
            found = source.find(part, place)
            if found < 0:
                line = text.count("\n", 0, match.start(2)) + 1
                yield f"{path}:{line}: {match[1]} has no {' '.join(part.split()[:6])!r} ... at this place"
                break
            place = found + len(part)


def named_pages(path, text):
    """Pages of docs that a source names but that are not there."""
    for match in re.finditer(r"\bdocs/[\w/-]+\.md\b", text):
        if not os.path.exists(os.path.join(ROOT, match[0])):
            yield f"{path}:{text.count(chr(10), 0, match.start()) + 1}: {match[0]} is not there"


def blocks(text):
    """Paragraphs and list items, as (line, words): no tables, headings or code."""
    start, lines = 0, []
    for number, line in enumerate(prose(text).split("\n") + [""], 1):
        begins = re.match(r"\s*(?:[-*+]|\d+\.) ", line)
        ends = not line.strip() or re.match(r"\s*[|#>]", line)
        if (begins or ends) and lines:
            yield start, " ".join(lines)
            lines = []
        if not ends:
            start = start if lines else number
            lines.append(line[begins.end():] if begins else line.strip())


def long_sentences(path, text):
    for line, block in blocks(text):
        for sentence in re.split(r"[.!?][)*_\"]*\s+(?=[A-Z(*\"\d\[]|hg )", block):
            sentence = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", sentence)
            count = len([word for word in sentence.split() if re.search(r"\w", word)])
            if count > WORDS:
                yield f"{path}:{line}: {count} words, {WORDS} at most: {' '.join(sentence.split()[:8])} ..."


def self_test():
    assert anchors("# A `b` c\n## A b c\n```\n# no\n```\n") == {"a-b-c", "a-b-c-1"}
    page = "| " + "a " * 80 + "\n```\n" + "b " * 80 + "\n```\n" + "c " * 80
    assert len(list(long_lines("a.md", page))) == 1
    assert len(list(long_lines("a.py", "# " + "a" * 200 + "\n# " + "a " * 100))) == 1
    assert len(list(long_sentences("a.md", "- A " + "b " * 20 + "c.\n- D " + "e `f g` " * 20 + ".\n"))) == 1
    quoted = "<!-- from tests/docs/check.py -->\n```python\ndef self_test():\n...\n    self_test()\n```\n"
    assert not list(stale_fragments("a.md", quoted))
    assert len(list(stale_fragments("a.md", quoted.replace("...\n", "")))) == 1
    assert list(broken_links({"README.md": "[a](#no) `[b](c)` [c](https://d)\n# Yes\n[e](#yes)"})) == [
        "README.md:1: the link #no leads to no heading"]


def main():
    self_test()
    files = list(tree())
    pages = {path: read(path) for path in files if path.endswith(".md")}
    sources = {path: read(path) for path in files
               if path.endswith(SOURCES) or ("." not in os.path.basename(path) and is_script(path))}
    faults = []
    for path, text in {**sources, **pages}.items():
        faults += long_lines(path, text)
    for path, text in sources.items():
        faults += named_pages(path, text)
    faults += broken_links(pages)
    for path, text in pages.items():
        faults += stale_fragments(path, text)
        if path == "README.md" or path.startswith("docs/"):
            faults += long_sentences(path, text)
    print(*faults, sep="\n")
    print(f"{len(sources)} sources and {len(pages)} pages: {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
