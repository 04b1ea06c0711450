#!/usr/bin/python3
"""Makes the archive of kernels that ship compiled by NVIDIA's driver, and its manifest: see
docs/design/kernels.md.

    collect.py rebuild HGCTL MANIFEST.json ARCHIVE.tar.xz [NAME...]
        Compiles the instructions that MANIFEST lists, and those named, on this machine's device, writes both
        files and reports what changed.
    collect.py add KERNELS CUDA_CACHE MANIFEST.json ARCHIVE.tar.xz
        Adds what hgctl has compiled into KERNELS, hg's cache folder, and CUDA_CACHE, the driver's own
        (CUDA_CACHE_PATH). Both were empty before. MANIFEST and ARCHIVE are created if they do not exist.
    collect.py drop MANIFEST.json DIGEST...
        Removes kernels from MANIFEST, for example those whose sources have changed. Needs neither device nor
        archive.

hg's cache contains the instruction's name, the source and the driver's intermediate code (PTX) of each
kernel. The driver's cache contains the device code, stored behind the PTX from which it was made.
"""

import concurrent.futures
import os
import struct
import subprocess
import sys
import tempfile

import archive

HEADER = struct.Struct("<8sQQQQ")  # magic, bytes of the key, of the name, of the binary, checksum
MAGIC = b"hgkern2\n"
AT_ONCE = 16  # names on a command line
PROCESSES = 8  # the driver compiles one kernel at a time in each


def read_kernel(path):
    """The instruction, the driver's version, "OPTIONS newline SOURCE", and the PTX of a file of hg's
    cache."""
    with open(path, "rb") as file:
        content = file.read()
    magic, key_bytes, name_bytes, _, _ = HEADER.unpack_from(content)
    if magic != MAGIC:
        raise SystemExit(f"{path}: is not a kernel of this version of hg")
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


def by_kind_and_digest(listed):
    return {(archive.kind(described), described["digest"]): described for described in listed}


def unchanged(old, new):
    """`new`, with the entries of `old` for kernels that have the same code: their dates stay."""
    before = by_kind_and_digest(old)
    kept = [before.get((archive.kind(described), described["digest"]), described) for described, _ in new]
    return [(was if was["code"] == described["code"] else described, code)
            for was, (described, code) in zip(kept, new)]


def compare(old, new):
    """Prints what a rebuild changed, by instruction."""
    before, after = by_kind_and_digest(old), by_kind_and_digest(described for described, _ in new)
    same = [key for key in before if key in after and before[key]["code"] == after[key]["code"]]
    print(f"{len(same)} of {len(before)} kernels have the same code")
    for key, described in sorted(before.items(), key=lambda item: item[1]["instruction"]):
        if key not in after:
            print(f"{described['instruction']}: not compiled, or its source has changed")
        elif key not in same:
            print(f"{described['instruction']}: other code, by driver {described['driver']}, now "
                  f"{after[key]['driver']}")
    for key, described in after.items():
        if key not in before:
            print(f"{described['instruction']}: new")


def warm(hgctl, names, kernels, cuda_cache):
    """Each process has a driver's cache of its own. hgctl reports what fails; those kernels are missing from
    what is collected."""
    def run(first):
        own = os.path.join(cuda_cache, str(first))
        os.mkdir(own)
        environment = {**os.environ, "HG_CACHE_DIR": kernels, "CUDA_CACHE_MAXSIZE": str(1 << 32),
                       "CUDA_CACHE_PATH": own}
        chosen = ",".join(names[first : first + AT_ONCE])
        subprocess.run([hgctl, "warm", "--kernels", chosen], env=environment, check=False)

    with concurrent.futures.ThreadPoolExecutor(PROCESSES) as pool:
        list(pool.map(run, range(0, len(names), AT_ONCE)))


def rebuild(hgctl, manifest, path, *further):
    old = archive.read_manifest(manifest)
    names = sorted({described["instruction"] for described in old} | set(further))
    with tempfile.TemporaryDirectory() as kernels, tempfile.TemporaryDirectory() as cuda_cache:
        warm(hgctl, names, kernels, cuda_cache)
        new = collected(kernels, cuda_cache)
    if not new:
        raise SystemExit("no kernel was compiled for an NVIDIA device")
    new = unchanged(old, new)
    archive.write(manifest, path, new)
    compare(old, new)
    print(f"{path}: {len(new)} kernels, {os.path.getsize(path)} bytes")


def add(kernels, cuda_cache, manifest, path):
    listed = archive.read_manifest(manifest) if os.path.exists(manifest) else []
    old = archive.read(manifest, path) if listed else []
    if len(old) < len(listed):
        raise SystemExit(
            f"{path}: lacks {len(listed) - len(old)} of the kernels that {manifest} lists; run collect.py "
            "rebuild")
    new = {(archive.kind(described), described["digest"]): (described, code)
           for described, code in old + collected(kernels, cuda_cache)}
    archive.write(manifest, path, new.values())
    print(f"{path}: {len(new)} kernels, {len(new) - len(old)} of them new, {os.path.getsize(path)} bytes")


def drop(manifest, *digests):
    listed = archive.read_manifest(manifest)
    unknown = set(digests) - {described["digest"] for described in listed}
    if unknown:
        raise SystemExit(f"{manifest}: does not list {', '.join(sorted(unknown))}")
    archive.write_manifest(manifest,
                           [described for described in listed if described["digest"] not in digests])


def main(command="", *arguments):
    commands = {"rebuild": rebuild, "add": add, "drop": drop}
    if command not in commands:
        raise SystemExit(__doc__)
    commands[command](*arguments)


if __name__ == "__main__":
    main(*sys.argv[1:])
