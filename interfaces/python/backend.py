"""What pip calls to install the package `hg` (PEP 517 and PEP 660).

`pip install -e interfaces/python` installs a link to this folder. A wheel is made from an installed tree with
hg's libraries and those that they need: `./hg wheel` builds that tree and names it in WHEEL_TREE. The
wheel's platform tag names the oldest glibc that all its libraries run with.
"""

from __future__ import annotations

import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = HERE.parents[1]
VERSION = re.search(r"project\(hg VERSION ([\d.]+)", (SOURCES / "CMakeLists.txt").read_text()).group(1)
NAME = "hg_linalg"
INFO = f"{NAME}-{VERSION}.dist-info"
METADATA = f"""Metadata-Version: 2.1
Name: {NAME.replace("_", "-")}
Version: {VERSION}
Summary: Dense and sparse linear algebra for NumPy arrays on all GPUs of a node
License: Apache-2.0
Requires-Python: >=3.9
Requires-Dist: numpy>=1.20
Description-Content-Type: text/markdown

"""
# The newest glibc that a wheel may need: that of Debian 12.
NEWEST_GLIBC = (2, 36)


def needed_glibc(libraries: list[pathlib.Path]) -> tuple[int, int]:
    """The oldest glibc that has all versioned symbols of these libraries. libstdc++ counts as the glibc of
    the first Linux distributions that had its version (PEP 600)."""
    symbols = subprocess.run(["objdump", "--dynamic-syms", *libraries], check=True, capture_output=True,
                             text=True).stdout
    needed = {(int(major), int(minor)) for major, minor in re.findall(r"\bGLIBC_(\d+)\.(\d+)", symbols)}
    newest_cxx = max(map(int, re.findall(r"\bGLIBCXX_3\.4\.(\d+)", symbols)), default=0)
    if newest_cxx > 30:
        raise RuntimeError(f"hg: the libraries need GLIBCXX_3.4.{newest_cxx}, which Debian 12 lacks")
    needed.add((2, 35) if newest_cxx == 30 else (2, 34) if newest_cxx == 29 else (2, 31))
    if max(needed) > NEWEST_GLIBC:
        raise RuntimeError(f"hg: the libraries need glibc {max(needed)}, newer than {NEWEST_GLIBC}")
    return max(needed)


def bundled(tree: pathlib.Path) -> dict[str, pathlib.Path]:
    """The files of a wheel that come from an installed tree, by their places in the wheel. The loader looks
    for libraries by their sonames, so links are left out."""
    files = {}
    for library in sorted((tree / "lib").glob("lib*.so*")):
        if not library.is_symlink():
            files[f"hg/lib/{soname(library)}"] = library
    for licence in sorted((tree / "share/doc/hg/third-party").iterdir()):
        if licence.name == "vega.txt":
            continue  # hgctl alone has Vega
        files[f"{INFO}/licenses/{licence.name}"] = licence
    return files


def soname(library: pathlib.Path) -> str:
    header = subprocess.run(["objdump", "--private-headers", library], check=True, capture_output=True,
                            text=True).stdout
    found = re.search(r"SONAME\s+(\S+)", header)
    return found.group(1) if found else library.name


def write_routines(folder: pathlib.Path) -> None:
    """Writes _routines.py, which the build makes from the table of routines."""
    with tempfile.TemporaryDirectory() as others:
        subprocess.run([sys.executable, "-B", HERE.parent / "generate.py", others, others, folder],
                       check=True)


def write_wheel(folder: str, tag: str, files: dict[str, bytes | pathlib.Path]) -> str:
    """Writes a wheel of these files and its own; returns its name."""
    files = files | {
        f"{INFO}/METADATA": (METADATA + (SOURCES / "README.md").read_text()).encode(),
        f"{INFO}/WHEEL": f"Wheel-Version: 1.0\nGenerator: hg\nRoot-Is-Purelib: false\nTag: {tag}\n".encode(),
        f"{INFO}/licenses/LICENSE": SOURCES / "LICENSE"}
    name = f"{NAME}-{VERSION}-{tag}.whl"
    record = []
    with zipfile.ZipFile(pathlib.Path(folder) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for place, file in files.items():
            content = file if isinstance(file, bytes) else file.read_bytes()
            wheel.writestr(place, content)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            record.append(f"{place},sha256={digest},{len(content)}\n")
        wheel.writestr(f"{INFO}/RECORD", "".join(record) + f"{INFO}/RECORD,,\n")
    return name


def build_wheel(wheel_directory: str, config_settings: dict | None = None,
                metadata_directory: str | None = None) -> str:
    if "WHEEL_TREE" not in os.environ:
        raise RuntimeError("hg: a wheel holds hg's libraries, which pip does not compile: run ./hg wheel. "
                           "To use a build of this tree, run pip install -e.")
    files = bundled(pathlib.Path(os.environ["WHEEL_TREE"]))
    major, minor = needed_glibc([file for place, file in files.items() if place.startswith("hg/lib/")])
    with tempfile.TemporaryDirectory() as made:
        write_routines(pathlib.Path(made))
        for file in [*sorted((HERE / "hg").glob("*.py*")), *sorted((HERE / "hg").glob("py.typed")),
                     pathlib.Path(made) / "_routines.py"]:
            files[f"hg/{file.name}"] = file
        return write_wheel(wheel_directory, f"py3-none-manylinux_{major}_{minor}_x86_64", files)


def build_editable(wheel_directory: str, config_settings: dict | None = None,
                   metadata_directory: str | None = None) -> str:
    write_routines(HERE / "hg")
    return write_wheel(wheel_directory, "py3-none-any", {f"{NAME}.pth": f"{HERE}\n".encode()})


if __name__ == "__main__":
    print(build_wheel(sys.argv[1]))
