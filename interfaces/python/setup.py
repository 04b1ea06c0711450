"""Writes hg/_routines.py if the package is in hg's source tree, so that `pip install` gets a complete
package."""

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
