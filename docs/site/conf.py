"""Sphinx's settings for the site that docs/site/build.py makes."""

import os
import pathlib
import re
import xml.etree.ElementTree

from docutils import nodes
from docutils.utils import new_document
from sphinx.search import IndexBuilder

project = "hg"
version = release = os.environ["HG_VERSION"]
copyright = "the authors of hg"
html_title = f"hg {version}"
language = "en"

extensions = ["myst_parser"]
# The anchors of headings are GitHub's.
myst_heading_anchors = 6
smartquotes = False
highlight_language = "text"
# Blocks of program text and of console output have no lexer of their own.
suppress_warnings = ["misc.highlighting_failure"]

html_theme = "furo"
html_static_path = [os.path.join(os.path.dirname(os.path.abspath(__file__)), "static")]
html_css_files = ["site.css"]
html_theme_options = {"navigation_with_keys": True}
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
html_search_scorer = os.path.join(os.path.dirname(os.path.abspath(__file__)), "scorer.js")
html_use_index = False
html_domain_indices = False
pygments_style = "default"
pygments_dark_style = "monokai"


def members_of(compound):
    """(anchor, name, text) of the documented members of a compound of Doxygen, each name once."""
    seen = set()
    for member in compound.iter("memberdef"):
        page, _, anchor = member.get("id").rpartition("_1")
        name = member.findtext("name")
        if page != compound.get("id") or member.get("prot") == "private" or name in seen:
            continue
        seen.add(name)
        texts = [member.find("briefdescription"), member.find("detaileddescription")]
        texts += [value.find("name") for value in member.iter("enumvalue")]
        yield anchor, name, " ".join("".join(text.itertext()) for text in texts if text is not None)


def index_api(app):
    """Gives the search the names and texts of the reference that Doxygen wrote."""
    indexer, added = app.builder.indexer, set()
    for path in sorted(pathlib.Path(os.environ["HG_DOXYGEN_XML"]).glob("*.xml")):
        compound = xml.etree.ElementTree.parse(path).getroot().find("compounddef")
        if compound is None or compound.get("kind") not in ("class", "struct", "group"):
            continue
        name = compound.findtext("title") or compound.findtext("compoundname")
        page = nodes.section("", nodes.title(text=name), ids=[""])
        page += nodes.paragraph(text="".join(compound.find("detaileddescription").itertext()))
        for anchor, member, text in members_of(compound):
            page += nodes.section("", nodes.title(text=member), nodes.paragraph(text=text), ids=[anchor])
        document = new_document(str(path))
        document += page
        added.add(f"api/{path.stem}")
        indexer.feed(f"api/{path.stem}", f"api/{path.stem}.html", name, document)
    # Sphinx prunes pages that it did not write itself.
    indexer.prune = lambda pages: IndexBuilder.prune(indexer, {*pages, *added})
    return []


def mark_wide_pictures(app, doctree):
    """Pictures that would be too small to read in the width of the text scroll instead."""
    for image in doctree.findall(nodes.image):
        path = pathlib.Path(app.srcdir, image["uri"])
        text = path.read_text(encoding="utf-8") if path.suffix == ".svg" and path.is_file() else ""
        width = re.search(r'<svg[^>]*? width="(\d+)"', text)
        if width and int(width[1]) > 1000:
            image["classes"].append("wide")
            image.parent["classes"].append("scrolls")


def setup(app):
    app.connect("doctree-read", mark_wide_pictures)
    app.connect("html-collect-pages", index_api)
