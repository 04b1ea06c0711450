"""The pages of the site as Markdown, by path: the tree's own, and pages of files they link to."""

import os
import posixpath
import re

import navigation
import references

LINK = re.compile(r"(?<=\]\()([^)\s#]+)(#[^)\s]*)?(?=\))")
LANGUAGES = {".cpp": "cpp", ".hpp": "cpp", ".c": "c", ".h": "c", ".f90": "fortran", ".py": "python"}
# Pages that are reached by links only.
OUTSIDE_NAVIGATION = ("decisions/", "pages.md")
ORPHAN = "---\norphan: true\n---\n"
ROOT_PAGES = ("CONTRIBUTING.md", "CHANGELOG.md")


def place(path):
    """Where the site has a page of the tree."""
    path = path.removeprefix("docs/") if path != "docs/README.md" else "pages.md"
    folder, name = posixpath.split(path)
    return posixpath.join(folder, "index.md") if name == "README.md" else path


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


def title_of(path):
    """The heading of a page, or the name of another file."""
    heading = re.match(r"# (.*)", path.read_text(encoding="utf-8")) if path.suffix == ".md" else None
    return heading[1] if heading else path.name


def folder_listing(name, folder):
    """The page of a folder that has no README.md."""
    links = [f"- [{title_of(path)}]({path.name})\n" for path in sorted(folder.iterdir()) if path.is_file()]
    return f"{ORPHAN}# {name.capitalize()}\n\n{''.join(links)}"


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
                self.pages[page] = ORPHAN
                text = folder_listing(path.removeprefix("docs/"), full)
                self.pages[page] = self.with_links(text, f"{path}/README.md", page)
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


def all_pages(root, headers, python, xml_folder):
    """All pages, and the broken links found on the way."""
    site = Site(root)
    site.add_tree()
    for name in ("hg.h", "hg.f90"):
        text = (headers / name).read_text(encoding="utf-8")
        site.pages[f"reference/{name}.md"] = listing(name, text, os.path.splitext(name)[1])
    site.pages["reference/api.md"] = references.api_page(xml_folder)
    site.pages["reference/python-docstrings.md"] = references.python_page(python)
    site.pages["index.md"] += navigation.toctrees(site.tree, place)
    return site.pages, site.faults
