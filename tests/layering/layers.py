#!/usr/bin/python3
"""Holds the source tree to its rules: the arrows between layers, no circles, and the sizes of things.

    tools, examples, interfaces -> lapack, sparse -> blas -> kernels -> runtime/files -> runtime/program
                                             runtime/machine -> runtime/files
    kernels and what is above -> host_blas -> runtime/threads, runtime/program
    interfaces, kernels, blas, lapack, sparse, runtime/machine -> runtime/threads -> runtime/program
    tools/hgctl -> tools/peers -> tools/workload -> tools/report -> tools/cli; tools/hgctl -> tools/tuner ->
    tools/report tools/hgctl/VERB -> tools/hgctl/*.hpp: no verb includes another lapack/ROOM -> lapack/common,
    which includes no other room

    layers.py [folder]     checks the tree (default: this one); exit status 1 if a rule is broken
    layers.py --self-test  plants violations in a small tree and checks that each one is found
"""

import collections
import fnmatch
import pathlib
import re
import sys
import tempfile

# What all tools may include of the libraries.
LIBRARY_LAYERS = {"lapack", "sparse", "blas", "kernels", "host_blas", "runtime/files", "runtime/threads",
                  "runtime/program", "runtime/machine", "interfaces/generated"}

# Which layers each layer's files may include.
ARROWS = {
    "runtime/program": {"runtime/program"},
    "runtime/files": {"runtime/files", "runtime/program"},
    "runtime/threads": {"runtime/threads", "runtime/program"},
    "runtime/machine": {"runtime/machine", "runtime/files", "runtime/threads", "runtime/program"},
    "host_blas": {"host_blas", "runtime/threads", "runtime/program"},
    "kernels": {"kernels", "host_blas", "runtime/files", "runtime/threads", "runtime/program"},
    "blas": {"blas", "kernels", "host_blas", "runtime/files", "runtime/threads", "runtime/program"},
    "lapack": {"lapack", "blas", "kernels", "host_blas", "runtime/files", "runtime/threads",
               "runtime/program"},
    "sparse": {"sparse", "blas", "kernels", "host_blas", "runtime/files", "runtime/threads",
               "runtime/program"},
    "interfaces/generated": set(),
    "interfaces": {"interfaces", "interfaces/generated", "lapack", "sparse", "blas", "kernels", "host_blas",
                   "runtime/files", "runtime/threads", "runtime/program"},
    "tools/cli": {"tools/cli"} | LIBRARY_LAYERS,
    "tools/report": {"tools/report", "tools/cli"} | LIBRARY_LAYERS,
    "tools/tuner": {"tools/tuner", "tools/report"} | LIBRARY_LAYERS,
    "tools/workload": {"tools/workload", "tools/report", "tools/cli"} | LIBRARY_LAYERS,
    "tools/peers": {"tools/peers", "tools/workload", "tools/report", "tools/cli"} | LIBRARY_LAYERS,
    "tools/hgctl": {"tools/hgctl", "tools/peers", "tools/workload", "tools/tuner", "tools/report",
                    "tools/cli"} | LIBRARY_LAYERS,
    "examples": {"examples", "interfaces", "interfaces/generated", "lapack", "sparse", "blas", "kernels",
                 "runtime/program", "runtime/machine"},
}

# Files that may include runtime/machine although their layer may not.
MACHINE_USERS = [
    "blas/host_buffer.hpp", "blas/session.hpp", "blas/cost/*", "blas/session/*", "blas/call/*",
    "sparse/spmv/*", "sparse/solve/*", "interfaces/dropin/engine/*", "interfaces/dropin/settings.cpp",
]

# What the other rooms of a layer share: these rooms include none of them.
SHARED_ROOMS = ["lapack/common"]

