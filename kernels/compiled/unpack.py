#!/usr/bin/python3
"""Writes the archive of compiled kernels that is built into the library.

    unpack.py OUTPUT [FILE.tar.xz...]

OUTPUT is a line `DIGEST BYTES INSTRUCTION KIND` for each kernel, followed by its bytes.
"""

import sys

import archive


def main(output, packed):
    with open(output, "wb") as file:
        for path in sorted(packed):
            for described, code in archive.read(path):
                line = f"{described['digest']} {len(code)} {described['instruction']} {archive.kind(described)}\n"
                file.write(line.encode() + code)


main(sys.argv[1], sys.argv[2:])
