"""build.py DOCS BUILD: builds the site of this tree's documents in DOCS/html, around the reference in api.

DOCS holds what Doxygen wrote (html/api and xml), and BUILD is a build of hg, with the generated headers and
the Python package. The script copies all Markdown pages to DOCS/source, adds pages for the files they link
to, and runs Sphinx. It fails if a link or an anchor leads nowhere. docs/README.md and
docs/measurements/README.md give the navigation its order.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

import check
import pages
import theme

ROOT = pathlib.Path(__file__).resolve().parents[2]


def main(docs, build):
    docs, build = pathlib.Path(docs).resolve(), pathlib.Path(build)
    settings = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    version = re.search(r"^project\(hg VERSION ([0-9.]+)", settings, re.MULTILINE)[1]
    source, site = docs / "source", docs / "html"
    shutil.rmtree(source, ignore_errors=True)
    made, faults = pages.all_pages(ROOT, build / "include/hg", build / "python/hg", docs / "xml")
    for path, text in made.items():
        target = source / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(text, pathlib.Path):
            shutil.copyfile(text, target)
        else:
            target.write_text(text, encoding="utf-8")
    environment = {**os.environ, "HG_VERSION": version, "HG_DOXYGEN_XML": str(docs / "xml")}
    sphinx = [sys.executable, "-B", "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html",
              "-c", str(ROOT / "docs/site"), "-d", str(docs / "doctrees"), str(source), str(site)]
    status = subprocess.run(sphinx, env=environment, check=False).returncode
    theme.complete(site)
    faults += check.faults(site)
    print(*faults, sep="\n", end="\n" if faults else "")
    return 1 if status or faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
