"""build.py DOCS HEADERS PYTHON VERSION: the site of these documents, in DOCS/html.

DOCS holds what Doxygen wrote, DOCS/html/api and DOCS/xml; HEADERS is the folder of hg.h and hg.f90, and PYTHON the
one of the Python package. The script copies all Markdown pages, with pages that it makes for what they link to, to
DOCS/source, has Sphinx build the site, and fails if a link or an anchor leads nowhere. docs/README.md and
docs/measurements/README.md give the navigation its order.
"""

import os
import pathlib
import shutil
import subprocess
import sys

import check
import pages

ROOT = pathlib.Path(__file__).resolve().parents[2]


def main(docs, headers, python, version):
    docs = pathlib.Path(docs).resolve()
    source, site = docs / "source", docs / "html"
    shutil.rmtree(source, ignore_errors=True)
    made, faults = pages.all_pages(ROOT, pathlib.Path(headers), pathlib.Path(python), docs / "xml")
    for path, text in made.items():
        target = source / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(text, pathlib.Path):
            shutil.copyfile(text, target)
        else:
            target.write_text(text, encoding="utf-8")
    environment = {**os.environ, "HG_VERSION": version, "HG_DOXYGEN_XML": str(docs / "xml")}
    sphinx = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-c", str(ROOT / "docs/site"),
              "-d", str(docs / "doctrees"), "-b", "html", str(source), str(site)]
    status = subprocess.run(sphinx, env=environment, check=False).returncode
    faults += check.faults(site)
    print(*faults, sep="\n", end="\n" if faults else "")
    return 1 if status or faults else 0


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    sys.exit(main(*sys.argv[1:]))
