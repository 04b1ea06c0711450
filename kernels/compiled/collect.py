#!/usr/bin/python3
"""Collects kernels as NVIDIA's driver compiled them, to ship them with hg: see docs/kernels.md.

    collect.py KERNELS CUDA_CACHE OUTPUT.tar.xz [--add]

KERNELS is hg's cache folder, CUDA_CACHE the driver's own (CUDA_CACHE_PATH). Both were empty before `hgctl warm`, and hold
what it compiled. hg's has the source and the driver's intermediate code (PTX) of each kernel. The driver's has the code of
the device, behind the PTX that it was made of. --add keeps what OUTPUT holds: KERNELS then needs the others alone.
"""

import io
import os
import struct
import sys
import tarfile

HEADER = struct.Struct("<8sQQQ")  # of hg's cache files: magic, bytes of the key, bytes of the binary, checksum


def fnv1a(data, value):
    for byte in data:
        value = ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return value


def digest(data):
    """As runtime/program/base/fnv1a.hpp has it."""
    return f"{fnv1a(data, 0xCBF29CE484222325):016x}{fnv1a(data, 0x9E3779B97F4A7C15):016x}"


def read_kernel(path):
    """The driver's version, "OPTIONS newline SOURCE", and the PTX of a file of hg's cache."""
    content = open(path, "rb").read()
    _, key_bytes, _, _ = HEADER.unpack_from(content)
    key = content[HEADER.size : HEADER.size + key_bytes]
    _platform, _name, driver, _version, text = key.split(b"\n", 4)
    return driver.decode(), text, content[HEADER.size + key_bytes :].rstrip(b"\0")


def elf_bytes(content, at):
    """The ELF file that begins there: its section headers end it."""
    (sections_at,) = struct.unpack_from("<Q", content, at + 0x28)
    size, count = struct.unpack_from("<HH", content, at + 0x3A)
    (segments_at,) = struct.unpack_from("<Q", content, at + 0x20)
    segment_size, segments = struct.unpack_from("<HH", content, at + 0x36)
    return content[at : at + max(sections_at + size * count, segments_at + segment_size * segments)]


def device_code(ptx, entries):
    """Other entries hold the PTX behind the source that it was made of."""
    for content in entries:
        at = content.find(ptx)
        elf = content.find(b"\x7fELF", at + len(ptx)) if at >= 0 else -1
        if elf >= 0:
            return elf_bytes(content, elf)
    return None


def architecture(ptx):
    """Of the device: kernels for sm_90a (see NewerPtx) are those of an sm_90."""
    for line in ptx.splitlines():
        if line.startswith(b".target"):
            return line.split()[1].rstrip(b",").decode().rstrip("a")
    raise SystemExit("a kernel is no PTX: only those of NVIDIA's driver can be collected")


def members_of(archive):
    """[(name, code)] of an archive."""
    with tarfile.open(archive) as packed:
        return [(member.name, packed.extractfile(member).read()) for member in packed]


def main(kernels, cuda_cache, output, *options):
    entries = [
        open(os.path.join(folder, name), "rb").read() for folder, _, names in os.walk(cuda_cache) for name in names
    ]
    missing = 0
    collected = dict(members_of(output)) if "--add" in options else {}
    for name in sorted(os.listdir(kernels)):
        if not name.endswith(".kernel"):
            continue
        driver, text, ptx = read_kernel(os.path.join(kernels, name))
        code = device_code(ptx, entries)
        if code is None:
            missing += 1
            continue
        collected[f"{architecture(ptx)} driver {driver.split('.')[0]}/{digest(text)}"] = code
    with tarfile.open(output, "w:xz", preset=9) as packed:
        for name, code in collected.items():
            member = tarfile.TarInfo(name)
            member.size = len(code)
            packed.addfile(member, io.BytesIO(code))
    print(f"{output}: {os.path.getsize(output)} bytes" + (f"; {missing} kernels were not found" if missing else ""))


main(*sys.argv[1:])