# Which files may include the headers of other libraries.
LIBRARIES = {
    r"CL/": ["runtime/machine/*", "tools/peers/*"],
    r"(spdlog|fmt)/": ["runtime/machine/*"],
    r"boost/(?!icl/|math/)": ["runtime/program/check/analysis.cpp"],
    r"boost/(icl|math)/": ["tools/*"],
    # Those two of hgctl take long to compile: it parses them in these files alone.
    r"nlohmann/json_fwd": ["tools/report/json.hpp"],
    r"nlohmann/(?!json_fwd)": [
        "runtime/files/owned_json.hpp", "runtime/machine/*.cpp", "kernels/*.cpp", "blas/*.cpp",
        "tools/report/json.cpp", "tools/tuner/*.cpp", "tools/report/trace/trace_file.cpp",
        "tools/report/comparison/bench_file.cpp"],
    r"CLI/": ["tools/cli/command_line.cpp", "tools/cli/pages/*.cpp"],
    # hg itself calls the CPU's BLAS and LAPACK through host_blas/cpu_blas alone.
    r"(cblas|lapacke)\.h$": ["tools/*", "examples/*"],
    r"(mpi|omp)\.h$": ["examples/*"],
    # Its threads may end a process that is refused one: decision 0021.
    r"(oneapi/)?tbb/": ["tools/*", "examples/*"],
    r"viennacl/": ["tools/peers/libraries/viennacl*"],
    r"taskflow/": ["tools/peers/libraries/taskflow.cpp"],
    r"ffi\.h$": ["tools/peers/foreign_call.hpp"],
    r"starpu\.h$": ["tools/peers/libraries/starpu.cpp"],
}

# Headers that interfaces/generate.py writes when hg is built, by the names under which they are included.
GENERATED = {"hg/hg.h", "*/generated/*"}
# Those that are part of public headers, each of which includes its own.
FORMS = re.compile(r"hg/forms/(blas|lapack)/\w+\.hpp$")
HAVE_FORMS = re.compile(r"(blas|lapack)/(routines/)?\w+\.hpp$")

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
INSTALLED = re.compile(r"^set\(hg_headers_(\S+) ([^)]*)\)", re.MULTILINE)
LONG, TOO_LONG = 400, 450
LONGEST_FUNCTION = 40
MOST_FILES = 25
SOURCES = {".cpp", ".hpp", ".h", ".c", ".cl"}


def matches(path, patterns):
    return any(fnmatch.fnmatchcase(path, pattern) for pattern in patterns)


def layer_of(path):
    return next((layer for layer in ARROWS if path.startswith(layer + "/")), None)


def verb_of(path):
    """The folder of a verb of hgctl, or None: what stands beside the folders serves all of them."""
    found = re.match(r"tools/hgctl/([^/]+)/", path)
    return found.group(1) if found else None


def fault_of_room(path, target):
    """What is wrong if a room that others share includes one of these; None if nothing is."""
    for room in SHARED_ROOMS:
        others = target.startswith(layer_of(room)
                                   + "/") and target.count("/") > 1 and not target.startswith(room + "/")
        if path.startswith(room + "/") and others:
            return f"includes {target}: the other rooms share {room}, which may not include them"
    return None


def installed_headers(root):
    """The headers that cmake/install.cmake installs, by their paths in the tree."""
    rules = root / "cmake/install.cmake"
    text = rules.read_text(encoding="utf-8") if rules.exists() else ""
    return {f"{folder}/{name}.hpp" for folder, names in INSTALLED.findall(text) for name in names.split()}


class Tree:
    """The sources of a tree, and what each includes of it."""

    def __init__(self, root):
        self.root = root
        self.installed = installed_headers(root)
        self.texts = {}
        for folder in [*ARROWS, "tests"]:
            for file in sorted((root / folder).glob("**/*")):
                if file.suffix in SOURCES:
                    self.texts[file.relative_to(root).as_posix()] = file.read_text(encoding="utf-8")

    def target(self, included):
        """The path of a header of the tree, or None."""
        if included == "hg/hg.h":
            return "interfaces/generated/"
        bare = included.removeprefix("hg/")
        return bare if layer_of(bare) else None


