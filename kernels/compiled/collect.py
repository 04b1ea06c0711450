#!/usr/bin/python3
"""Makes the archive of kernels that ship compiled by NVIDIA's driver: see docs/kernels.md.

    collect.py rebuild HGCTL ARCHIVE.tar.xz OUTPUT.tar.xz
        Compiles the instructions that ARCHIVE lists anew, on the device of this machine, and compares.
    collect.py add KERNELS CUDA_CACHE ARCHIVE.tar.xz
        Adds what hgctl has compiled into KERNELS, hg's cache folder, and CUDA_CACHE, the driver's own (CUDA_CACHE_PATH).
        Both were empty before. ARCHIVE is made if it is not there.
    collect.py drop ARCHIVE.tar.xz DIGEST...
        Removes kernels, such as those whose sources have changed. Needs no device.

hg's cache has the instruction's name, the source and the driver's intermediate code (PTX) of each kernel. The driver's has
the code of the device, behind the PTX that it was made of.
"""

import os
import struct
import subprocess
import sys
import tempfile

import archive

HEADER = struct.Struct("<8sQQQQ")  # magic, bytes of the key, of the name, of the binary, checksum
MAGIC = b"hgkern2\n"
AT_ONCE = 64  # names on a command line


def read_kernel(path):
    """The instruction, the driver's version, "OPTIONS newline SOURCE", and the PTX of a file of hg's cache."""
    with open(path, "rb") as file:
        content = file.read()
    magic, key_bytes, name_bytes, _, _ = HEADER.unpack_from(content)
    if magic != MAGIC:
        raise SystemExit(f"{path}: is no kernel of this version of hg")
    key = content[HEADER.size : HEADER.size + key_bytes]
    _platform, _name, driver, _version, text = key.split(b"\n", 4)
    name_at = HEADER.size + key_bytes
    ptx_at = name_at + name_bytes
    return content[name_at:ptx_at].decode(), driver.decode(), text, content[ptx_at:].rstrip(b"\0")


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


def collected(kernels, cuda_cache):
    """[(what the manifest says, code)] of what was compiled."""
    entries = []
    for folder, _, names in os.walk(cuda_cache):
        for name in names:
            with open(os.path.join(folder, name), "rb") as file:
                entries.append(file.read())
    found = []
    for name in sorted(os.listdir(kernels)):
        if not name.endswith(".kernel"):
            continue
        instruction, driver, text, ptx = read_kernel(os.path.join(kernels, name))
        code = device_code(ptx, entries)
        if code is None:
            print(f"{instruction}: the driver's cache does not have its code")
        else:
            found.append((archive.entry(instruction, text, architecture(ptx), driver, code), code))
    return found


def by_digest(kernels):
    return {(archive.kind(described), described["digest"]): (described, code) for described, code in kernels}


def compare(old, new):
    """Prints what a rebuild changed, by instruction."""
    before, after = by_digest(old), by_digest(new)
    same = [key for key in before if key in after and before[key][1] == after[key][1]]
    print(f"{len(same)} of {len(before)} kernels have the same code")
    for key, (described, _) in sorted(before.items(), key=lambda item: item[1][0]["instruction"]):
        if key not in after:
            print(f"{described['instruction']}: not compiled, or of another source now")
        elif key not in same:
            drivers = f"{described['driver']}, now {after[key][0]['driver']}"
            print(f"{described['instruction']}: other code, by driver {drivers}")
    for key, (described, _) in after.items():
        if key not in before:
            print(f"{described['instruction']}: new")


def rebuild(hgctl, path, output):
    old = archive.read(path)
    names = sorted({described["instruction"] for described, _ in old})
    with tempfile.TemporaryDirectory() as kernels, tempfile.TemporaryDirectory() as cuda_cache:
        environment = {**os.environ, "HG_CACHE_DIR": kernels, "CUDA_CACHE_PATH": cuda_cache, "CUDA_CACHE_MAXSIZE": str(1 << 32)}
        for first in range(0, len(names), AT_ONCE):
            chosen = ",".join(names[first : first + AT_ONCE])
            # What fails is told by hgctl, and missing below.
            subprocess.run([hgctl, "warm", "--kernels", chosen], env=environment, check=False)
        new = collected(kernels, cuda_cache)
    if not new:
        raise SystemExit("nothing was compiled for a device of NVIDIA's")
    archive.write(output, new)
    compare(old, new)
    print(f"{output}: {len(new)} kernels, {os.path.getsize(output)} bytes")


def add(kernels, cuda_cache, path):
    all_kernels = by_digest(archive.read(path) if os.path.exists(path) else [])
    before = len(all_kernels)
    all_kernels |= by_digest(collected(kernels, cuda_cache))
    archive.write(path, all_kernels.values())
    print(f"{path}: {len(all_kernels)} kernels, {len(all_kernels) - before} of them new, {os.path.getsize(path)} bytes")


def drop(path, *digests):
    kernels = archive.read(path)
    unknown = set(digests) - {described["digest"] for described, _ in kernels}
    if unknown:
        raise SystemExit(f"{path}: has no kernel {', '.join(sorted(unknown))}")
    archive.write(path, [kernel for kernel in kernels if kernel[0]["digest"] not in digests])


def main(command="", *arguments):
    commands = {"rebuild": rebuild, "add": add, "drop": drop}
    if command not in commands:
        raise SystemExit(__doc__)
    commands[command](*arguments)


if __name__ == "__main__":
    main(*sys.argv[1:])
