"""The pages of the site as Markdown, by their paths in it: the tree's own, and those made for what they link to."""

import ast
import os
import posixpath
import re
import textwrap
import xml.etree.ElementTree

LINK = re.compile(r"(?<=\]\()([^)\s#]+)(#[^)\s]*)?(?=\))")
LANGUAGES = {".cpp": "cpp", ".hpp": "cpp", ".c": "c", ".h": "c", ".f90": "fortran", ".py": "python", ".sh": "bash"}
# Pages that are reached by links only.
OUTSIDE_NAVIGATION = ("decisions/", "pages.md")
ORPHAN = "---\norphan: true\n---\n"
ROOT_PAGES = ("CONTRIBUTING.md", "CHANGELOG.md")


def place(path):
    """Where the site has a page of the tree."""
    path = path.removeprefix("docs/") if path != "docs/README.md" else "pages.md"
    return posixpath.join(posixpath.dirname(path), "index.md") if posixpath.basename(path) == "README.md" else path


def markdown_of(root):
    found = {name: (root / name).read_text(encoding="utf-8") for name in ("README.md", *ROOT_PAGES)}
    for path in sorted((root / "docs").rglob("*.md")):
        found[path.relative_to(root).as_posix()] = path.read_text(encoding="utf-8")
    return found


def fence_for(text):
    return "`" * max(3, 1 + max((len(run) for run in re.findall(r"`+", text)), default=0))


def listing(title, text, suffix):
    fence = fence_for(text)
    return f"{ORPHAN}# {title}\n\n{fence}{LANGUAGES.get(suffix, 'text')}\n{text}\n{fence}\n"


def folder_listing(title, names):
    return f"{ORPHAN}# {title}\n\n" + "".join(f"- [{name}]({name})\n" for name in names)


class Site:
    def __init__(self, root):
        self.root = root
        self.tree = markdown_of(root)
        self.pages = {}
        self.faults = []

    def target(self, path):
        """The page of the site that shows a file or a folder of the tree."""
        if path in self.tree:
            return place(path)
        full = self.root / path
        if full.is_dir():
            if f"{path}/README.md" in self.tree:
                return place(f"{path}/README.md")
            page = place(f"{path}/README.md")
            if page not in self.pages:
                names = sorted(entry.name for entry in full.iterdir() if entry.is_file())
                self.pages[page] = ORPHAN
                self.pages[page] = self.with_links(folder_listing(path, names), f"{path}/README.md", page)
            return page
        if not full.is_file():
            return None
        page = place(path)
        if full.suffix in (".svg", ".png", ".csv"):
            self.pages[page] = full
            return page
        page += ".md"
        self.pages[page] = listing(path, full.read_text(encoding="utf-8"), full.suffix)
        return page

    def with_links(self, text, path, page):
        """The text of a page of the tree, with links that hold on the site; code stays as it is."""
        def replaced(match):
            if re.match(r"[a-z]+:", match[1]):
                return match[0]
            target = self.target(posixpath.normpath(posixpath.join(posixpath.dirname(path), match[1])))
            if target is None:
                self.faults.append(f"{path}: the link {match[1]} leads nowhere")
                return match[0]
            return posixpath.relpath(target, posixpath.dirname(page) or ".") + (match[2] or "")

        parts = re.split(r"(^ *```.*?^ *```$)", text, flags=re.DOTALL | re.MULTILINE)
        return "".join(part if index % 2 else LINK.sub(replaced, part) for index, part in enumerate(parts))

    def add_tree(self):
        for path, text in self.tree.items():
            page = place(path)
            orphan = ORPHAN if page.startswith(OUTSIDE_NAVIGATION) else ""
            self.pages[page] = orphan + self.with_links(text, path, page)


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


