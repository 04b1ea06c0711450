"""Lets pip write hg/_routines.py, as the build does in its own tree, if the package lies in hg's tree."""

import pathlib
import subprocess
import sys
import tempfile

from setuptools import setup

HERE = pathlib.Path(__file__).resolve().parent
GENERATOR = HERE.parent / "generate.py"

if GENERATOR.exists():
    with tempfile.TemporaryDirectory() as others:
        subprocess.run([sys.executable, "-B", GENERATOR, others, others, HERE / "hg"], check=True)
setup()