def fault_of_include(tree, path, bracket, included):
    """What is wrong with `path` including `included`; None if nothing is."""
    if FORMS.match(included):
        return None if HAVE_FORMS.match(path) else f"includes {included}: public headers alone include forms"
    layer = layer_of(path)
    target = tree.target(included)
    if target:
        if target not in tree.texts and not matches(included, GENERATED):
            return f"includes {included}, which is not there"
        if target in tree.installed and (bracket != "<" or not included.startswith("hg/")):
            return f"includes {included}: installed headers are included as <hg/{target}>"
        if verb_of(target) not in (None, verb_of(path)):
            return f"includes {included}: {path} is no part of the verb {verb_of(target)}"
        if fault := fault_of_room(path, target):
            return fault
        target_layer = layer_of(target)
        if target_layer in ARROWS[layer] or (target_layer == "runtime/machine"
                                             and matches(path, MACHINE_USERS)):
            return None
        return f"includes {included}: {layer} may not include {target_layer}"
    for library, users in LIBRARIES.items():
        if re.match(library, included):
            return None if matches(path, users) else f"includes {included}, which only {', '.join(users)} may"
    if (tree.root / path).parent.joinpath(included).is_file() or included.startswith("tests/"):
        return f"includes {included}: name headers from the top of the tree, and no tests"
    if "/" not in included and not included.endswith(".h"):
        return None  # the C++ standard library
    if layer == "runtime/program":
        return f"includes {included}: runtime/program uses the C++ standard library only"
    if included.endswith(".h") and ("/" not in included or included.startswith("sys/")):
        return None  # the C library and the system
    return f"includes {included}, a library that no rule of this test knows"


def module_of(tree, path):
    """A header and the source of the same name in its layer are one module, named after the header."""
    if path.endswith(".cpp"):
        stem, layer = pathlib.PurePosixPath(path).stem, layer_of(path)
        for _, included in INCLUDE.findall(tree.texts[path]):
            target = tree.target(included)
            if target and pathlib.PurePosixPath(target).stem == stem and layer_of(target) == layer:
                return target
    return path


def circles(tree):
    """Sets of modules that include each other, by Tarjan's algorithm."""
    edges = collections.defaultdict(set)
    for path, text in tree.texts.items():
        if layer_of(path):
            module = module_of(tree, path)
            edges[module] |= {target for _, included in INCLUDE.findall(text)
                              if (target := tree.target(included)) in tree.texts and target != module}
    order, low, stack, found = {}, {}, [], []

    def visit(module):
        order[module] = low[module] = len(order)
        stack.append(module)
        for other in edges[module]:
            if other not in order:
                visit(other)
                low[module] = min(low[module], low[other])
            elif other in stack:
                low[module] = min(low[module], order[other])
        if low[module] == order[module]:
            begin = stack.index(module)
            if len(stack) - begin > 1:
                found.append(sorted(stack[begin:]))
            del stack[begin:]

    sys.setrecursionlimit(10000)
    for module in list(edges):
        if module not in order:
            visit(module)
    return found


NO_FUNCTION = re.compile(
    r"\s*(namespace|class|struct|enum|union|extern \"C\"|inline namespace"
    r"|template <[^()]*> (class|struct))\b")


def long_functions(text):
    """Functions of more than LONGEST_FUNCTION lines, as (line, length), in text that clang-format has laid
    out."""
    lines = text.split("\n")
    found, at = [], 0
    while at < len(lines):
        line = lines[at]
        begin = at
        at += 1
        if not line.endswith("{") or line.lstrip().startswith(("#", "//")) or NO_FUNCTION.match(line):
            continue
        # The line that opens a class whose bases fill several lines has no such word: its heading has.
        indent = len(line) - len(line.lstrip())
        heading = begin
        while heading > 0 and lines[heading - 1].strip() \
                and not lines[heading - 1].rstrip().endswith((";", "}", "{", ":")) \
                and not lines[heading - 1].lstrip().startswith(("//", "#")):
            heading -= 1
        if any(NO_FUNCTION.match(part) for part in lines[heading:begin + 1]) or \
                not any("(" in part for part in lines[heading:begin + 1]):
            continue
        indent = len(lines[heading]) - len(lines[heading].lstrip())
        closing = " " * indent + "}"
        end = next((i for i in range(begin + 1, len(lines)) if lines[i].startswith(closing)), begin)
        if end - heading + 1 > LONGEST_FUNCTION:
            found.append((heading + 1, end - heading + 1))
        at = max(at, end)
    return found


