"""Compiled kernels: a manifest in the source tree, NAME.json,
and their code in an archive beside the tree, NAME.tar.xz."""

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
    """The manifest's entry for a kernel; `text` is its build options, a newline and its source."""
    return {
        "instruction": instruction,
        "digest": sha256(text),
        "architecture": architecture,
        "driver": driver,
        "date": datetime.date.today().isoformat(),
        "code": sha256(code),
    }


def kind(described):
    """The devices and drivers that accept a kernel: drivers of one branch agree on the format of the code."""
    return f"{described['architecture']} driver {described['driver'].split('.')[0]}"


def member(described):
    return os.path.join(kind(described), described["digest"])


def read_manifest(path):
    with open(path, encoding="utf-8") as file:
        manifest = json.load(file)
    if manifest["format"] != FORMAT:
        raise SystemExit(f"{path}: is not of the format '{FORMAT}'")
    return manifest["kernels"]


def read(manifest, archive):
    """[(entry, code)] of the kernels that `manifest` lists and `archive` holds; [] if there is no archive."""
    codes = {}
    if os.path.exists(archive):
        # Seeking back in a compressed file decompresses it from the beginning: members are read in order.
        with tarfile.open(archive) as packed:
            codes = {file.name: packed.extractfile(file).read() for file in packed if file.isfile()}
    found = [(described, codes.get(member(described), b"")) for described in read_manifest(manifest)]
    return [(described, code) for described, code in found if sha256(code) == described["code"]]


def write_manifest(path, entries):
    lines = [json.dumps({field: described[field] for field in FIELDS}) for described in entries]
    with open(path, "w", encoding="utf-8") as file:
        file.write(f'{{"format": "{FORMAT}", "kernels": [\n' + ",\n".join(lines) + "\n]}\n")


def write(manifest, archive, kernels):
    """Similar kernels are neighbours, which makes the archive small."""
    kernels = sorted(kernels, key=lambda kernel: (kernel[0]["instruction"], kernel[0]["digest"]))
    with tarfile.open(archive, "w:xz", preset=9) as packed:
        for described, code in kernels:
            file = tarfile.TarInfo(member(described))
            file.size = len(code)
            packed.addfile(file, io.BytesIO(code))
    write_manifest(manifest, [described for described, _ in kernels])
