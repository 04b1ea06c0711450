"""check.py FOLDER: what Doxygen itself does not check of the reference that it wrote there.

Each value of an enumeration has a comment; each link leads to a page of the reference, or of the site around
it, which `./hg docs` makes of this tree's documents; and no page loads anything from a network. Names what is
wrong, a line each."""

import os
import re
import sys
import xml.etree.ElementTree

LINK = re.compile(r'<(\w+)\s[^>]*?(?:href|src|data)="([^"]*)"')
SCHEME = re.compile(r"([a-z]+:)?//|[a-z]+:")


def files(folder, ending):
    names = sorted(os.listdir(folder))
    found = [os.path.join(folder, name) for name in names if name.endswith(ending)]
    if not found:
        sys.exit(f"{folder}: holds no {ending} files")
    return found


def bare_values(path):
    """The values of enumerations in an XML file that have no comment."""
    root = xml.etree.ElementTree.parse(path).getroot()
    for enumeration in root.iter("memberdef"):
        for value in enumeration.iter("enumvalue"):
            texts = value.find("briefdescription"), value.find("detaileddescription")
            if not any("".join(text.itertext()).strip() for text in texts):
                place = enumeration.find("location")
                yield (f"{place.get('file')}:{place.get('line')}: "
                       f"{enumeration.findtext('name')}::{value.findtext('name')} has no comment")


def leads_to_page(folder, target):
    """True if a link from a page of `folder` leads to a file there or, behind ../, to a page of the site."""
    if not target.startswith("../"):
        return os.path.exists(os.path.join(folder, target))
    page = target[3:].removesuffix(".html")
    return os.path.exists("README.md" if page == "index" else f"docs/{page}.md")


def bad_links(path):
    with open(path, encoding="utf-8") as page:
        for element, link in LINK.findall(page.read()):
            target = link.split("#")[0]
            if SCHEME.match(link):
                if element != "a" and not link.startswith("javascript:"):
                    yield f"{path}: <{element}> loads {link}"
            elif target and not leads_to_page(os.path.dirname(path), target):
                yield f"{path}: {link} leads nowhere"


def main(folder):
    pages = files(os.path.join(folder, "html", "api"), ".html")
    faults = [fault for path in files(os.path.join(folder, "xml"), ".xml") for fault in bare_values(path)]
    faults += [fault for path in pages for fault in bad_links(path)]
    print("\n".join(sorted(set(faults))), end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
