"""A row of routines.py that disagrees with its public header does not compile.

COMPILER compiles C++, INCLUDE is the folder of <hg/...>, INTERFACES the folder of routines.py.
"""

import os
import subprocess
import sys
import unittest
from dataclasses import replace

sys.path.insert(0, os.environ["INTERFACES"])

from generator import cpp  # noqa: E402
from routines import ROUTINES  # noqa: E402


def compiled(routine):
    """What the compiler says of what the row says of its header."""
    return subprocess.run([os.environ["COMPILER"], "-std=c++20", "-fsyntax-only", "-I",
                           os.environ["INCLUDE"], "-x", "c++", "-"],
                          input=cpp.declared([routine]).replace("#pragma once", ""), capture_output=True,
                          text=True, check=False)


def row(family):
    return next(routine for routine in ROUTINES if routine.family == family)


class RowsAndPublicHeaders(unittest.TestCase):
    def test_rows_compile(self):
        for family in ("syrk", "her2k", "dotu", "potrf", "dsgesv"):
            result = compiled(row(family))
            self.assertEqual((result.returncode, result.stderr), (0, ""), family)

    def test_faults_do_not(self):
        syrk, dsgesv = row("syrk"), row("dsgesv")
        faults = {
            "letters in another order":
            replace(syrk, arguments=syrk.arguments.replace("uplo trans", "trans uplo")),
            "an argument is missing": replace(syrk, arguments=syrk.arguments.replace("n k", "n")),
            "what is read is written":
            replace(syrk, arguments=syrk.arguments.replace("A lda", "A:inout lda")),
            "a scalar is real": replace(row("her2k"), real_scalars="alpha beta"),
            "types that the header refuses": replace(row("dotu"), types="d s"),
            "info that is not returned": replace(row("potrf"), arguments="uplo n A:inout lda"),
            "two precisions": replace(dsgesv, arguments=dsgesv.arguments.replace(" iter:out", "")),
        }
        for fault, routine in faults.items():
            with self.subTest(fault):
                result = compiled(routine)
                self.assertNotEqual(result.returncode, 0)
                self.assertRegex(result.stderr, f"{routine.family}<|static_cast")


if __name__ == "__main__":
    unittest.main()
