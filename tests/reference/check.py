"""check.py FOLDER: what Doxygen itself does not check of the reference that it wrote there.

Each value of an enumeration has a comment; each link to a file of this tree leads to one; and no page loads
anything from a network. Names what is wrong, a line each."""

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


def bad_links(path):
    with open(path, encoding="utf-8") as page:
        for element, link in LINK.findall(page.read()):
            target = link.split("#")[0]
            if SCHEME.match(link):
                if element != "a" and not link.startswith("javascript:"):
                    yield f"{path}: <{element}> loads {link}"
            elif target and not os.path.exists(os.path.join(os.path.dirname(path), target)):
                yield f"{path}: {link} leads nowhere"


def main(folder):
    faults = [fault for path in files(os.path.join(folder, "xml"), ".xml") for fault in bare_values(path)]
    faults += [fault for path in files(os.path.join(folder, "html"), ".html") for fault in bad_links(path)]
    print("\n".join(sorted(set(faults))), end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
