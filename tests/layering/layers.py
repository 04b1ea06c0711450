#!/usr/bin/python3
"""Reads the #include lines of every source and checks the arrows between layers, and the length of each file.

    tools, examples, hgblas -> lapack -> blas -> kernels -> runtime/files -> runtime/program
                                           runtime/machine -> runtime/files

    layers.py [folder]     checks the tree (default: this one); exit status 1 where a rule is broken
    layers.py --self-test  plants violations in a small tree and checks that each one is found
"""

import fnmatch
import pathlib
import re
import sys
import tempfile

# Which layers each layer's files may include.
ARROWS = {
    "runtime/program": {"runtime/program"},
    "runtime/files": {"runtime/files", "runtime/program"},
    "runtime/machine": {"runtime/machine", "runtime/files", "runtime/program"},
    "kernels": {"kernels", "runtime/files", "runtime/program"},
    "blas": {"blas", "kernels", "runtime/files", "runtime/program"},
    "lapack": {"lapack", "blas", "kernels", "runtime/files", "runtime/program"},
    "hgblas": {"hgblas", "lapack", "blas", "kernels", "runtime/files", "runtime/program"},
    "tools": {"tools", "lapack", "blas", "kernels", "runtime/files", "runtime/program", "runtime/machine"},
    "examples": {"examples", "lapack", "blas", "kernels", "runtime/program", "runtime/machine"},
}

# Files that may include runtime/machine although their layer may not.
MACHINE_USERS = [
    "blas/session.*", "blas/session_call.hpp", "blas/call_queue.*", "blas/call_result.hpp", "blas/host_buffer.*", "blas/call_devices.*", "blas/unfinished.*", "blas/model/*",
    "kernels/tuner/*", "hgblas/engine/*",
]

# Which files may include the headers of other libraries.
LIBRARIES = {
    r"CL/": ["runtime/machine/*", "tools/hgctl/peer*"],
    r"(spdlog|fmt)/": ["runtime/machine/*"],
    r"boost/": ["runtime/program/analysis.cpp"],
    # Those two of hgctl take long to compile: it parses them in these files alone.
    r"nlohmann/": ["runtime/files/owned_json.hpp", "runtime/machine/*.cpp", "kernels/*.cpp", "blas/*.cpp", "tools/hgctl/json.cpp",
                   "tools/hgctl/trace_file.cpp"],
    r"CLI/": ["tools/hgctl/command_line.cpp", "tools/hgctl/strict_values.cpp"],
    # hg itself calls the CPU's BLAS and LAPACK through kernels/cpu_blas alone.
    r"(cblas|lapacke)\.h$": ["tools/*", "examples/*"],
    r"(mpi|omp)\.h$": ["examples/*"],
}

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)
LONG, TOO_LONG = 400, 450


def matches(path, patterns):
    return any(fnmatch.fnmatchcase(path, pattern) for pattern in patterns)


def layer_of(path):
    return next((layer for layer in ARROWS if path.startswith(layer + "/")), None)


def fault_of_include(root, path, included):
    """What is wrong with `path` including `included`; None where nothing is."""
    layer = layer_of(path)
    target = included.removeprefix("hg/")
    target_layer = layer_of(target)
    if target_layer:
        if not (root / target).exists():
            return f"includes {included}, which is not there"
        if target_layer in ARROWS[layer] or (target_layer == "runtime/machine" and matches(path, MACHINE_USERS)):
            return None
        return f"includes {included}: {layer} may not include {target_layer}"
    for library, users in LIBRARIES.items():
        if re.match(library, included):
            return None if matches(path, users) else f"includes {included}, which only {', '.join(users)} may"
    if (root / path).parent.joinpath(included).exists() and layer == "tools":
        return None  # a program's own headers, which nobody else includes
    if (root / path).parent.joinpath(included).exists() or included.startswith("tests/"):
        return f"includes {included}: name headers from the top of the tree, and no tests"
    if "/" not in included and not included.endswith(".h"):
        return None  # the C++ standard library
    if layer == "runtime/program":
        return f"includes {included}: runtime/program uses the C++ standard library only"
    if included.endswith(".h") and ("/" not in included or included.startswith("sys/")):
        return None  # the C library and the system
    return f"includes {included}, a library that no rule of this test knows"


