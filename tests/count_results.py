#!/usr/bin/python3
"""Counts the results in a JUnit file of ctest, the cases of GoogleTest one by one.

    count_results.py FILE    prints "PASSED FAILED SKIPPED"; what was skipped, and what failed with the lines
                             that say why, goes to standard error
    count_results.py --self-test
"""

import re
import sys
import xml.etree.ElementTree

REPORT = re.compile(
    r"WARNING: ThreadSanitizer|ERROR: \w+Sanitizer|runtime error:|^Falsifiable|terminate called")
REPORT_LINES = 40  # of a sanitizer's or a property's report, of which the first ones tell most
LAST_LINES = 15  # of a test that says nothing of the kind


def cases(text, outcome):
    """How many cases GoogleTest's closing lines give for an outcome; repeated runs add up."""
    return sum(int(n) for n in re.findall(rf"^\[ +{outcome} +\] (\d+) test", text, re.MULTILINE))


def reasons(text):
    """The lines of a failed test's output that say why: its failed cases, reports, and how it ended."""
    lines = text.splitlines()
    chosen = set(range(max(0, len(lines) - LAST_LINES), len(lines)))
    begin = 0
    for i, line in enumerate(lines):
        if line.startswith("[ RUN      ]"):
            begin = i
        elif line.startswith("[  FAILED  ]") and \
                lines[begin][12:].strip() == line[12:].split(" (")[0].strip():
            chosen.update(range(max(begin, i - REPORT_LINES), i + 1))
        if REPORT.search(line):
            chosen.update(range(begin if i - begin < 3 else i, min(i + REPORT_LINES, len(lines))))
    return [lines[i] for i in sorted(chosen)]


def count(tests):
    passed = failed = skipped = 0
    told = []
    for test in tests:
        name, status = test.get("name"), test.get("status")
        text = test.findtext("system-out") or ""
        if status in ("notrun", "disabled"):
            skipped += 1
            told.append(f"Skipped: {name}: {text.strip() or status}")
            continue
        passed += cases(text, "PASSED") or status == "run"
        failed += cases(text, "FAILED") or status == "fail"
        skipped += cases(text, "SKIPPED")
        for case in sorted(set(re.findall(r"^\[  SKIPPED \] ([\w/.]+)", text, re.MULTILINE))):
            if not case.isdigit():
                told.append(f"Skipped: {name}: {case}")
    for test in tests:
        if test.get("status") == "fail":
            told.append(f"\nFailed: {test.get('name')}, in short:")
            told += reasons(test.findtext("system-out") or "")
    return (passed, failed, skipped), told


def self_test():
    text = "\n".join(
        ["[ RUN      ] A.B", "noise", "[       OK ] A.B (1 ms)"]
        + ["[ RUN      ] A.C", "a.cpp:7: Failure", "[  FAILED  ] A.C (2 ms)"]
        + ["[ RUN      ] A.D", "WARNING: ThreadSanitizer: data race", "  #0 f", "[       OK ] A.D (1 ms)"]
        + ["more noise"] * 100
        + ["[  PASSED  ] 2 tests.", "[  FAILED  ] 1 test, listed below:"]
    )
    test = xml.etree.ElementTree.Element("testcase", name="t", status="fail")
    xml.etree.ElementTree.SubElement(test, "system-out").text = text
    counts, told = count([test])
    assert counts == (2, 1, 0), counts
    for line in ("Failed: t", "a.cpp:7: Failure", "data race", "#0 f", "1 test, listed below"):
        assert any(line in part for part in told), line
    assert len(told) < 80 and "noise" not in told, told


if sys.argv[1] == "--self-test":
    self_test()
else:
    results, lines = count(list(xml.etree.ElementTree.parse(sys.argv[1]).iter("testcase")))
    for line in lines:
        print(line, file=sys.stderr)
    print(*results)