def navigation(tree, added):
    """The toctrees of all groups: those of docs/README.md, whose paragraphs begin with a bold word."""
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
            entries = [("Overview", "reference/index.md"), *added, *entries]
        text += toctree(caption[1], entries)
    return text + toctree("Project", [("Contributing", "CONTRIBUTING.md"), ("Changes", "CHANGELOG.md")])


def signature(function):
    text = f"{function.name}({ast.unparse(function.args)})"
    return text + (f" -> {ast.unparse(function.returns)}" if function.returns else "")


def as_block(text):
    text = textwrap.dedent(text if text.startswith((" ", "\n")) else text.split("\n", 1)[0] + "\n" +
                           textwrap.dedent(text.partition("\n")[2])).strip("\n")
    fence = fence_for(text)
    return f"{fence}text\n{text}\n{fence}\n"


def python_reference(package):
    """Every public function and class of the Python package with its docstring, by the order of their names."""
    definitions, exported = {}, None
    for path in sorted(package.glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in tree.body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                definitions.setdefault(node.name, node)
    init = ast.parse((package / "__init__.py").read_text(encoding="utf-8"))
    names = set()
    for node in init.body:
        if isinstance(node, ast.ImportFrom):
            names |= {alias.asname or alias.name for alias in node.names}
    if "*" in names:
        routines = ast.parse((package / "_routines.py").read_text(encoding="utf-8"))
        names |= {node.name for node in routines.body
                  if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")}
    text = "# Python docstrings\n\nWhat `help()` shows of each function and class of the module `hg`.\n" \
           "[Python module](python.md) lists them with their rules.\n"
    for name in sorted(names & set(definitions), key=str.lower):
        node = definitions[name]
        text += f"\n## {name}\n\n"
        members = [node] if isinstance(node, ast.FunctionDef) else [
            member for member in node.body
            if isinstance(member, ast.FunctionDef) and (not member.name.startswith("_") or member.name == "__init__")]
        if isinstance(node, ast.ClassDef) and ast.get_docstring(node):
            text += as_block(ast.get_docstring(node))
        for member in members:
            text += f"\n```python\n{signature(member)}\n```\n\n"
            if ast.get_docstring(member):
                text += as_block(ast.get_docstring(member))
    return text


def groups(xml_folder):
    """(title, page) of each group of the C++ and C reference."""
    for path in sorted(xml_folder.glob("group__*.xml")):
        compound = xml.etree.ElementTree.parse(path).getroot().find("compounddef")
        brief = " ".join("".join(compound.find(kind).itertext()).strip()
                         for kind in ("briefdescription", "detaileddescription")).strip()
        yield compound.findtext("title"), path.with_suffix(".html").name, " ".join(brief.split())


def api_page(xml_folder):
    text = "# C++ and C\n\nThe installed headers carry the contracts of all functions and classes:\n" \
           "<a href=\"../api/index.html\">C++ and C reference</a>. The search of this site finds their names, too.\n\n" \
           "| group | contents |\n|---|---|\n"
    for title, page, brief in groups(xml_folder):
        brief = brief.replace("|", "\\|").replace("<", "&lt;")
        text += f"| <a href=\"../api/{page}\">{title}</a> | {brief} |\n"
    return text + "\n[`<hg/hg.h>`](hg.h.md) and the [Fortran module](hg.f90.md) as they are installed.\n"


def all_pages(root, headers, python, xml_folder):
    """All pages, and the broken links found on the way."""
    site = Site(root)
    site.add_tree()
    for name in ("hg.h", "hg.f90"):
        text = (headers / name).read_text(encoding="utf-8")
        site.pages[f"reference/{name}.md"] = listing(name, text, os.path.splitext(name)[1])
    site.pages["reference/api.md"] = api_page(xml_folder)
    site.pages["reference/python-docstrings.md"] = python_reference(python)
    added = [("C++ and C headers", "reference/api.md"), ("Python docstrings", "reference/python-docstrings.md")]
    site.pages["index.md"] += navigation(site.tree, added)
    return site.pages, site.faults
