"""check.py SITE: names each link and anchor in the pages of a built site that leads nowhere, and each element
that would load anything from a network."""

import html
import os
import pathlib
import re
import sys
import urllib.parse

ELEMENT = re.compile(r"<([a-z]+)\s([^>]*)>")
ATTRIBUTE = re.compile(r'\b(href|src|data|id|name)="([^"]*)"')
SCHEME = re.compile(r"([a-z]+:)?//|[a-z]+:")


def read(path):
    """(links as (element, target), anchors) of a page."""
    links, anchors = [], set()
    text = re.sub(r"<script\b[^>]*>.*?</script>|<!--.*?-->|<svg\b.*?</svg>", "",
                  path.read_text(encoding="utf-8"), flags=re.DOTALL)
    for element, attributes in ELEMENT.findall(text):
        for attribute, value in ATTRIBUTE.findall(attributes):
            value = html.unescape(value)
            if attribute in ("id", "name"):
                anchors.add(value)
            else:
                links.append((element, value))
    return links, anchors


def style_faults(site):
    for path in sorted(site.rglob("*.css")):
        for link in re.findall(r"""url\(\s*['"]?([^'")]+)""", path.read_text(encoding="utf-8")):
            target = path.parent / link.partition("?")[0].partition("#")[0]
            if not link.startswith(("data:", "#")) and (link.startswith("/") or not target.is_file()):
                yield f"{path.relative_to(site)}: url({link}) leads nowhere"


def faults(site):
    site = pathlib.Path(site)
    yield from style_faults(site)
    found = {path.relative_to(site).as_posix(): read(path) for path in site.rglob("*.html")}
    for page, (links, _) in sorted(found.items()):
        for element, link in dict.fromkeys(links):
            if SCHEME.match(link):
                if element != "a" and not link.startswith(("javascript:", "data:")):
                    yield f"{page}: <{element}> loads {link}"
                continue
            path, _, anchor = urllib.parse.unquote(link).partition("#")
            path = path.partition("?")[0]
            target = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
            if not (site / target).is_file():
                yield f"{page}: the link {link} leads nowhere"
            # Doxygen links to a list of nested classes that it writes only in some pages.
            elif anchor == "nested-classes" and page.startswith("api/"):
                continue
            elif anchor and target in found and anchor not in found[target][1]:
                yield f"{page}: the link {link} leads to no anchor"


if __name__ == "__main__":
    lines = list(faults(sys.argv[1]))
    print(*lines, sep="\n", end="\n" if lines else "")
    sys.exit(1 if lines else 0)
