#!/usr/bin/python3
"""Writes the archive of compiled kernels that is built into the library.

    unpack.py OUTPUT [FILE.tar.xz...]

Each FILE has a folder named after the kind of device and driver, with a file for each kernel, named by the digest of its
build options and source. OUTPUT is a line `DIGEST BYTES KIND` for each kernel, followed by its bytes.
"""

import os
import sys
import tarfile


def main(output, packed):
    with open(output, "wb") as archive:
        for path in sorted(packed):
            with tarfile.open(path) as kernels:
                for member in sorted(kernels.getmembers(), key=lambda member: member.name):
                    if not member.isfile():
                        continue
                    kind, digest = os.path.split(member.name)
                    binary = kernels.extractfile(member).read()
                    archive.write(f"{digest} {len(binary)} {kind}\n".encode())
                    archive.write(binary)


main(sys.argv[1], sys.argv[2:])
