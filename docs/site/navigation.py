"""The navigation of the site, as toctrees of Sphinx."""

import posixpath
import re

# Pages that the tree does not have.
MADE_REFERENCES = [("C++ and C headers", "reference/api.md"),
                   ("Python docstrings", "reference/python-docstrings.md")]


def links_to_pages(text, folder):
    """(text, path) of each link to a page of docs, in order and once."""
    found = {}
    for name, target in re.findall(r"\[([^\]]+)\]\(([^)\s#]+\.md)\)", text):
        found.setdefault(posixpath.normpath(posixpath.join(folder, target)), " ".join(name.split()))
    return [(name, path) for path, name in found.items()]


def heading(name):
    """A link's text as an entry of the navigation; names of programs keep their letters."""
    return name if name.startswith("hg") else name[0].upper() + name[1:]


def toctree(caption, entries):
    lines = "".join(f"{heading(name)} <{path.removesuffix('.md')}>\n" for name, path in entries)
    return f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{lines}```\n"


def toctrees(tree, place):
    """A toctree for each paragraph of docs/README.md that begins with a bold word; one for the project."""
    text = ""
    for paragraph in re.split(r"\n\n+", tree["docs/README.md"]):
        caption = re.match(r"\*\*(\w+)\*\*", paragraph)
        if not caption:
            continue
        entries = [(name, place(path)) for name, path in links_to_pages(paragraph, "docs")]
        if caption[1] == "Measurements":
            entries = [("Overview", "measurements/index.md")]
            entries += [(name, place(path)) for name, path in
                        links_to_pages(tree["docs/measurements/README.md"], "docs/measurements")]
        if caption[1].startswith("Reference"):
            entries = [("Overview", "reference/index.md"), *MADE_REFERENCES, *entries]
        text += toctree(caption[1], entries)
    return text + toctree("Project", [("Contributing", "CONTRIBUTING.md"), ("Changes", "CHANGELOG.md")])