def check(root):
    """Faults and warnings of a tree, as lines of text."""
    tree = Tree(root)
    faults, warnings = [], []
    folders = collections.Counter()
    for path, text in tree.texts.items():
        lines = text.count("\n")
        if lines > TOO_LONG:
            faults.append(f"{path}: {lines} lines; {TOO_LONG} at most, {LONG} are aimed at")
        elif lines > LONG:
            warnings.append(f"{path}: {lines} lines; {LONG} are aimed at")
        if not layer_of(path):
            continue
        folders[str(pathlib.PurePosixPath(path).parent)] += 1
        found = (fault_of_include(tree, path, *include) for include in INCLUDE.findall(text))
        faults += [f"{path}: {fault}" for fault in found if fault]
        if not path.endswith(".cl"):
            faults += [f"{path}:{line}: a function of {length} lines; {LONGEST_FUNCTION} at most"
                       for line, length in long_functions(text)]
    faults += [f"{folder}: {count} files; {MOST_FILES} at most" for folder, count in folders.items()
               if count > MOST_FILES]
    faults += [f"{circle[0]}: is in a circle with {', '.join(circle[1:])}" for circle in circles(tree)]
    return faults, warnings


def planted_tree():
    """Each file breaks one rule, or none if what is expected is empty."""
    long_body = "    a();\n" * LONGEST_FUNCTION
    short_body = "        a();\n" * (LONGEST_FUNCTION - 2)
    return {
        "cmake/install.cmake": ("set(hg_headers_runtime/machine machine)\nset(hg_headers_blas gemm)\n", ""),
        "runtime/program/good.cpp": ("#include <vector>\n#include \"runtime/program/good.hpp\"\n", ""),
        "runtime/program/good.hpp": ("// includes nothing\n", ""),
        "runtime/program/upward.cpp": ('#include <hg/runtime/machine/machine.hpp>\n',
                                       "may not include runtime/machine"),
        "runtime/program/graph.cpp": ("#include <boost/graph/graph_traits.hpp>\n",
                                      "only runtime/program/check/analysis.cpp"),
        "runtime/program/check/analysis.cpp": ("#include <boost/graph/graph_traits.hpp>\n", ""),
        "runtime/program/spans.cpp": ("#include <boost/icl/interval_set.hpp>\n", "only tools/*"),
        "tools/hgctl/spans.cpp": ("#include <boost/icl/interval_set.hpp>\n", ""),
        "runtime/program/posix.cpp": ("#include <unistd.h>\n", "standard library only"),
        "runtime/program/file.cpp": ('#include "runtime/files/file.hpp"\n', "may not include runtime/files"),
        "runtime/files/file.hpp": ("#include <fcntl.h>\n#include <sys/stat.h>\n", ""),
        "runtime/threads/upward.cpp": ('#include <hg/runtime/machine/machine.hpp>\n',
                                       "may not include runtime/machine"),
        "runtime/files/upward.cpp": ('#include <hg/runtime/machine/machine.hpp>\n',
                                     "may not include runtime/machine"),
        "runtime/files/json.cpp": ("#include <nlohmann/json.hpp>\n",
                                   "only runtime/files/owned_json.hpp, runtime/machine/*.cpp"),
        "host_blas/cpu.hpp": ('#include "host_blas/generated/cpu_routines.hpp"\n#include <dlfcn.h>\n', ""),
        "host_blas/file.cpp": ('#include "runtime/files/file.hpp"\n', "may not include runtime/files"),
        "host_blas/upward.cpp": ('#include "kernels/panel.hpp"\n', "may not include kernels"),
        "kernels/panel.hpp": ('#include "host_blas/cpu.hpp"\n', ""),
        "kernels/file.cpp": ('#include "runtime/files/file.hpp"\n', ""),
        "runtime/machine/machine.hpp": ("#  include <CL/opencl.hpp>\n#include <spdlog/spdlog.h>\n", ""),
        "runtime/machine/upward.cpp": ('#include <hg/blas/gemm.hpp>\n', "may not include blas"),
        "runtime/machine/quoted.cpp": ('#include "runtime/machine/machine.hpp"\n',
                                       "included as <hg/runtime/machine/machine.hpp>"),
        "kernels/standard.cpp": ("#include <vector>\n", ""),  # beside a folder of that name
        "kernels/vector/vector_map.cpp": ("", ""),
        "kernels/opencl.cpp": ("#include <CL/cl.h>\n", "only runtime/machine/*"),
        "blas/gemm.hpp": ("#include <cstdint>\n#include <hg/forms/blas/gemm.hpp>\n", ""),
        "blas/routines/copy.hpp": ("#include <hg/forms/blas/copy.hpp>\n", ""),
        "blas/call/forms.hpp": ("#include <hg/forms/blas/copy.hpp>\n", "public headers alone"),
        "blas/level3/gemm.cpp": ('#include <hg/runtime/machine/machine.hpp>\n',
                                 "may not include runtime/machine"),
        "blas/session/session.cpp": ('#include <hg/runtime/machine/machine.hpp>\n', ""),
        "blas/cost/choice.hpp": ('#include <hg/runtime/machine/machine.hpp>\n', ""),
        "blas/local.cpp": ('#include "gemm.hpp"\n', "from the top of the tree"),
        "blas/gone.cpp": ('#include "blas/no_such.hpp"\n', "not there"),
        "blas/foreign.cpp": ("#include <Eigen/Dense>\n", "no rule"),
        "blas/level3/syrk.cpp": ('#include "blas/generated/cpu_calls.hpp"\n', ""),
        "kernels/calls.cpp": ('#include "blas/generated/cpu_calls.hpp"\n', "may not include blas"),
        "blas/call/one.hpp": ('#include "blas/call/two.hpp"\n', "in a circle with blas/call/two.hpp"),
        "blas/call/two.hpp": ("", ""),
        "blas/call/two.cpp": ('#include "blas/call/two.hpp"\n\n#include "blas/call/one.hpp"\n', ""),
        "lapack/qr/panel.hpp": ('#include "lapack/common/diagonal.hpp"\n#include <hg/blas/gemm.hpp>\n', ""),
        "lapack/common/diagonal.hpp":
        ('#include "lapack/qr_problem.hpp"\n#include "lapack/common/pivoting.hpp"\n', ""),
        "lapack/common/pivoting.hpp": ("", ""),
        "lapack/qr_problem.hpp": ("", ""),
        "lapack/common/check.cpp": ('#include "lapack/qr/panel.hpp"\n',
                                    "the other rooms share lapack/common"),
        "lapack/long.cpp": ("void f(int a,\n       int b) {\n" + long_body + "}\n", "a function of 43 lines"),
        "lapack/class.cpp": ("class C final\n    : public B<(1)> {\n    void f() {\n" + short_body
                             + "    }\n};\n", ""),
        "tools/hgctl/table.hpp": ("", ""),
        "tools/hgctl/solve.cpp": ("#include <CLI/CLI.hpp>\n", "only tools/cli/command_line.cpp"),
        "tools/report/upward.cpp": ('#include "tools/hgctl/table.hpp"\n',
                                    "tools/report may not include tools/hgctl"),
        "tools/report/json.hpp": ("#include <nlohmann/json.hpp>\n",
                                  "only runtime/files/owned_json.hpp, runtime/machine/*.cpp"),
        "tools/report/json.cpp": ("#include <nlohmann/json.hpp>\n", ""),
        "tools/hgctl/bench/bench.hpp": ('#include "tools/hgctl/table.hpp"\n', ""),
        "tools/hgctl/bench/sparse/spmv.cpp": ('#include "tools/hgctl/bench/bench.hpp"\n', ""),
        "tools/hgctl/check/check.cpp": ('#include "tools/hgctl/bench/bench.hpp"\n',
                                        "is no part of the verb bench"),
        "tools/hgctl/main.cpp": ('#include "tools/hgctl/bench/bench.hpp"\n', "is no part of the verb bench"),
        "tools/hgctl/table.cpp": ('#include "tools/hgctl/table.hpp"\n', ""),
        "interfaces/generated.cpp": ('#include "interfaces/generated/calls.hpp"\n#include <hg/hg.h>\n', ""),
        "lapack/generated.cpp": ("#include <hg/hg.h>\n", "may not include interfaces"),
        "tools/hgctl/routines.cpp": ('#include "interfaces/generated/blas_routines.hpp"\n', ""),
        "tools/hgctl/faces.cpp": ('#include "interfaces/dropin/shapes.hpp"\n', "not there"),
        "examples/user.cpp": ("#include <hg/blas/gemm.hpp>\n#include <hg/runtime/machine/machine.hpp>\n", ""),
        "tests/unit/long.cpp": ("\n" * (TOO_LONG + 1), "lines"),
        **{f"tools/hgctl/crowd/file{i}.hpp": ("", "") for i in range(MOST_FILES + 1)},
    }


def self_test():
    planted = planted_tree()
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
    if not any(fault.startswith(f"tools/hgctl/crowd: {MOST_FILES + 1} files") for fault in faults):
        sys.exit("self-test: a folder with too many files was not found")
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
    print("layering: every include follows the arrows, and nothing is too large")


main()