def check(root):
    """Faults and warnings of a tree, as lines of text."""
    faults, warnings = [], []
    files = [file for folder in [*ARROWS, "tests"] for file in sorted((root / folder).glob("**/*"))]
    for file in files:
        if file.suffix not in {".cpp", ".hpp", ".h", ".cl"}:
            continue
        path = file.relative_to(root).as_posix()
        text = file.read_text(encoding="utf-8")
        lines = text.count("\n")
        if lines > TOO_LONG:
            faults.append(f"{path}: {lines} lines; {TOO_LONG} at most, {LONG} are aimed at")
        elif lines > LONG:
            warnings.append(f"{path}: {lines} lines; {LONG} are aimed at")
        if layer_of(path):
            found = (fault_of_include(root, path, included) for included in INCLUDE.findall(text))
            faults += [f"{path}: {fault}" for fault in found if fault]
    return faults, warnings


def self_test():
    """Each planted file breaks one rule, or none where `expected` is empty."""
    planted = {
        "runtime/program/good.cpp": ("#include <vector>\n#include \"runtime/program/good.hpp\"\n", ""),
        "runtime/program/good.hpp": ("// includes nothing\n", ""),
        "runtime/program/upward.cpp": ('#include "runtime/machine/machine.hpp"\n', "may not include runtime/machine"),
        "runtime/program/graph.cpp": ("#include <boost/graph/graph_traits.hpp>\n", "only runtime/program/analysis.cpp"),
        "runtime/program/analysis.cpp": ("#include <boost/graph/graph_traits.hpp>\n", ""),
        "runtime/program/posix.cpp": ("#include <unistd.h>\n", "standard library only"),
        "runtime/program/file.cpp": ('#include "runtime/files/file.hpp"\n', "may not include runtime/files"),
        "runtime/files/file.hpp": ("#include <fcntl.h>\n#include <sys/stat.h>\n", ""),
        "runtime/files/upward.cpp": ('#include "runtime/machine/machine.hpp"\n', "may not include runtime/machine"),
        "runtime/files/json.cpp": ("#include <nlohmann/json.hpp>\n", "only runtime/files/owned_json.hpp, runtime/machine/*.cpp"),
        "kernels/file.cpp": ('#include "runtime/files/file.hpp"\n', ""),
        "runtime/machine/machine.hpp": ("#  include <CL/opencl.hpp>\n#include <spdlog/spdlog.h>\n", ""),
        "runtime/machine/upward.cpp": ('#include <hg/blas/gemm.hpp>\n', "may not include blas"),
        "kernels/opencl.cpp": ("#include <CL/cl.h>\n", "only runtime/machine/*"),
        "blas/gemm.hpp": ("#include <cstdint>\n", ""),
        "blas/gemm.cpp": ('#include "runtime/machine/machine.hpp"\n', "may not include runtime/machine"),
        "blas/session.cpp": ('#include "runtime/machine/machine.hpp"\n', ""),
        "blas/local.cpp": ('#include "gemm.hpp"\n', "from the top of the tree"),
        "blas/gone.cpp": ('#include "blas/no_such.hpp"\n', "not there"),
        "blas/foreign.cpp": ("#include <Eigen/Dense>\n", "no rule"),
        "tools/hgctl/table.hpp": ("", ""),
        "tools/hgctl/solve.cpp": ("#include <CLI/CLI.hpp>\n", "only tools/hgctl/command_line.cpp"),
        "tools/hgctl/json.hpp": ("#include <nlohmann/json.hpp>\n", "only runtime/files/owned_json.hpp, runtime/machine/*.cpp"),
        "tools/hgctl/json.cpp": ("#include <nlohmann/json.hpp>\n", ""),
        "tools/hgctl/table.cpp": ('#include "table.hpp"\n', ""),
        "examples/user.cpp": ("#include <hg/blas/gemm.hpp>\n#include <hg/runtime/machine/machine.hpp>\n", ""),
        "tests/unit/long.cpp": ("\n" * (TOO_LONG + 1), "lines"),
    }
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for path, (text, _) in planted.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, encoding="utf-8")
        faults, _ = check(root)
    for path, (_, expected) in planted.items():
        found = [fault for fault in faults if fault.startswith(path + ":")]
        good = len(found) == 1 and expected in found[0] if expected else not found
        if not good:
            sys.exit(f"self-test: {path}: expected {expected or 'no fault'!r}, found {found}")
    print(f"self-test: {len(planted)} planted files judged rightly")


def main():
    if sys.argv[1:] == ["--self-test"]:
        self_test()
        return
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parents[2])
    faults, warnings = check(root)
    for warning in warnings:
        print("warning:", warning)
    for fault in faults:
        print(fault)
    if faults:
        sys.exit(1)
    print("layering: every include follows the arrows")


main()
