#!/usr/bin/python3
"""Counts the results in a JUnit file of ctest, the cases of GoogleTest one by one.

    count_results.py FILE    prints "PASSED FAILED SKIPPED"; what was skipped and why goes to standard error
"""

import re
import sys
import xml.etree.ElementTree


def cases(text, outcome):
    """How many cases GoogleTest's closing lines give for an outcome; repeated runs add up."""
    return sum(int(n) for n in re.findall(rf"^\[ +{outcome} +\] (\d+) test", text, re.MULTILINE))


passed = failed = skipped = 0
for test in xml.etree.ElementTree.parse(sys.argv[1]).iter("testcase"):
    name, status = test.get("name"), test.get("status")
    text = test.findtext("system-out") or ""
    if status in ("notrun", "disabled"):
        skipped += 1
        print(f"Skipped: {name}: {text.strip() or status}", file=sys.stderr)
        continue
    passed += cases(text, "PASSED") or status == "run"
    failed += cases(text, "FAILED") or status == "fail"
    skipped += cases(text, "SKIPPED")
    for case in sorted(set(re.findall(r"^\[  SKIPPED \] ([\w/.]+)", text, re.MULTILINE))):
        if not case.isdigit():
            print(f"Skipped: {name}: {case}", file=sys.stderr)
print(passed, failed, skipped)
