#!/usr/bin/python3
"""Writes the compiled kernels that are built into the library.

    unpack.py OUTPUT FOLDER [--require] [MANIFEST.json...]

OUTPUT holds, for each kernel that a MANIFEST lists and FOLDER/MANIFEST.tar.xz contains, a line
`DIGEST BYTES INSTRUCTION KIND` and then its bytes. With --require, unpack.py fails if a listed kernel is
missing.
"""

import os
import sys

import archive


def main(output, folder, *arguments):
    manifests = [argument for argument in arguments if argument != "--require"]
    with open(output, "wb") as file:
        for manifest in sorted(manifests):
            name = os.path.basename(manifest).removesuffix(".json")
            packed = os.path.join(folder, name + ".tar.xz")
            kernels = archive.read(manifest, packed)
            listed = len(archive.read_manifest(manifest))
            print(f"compiled kernels for {name}: {len(kernels)} of {listed}, from {packed}")
            if "--require" in arguments and len(kernels) < listed:
                raise SystemExit(
                    f"{packed}: lacks {listed - len(kernels)} of the kernels that {manifest} lists. "
                    "docs/design/kernels.md says how to compile them; configure with "
                    "-DHG_REQUIRE_COMPILED_KERNELS=OFF to build without them.")
            for described, code in kernels:
                line = (f"{described['digest']} {len(code)} {described['instruction']} "
                        f"{archive.kind(described)}\n")
                file.write(line.encode() + code)


main(*sys.argv[1:])
