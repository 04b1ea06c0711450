"""An archive of compiled kernels: NAME.tar.xz with the code of each, by its digest, and NAME.json with where it is from."""

import datetime
import hashlib
import io
import json
import os
import tarfile

FORMAT = "hg compiled kernels 1"
FIELDS = ["instruction", "digest", "architecture", "driver", "date", "code"]


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def entry(instruction, text, architecture, driver, code):
    """What the manifest says of a kernel; `text` is its build options, a line end and its source."""
    return {
        "instruction": instruction,
        "digest": sha256(text),
        "architecture": architecture,
        "driver": driver,
        "date": datetime.date.today().isoformat(),
        "code": sha256(code),
    }


def kind(described):
    """Of the devices and drivers that take a kernel: drivers of one branch agree on what code looks like."""
    return f"{described['architecture']} driver {described['driver'].split('.')[0]}"


def manifest_of(path):
    return path.removesuffix(".tar.xz") + ".json"


def read(path):
    """[(what the manifest says, code)]. Ends the process if the two files don't belong together."""
    with open(manifest_of(path), encoding="utf-8") as file:
        manifest = json.load(file)
    if manifest["format"] != FORMAT:
        raise SystemExit(f"{manifest_of(path)}: is not of the format '{FORMAT}'")
    # Each step back in a compressed file would decompress it from its beginning: it is read in its own order.
    with tarfile.open(path) as packed:
        codes = {member.name: packed.extractfile(member).read() for member in packed if member.isfile()}
    kernels = []
    for described in manifest["kernels"]:
        name = os.path.join(kind(described), described["digest"])
        code = codes.pop(name, b"")
        if sha256(code) != described["code"]:
            raise SystemExit(f"{path}: {name} is not the code of {described['instruction']} that {manifest_of(path)} lists")
        kernels.append((described, code))
    if codes:
        raise SystemExit(f"{path}: {manifest_of(path)} lacks {', '.join(sorted(codes))}")
    return kernels


def write(path, kernels):
    """Kernels alike stand side by side, which makes the archive small."""
    kernels = sorted(kernels, key=lambda kernel: (kernel[0]["instruction"], kernel[0]["digest"]))
    with tarfile.open(path, "w:xz", preset=9) as packed:
        for described, code in kernels:
            member = tarfile.TarInfo(os.path.join(kind(described), described["digest"]))
            member.size = len(code)
            packed.addfile(member, io.BytesIO(code))
    lines = [json.dumps({field: described[field] for field in FIELDS}) for described, _ in kernels]
    with open(manifest_of(path), "w", encoding="utf-8") as file:
        file.write(f'{{"format": "{FORMAT}", "kernels": [\n' + ",\n".join(lines) + "\n]}\n")
