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
            # Each step back in a compressed file would decompress it from its beginning: it is read in its own order.
            with tarfile.open(path) as kernels:
                binaries = {member.name: kernels.extractfile(member).read() for member in kernels if member.isfile()}
            for name, binary in sorted(binaries.items()):
                kind, digest = os.path.split(name)
                archive.write(f"{digest} {len(binary)} {kind}\n".encode())
                archive.write(binary)


main(sys.argv[1], sys.argv[2:])
