"""Pages of the site that are made of sources: the docstrings of Python, and the way to what Doxygen wrote."""

import ast
import re
import textwrap
import xml.etree.ElementTree

PYTHON = """# Python docstrings

This is what `help()` shows. [Python module](python.md) lists the functions and their rules.
"""

API = """# C++ and C headers

The installed headers state the contracts of all functions and classes:
<a href="../api/index.html">C++ and C reference</a>. The search of this site finds their names, too.

| group | contents |
|---|---|
"""


def block(language, text):
    return f"\n```{language}\n{text}\n```\n"


def signature(function):
    text = f"{function.name}({ast.unparse(function.args)})"
    text += f" -> {ast.unparse(function.returns)}" if function.returns else ""
    lines = textwrap.wrap(text, 76, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
    return block("python", "\n".join(lines))


def described(node):
    """A docstring as Markdown: its examples and what is indented become blocks of code."""
    text = ""
    for paragraph in re.split(r"\n\s*\n", ast.get_docstring(node) or ""):
        if paragraph.startswith(">>>"):
            text += block("pycon", paragraph)
        elif paragraph.startswith(" "):
            text += block("text", textwrap.dedent(paragraph))
        else:
            text += "\n" + re.sub(r"([*<\[\]|])", r"\\\1", paragraph) + "\n"
    return text


def definitions(package):
    """The functions and classes that the package exports, by name."""
    found, exported = {}, set()
    for path in sorted(package.glob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                found.setdefault(node.name, node)
                if path.name == "_routines.py" and not node.name.startswith("_"):
                    exported.add(node.name)
            if path.name == "__init__.py" and isinstance(node, ast.ImportFrom):
                exported |= {name.asname or name.name for name in node.names}
    return {name: found[name] for name in sorted(exported & set(found), key=str.lower)}


def public_methods(node):
    return [member for member in node.body if isinstance(member, ast.FunctionDef)
            and (member.name == "__init__" or not member.name.startswith("_"))]


def python_page(package):
    """Every function and class of the Python package with its docstring."""
    text = PYTHON
    for name, node in definitions(package).items():
        text += f"\n## {name}\n"
        members = [node]
        if isinstance(node, ast.ClassDef):
            text += described(node)
            members = public_methods(node)
        for member in members:
            text += signature(member) + described(member)
    return text


def groups(xml_folder):
    """(title, page, description) of each group of the C++ and C reference."""
    for path in sorted(xml_folder.glob("group__*.xml")):
        compound = xml.etree.ElementTree.parse(path).getroot().find("compounddef")
        texts = [text for kind in ("briefdescription", "detaileddescription")
                 for text in compound.find(kind).itertext()]
        yield compound.findtext("title"), path.with_suffix(".html").name, " ".join("".join(texts).split())


def api_page(xml_folder):
    text = API
    for title, page, description in groups(xml_folder):
        description = description.replace("|", "\\|").replace("<", "&lt;")
        text += f'| <a href="../api/{page}">{title}</a> | {description} |\n'
    return text + "\n[`<hg/hg.h>`](hg.h.md) and the [Fortran module](hg.f90.md) as they are installed.\n"
