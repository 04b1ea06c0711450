#!/usr/bin/python3
"""Every example of README, docs/guide and docs/reference is a test.

    HGCTL=build/release/tools/hgctl/hgctl examples.py [BUILD [PAGE...]]

The examples of a page share a folder and run in their order, on the host device: programs of hg are verified
and run, commands run, and whole programs in C++, C and Fortran are compiled and run. Programs with kernels of
their own run on OpenCL. The Python blocks of a page run
as one script. Other blocks are shown only. A comment on the line before a fence says more, in clauses with
semicolons between them:

    <!-- example: not run, needs a GPU -->    the reason is printed; hgctl must know verbs and options
    <!-- example: as axpy.hgs -->             the block is saved under this name; a command uses it
    <!-- example: with 64 for 8192 -->        a smaller size shows the same
    <!-- example: given A.npy 3x2, gemm.hgs of docs/reference/program-text.md -->    made before
    <!-- example: after COMMAND -->           a command that runs before
    <!-- example: exact output -->            the lines behind a command are its output; `...` stands for any
    <!-- example: fails -->                   each command fails; its output is on standard error
    <!-- example: on OpenCL -->               runs on the first OpenCL device, which may be PoCL
    <!-- example: verified with -p m=4096 -->
    <!-- example: inside: std::int64_t n; -->    a fragment of a function that begins so; only compiled. Of a
                                                program of hg that begins so, it is verified
"""
import collections
import concurrent.futures
import glob
import os
import re
import struct
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "build/release"))
HGCTL = os.path.abspath(os.environ.get("HGCTL", os.path.join(BUILD, "tools/hgctl/hgctl")))
HAS_OPENCL = bool(glob.glob("/etc/OpenCL/vendors/*.icd"))
SUFFIXES = {"cpp": ".cpp", "c": ".c", "fortran": ".f90", "python": ".py"}
COMMAND = re.compile(r"(\$ |\w+=\S+ )*(hgctl|\./\S+|export|g\+\+|gcc|cc|gfortran|cmake|mpirun|apt-get|"
                     r"python3|tar|spack)( |$)|(\$ )?(\w+=\S+|build/\S+) \S")

PROGRAM_LINE = re.compile(r"(\d+: )?(LD|ST|EXEC2?|MARK|BAR|instruction|hg\.\w+\() ?\S")


class Block:
    def __init__(self, page, line, language, text, clauses):
        self.page, self.line, self.language, self.text, self.clauses = page, line, language, text, clauses
        if self.clause("on OpenCL") is not None and not HAS_OPENCL:
            self.clauses.append("not run, needs an OpenCL device")
        self.is_fragment = not language and PROGRAM_LINE.match(text)
        if self.is_fragment and "inside:" in self:
            self.text = text = self.clause("inside:").lstrip() + "\n" + text
        self.is_source = not language and re.match(r"hg program \d", text)
        self.is_commands = not language and COMMAND.match(text)
        self.is_run = self.clause("not run") is None
        self.name = self.clause("as ") or f"block_{line}{SUFFIXES.get(language, '.hgs')}"
        for new, old in re.findall(r"(\S+) for ([^\s,]+)", self.clause("with ") or ""):
            self.text = re.sub(rf"\b{re.escape(old)}\b", new, self.text)

    def clause(self, begin):
        return next((part[len(begin):].strip(", ") for part in self.clauses if part.startswith(begin)), None)

    def __contains__(self, clause):
        return self.clause(clause) is not None


def blocks_of(page):
    with open(os.path.join(ROOT, page), encoding="utf-8") as file:
        text = file.read()
    for match in re.finditer(r"(?:^ *<!-- example: ((?:(?!-->).)*) -->\n)?^( *)```(\w*)\n(.*?)^ *```$",
                             text, re.MULTILINE | re.DOTALL):
        comment, indent, language, block = match.groups()
        clauses, inside, code = (comment or "").partition("inside:")
        clauses = [clause.strip() for clause in clauses.split(";") if clause.strip()]
        line = text.count("\n", 0, match.start(4)) + 1
        yield Block(page, line, language, re.sub("^" + indent, "", block, flags=re.MULTILINE),
                    clauses + [inside + code] * bool(inside))


def install(prefix):
    """A folder as `./hg install` makes it, of links into the build tree."""
    for folder in ("bin", "lib/pkgconfig", "include"):
        os.makedirs(os.path.join(prefix, folder))
    for library in glob.glob(BUILD + "/*/libhg*.so*"):
        os.symlink(library, os.path.join(prefix, "lib", os.path.basename(library)))
    os.symlink(HGCTL, prefix + "/bin/hgctl")
    os.symlink(sys.executable, prefix + "/bin/python3")
    os.symlink(BUILD + "/include/hg", prefix + "/include/hg")
    os.symlink(BUILD + "/python", prefix + "/lib/python")
    with open(BUILD + "/hg.pc", encoding="utf-8") as file, \
            open(prefix + "/lib/pkgconfig/hg.pc", "w", encoding="utf-8") as copy:
        copy.write(file.read())


def write_matrix(path, rows, cols):
    """Element (i, j) is 1 / (1 + i + j), and rows more on the diagonal; .mtx: tridiagonal, -1, 2, -1."""
    if path.endswith(".mtx"):
        elements = [(i + 1, j + 1, 2 - 3 * (i - j)) for j in range(cols) for i in range(j, min(j + 2, rows))]
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"%%MatrixMarket matrix coordinate real symmetric\n{rows} {cols} {len(elements)}\n")
            file.writelines(f"{i} {j} {value}\n" for i, j, value in elements)
        return
    header = f"{{'descr': '<f8', 'fortran_order': True, 'shape': ({rows}, {cols}), }}".ljust(117) + "\n"
    values = [1 / (1 + i + j) + rows * (i == j) for j in range(cols) for i in range(rows)]
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        file.write(struct.pack(f"<{len(values)}d", *values))


class Page:
    def __init__(self, name, blocks, scratch):
        self.name, self.blocks, self.prefix = name, blocks, scratch + "/prefix"
        self.folder = os.path.join(scratch, name.replace("/", "_"))
        self.faults, self.skipped, self.counts = [], [], collections.Counter()
        kept = {key: value for key, value in os.environ.items() if not key.startswith(("HG_", "LD_PRELOAD"))}
        self.opencl = kept | {
            "PATH": f"{self.prefix}/bin:{os.environ['PATH']}", "HG_DEVICES": "0",
            "HG_CACHE_DIR": scratch + "/cache", "OPENBLAS_NUM_THREADS": "1",
            "HG_LIBRARY": self.prefix + "/lib/libhg_lapack.so.0", "LD_LIBRARY_PATH": self.prefix + "/lib",
            "PKG_CONFIG_PATH": self.prefix + "/lib/pkgconfig", "PYTHONPATH": self.prefix + "/lib/python",
            "PYTHONDONTWRITEBYTECODE": "1", "POCL_EXTRA_BUILD_FLAGS": "-cl-opt-disable"}
        self.host = self.opencl | {"HG_DEVICES": "host", "OCL_ICD_VENDORS": "/nonexistent"}
        os.makedirs(self.folder + "/build")
        for folder in ("docs", "examples"):
            os.symlink(f"{ROOT}/{folder}", f"{self.folder}/{folder}")
        os.symlink(BUILD, self.folder + "/build/release")

    def fault(self, block, words):
        self.faults.append(f"{block.page}:{block.line}: {words}")

    def shell(self, block, command, shown=""):
        """Runs a command, which must show this, if it is not empty."""
        line = command.replace("/opt/hg", self.prefix).replace("-O2", "-O0")
        done = subprocess.run(["timeout", "60", "bash", "-c", line], text=True, cwd=self.folder, check=False,
                              env=self.opencl if "on OpenCL" in block else self.host,
                              stdin=subprocess.DEVNULL, capture_output=True)
        text = done.stderr if "fails" in block else done.stdout
        pattern = re.escape(shown.strip()).replace(r"\.\.\.", "[^\0]*")
        if bool(done.returncode) != ("fails" in block):
            self.fault(block, f"{command}: {done.returncode}\n{done.stdout[-500:]}{done.stderr[-1500:]}")
        elif shown and not re.fullmatch(pattern, text.strip()):
            self.fault(block, f"{command} shows\n{text}in place of\n{shown}")

    def run_commands(self, block):
        commands = []  # each with the lines behind it
        for line in block.text.replace("\\\n", " ").rstrip("\n").split("\n"):
            if line.startswith("$ ") or "$ " not in block.text:
                commands.append([line.removeprefix("$ "), ""])
            else:
                commands[-1][1] += line + "\n"
        for command, shown in commands:
            self.shell(block, command, shown if "exact output" in block else "")

    def verify_and_run(self, block):
        arguments = f"{block.name} {block.clause('verified with') or ''}"
        self.shell(block, f"hgctl program verify {arguments}")
        has_kernel = ' from "' in block.text
        if "inside:" not in block and not (has_kernel and not HAS_OPENCL):
            there = "env -u OCL_ICD_VENDORS HG_DEVICES=0 " if has_kernel else ""
            self.shell(block, f"{there}hgctl program run {arguments}")

    def check_options(self, block):
        """Of commands that are not run: hgctl must know their verbs and options."""
        for command in re.findall(r"\bhgctl ([a-z][^#\n]*)", block.text.replace("\\\n", " ")):
            words = command.split()
            of_two = words[0] in ("bench", "probe", "program", "tune", "check")
            verb = " ".join(["hgctl", *words[:1 + of_two]])
            for option in [f"Usage: {verb}"] + re.findall(r" (--[a-z-]+)", command):
                self.shell(block, f"{verb} --help | grep -qe '{option}[ ,=]'")

    def prepare(self, block):
        for given in filter(None, (block.clause("given ") or "").split(",")):
            name, *size = given.split()
            if size[0] == "of":
                self.save(name, next(other.text for other in blocks_of(size[1]) if other.name == name))
            else:
                write_matrix(os.path.join(self.folder, name), *map(int, size[0].split("x")))
        if "after " in block:
            self.shell(block, block.clause("after "))

    def save(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def take(self, block):
        self.prepare(block)
        if not block.is_run:
            self.skipped.append(f"{self.name}:{block.line}: {block.clause('not run')}")
            return self.check_options(block)
        self.save(block.name, block.text)
        build = f"-O0 {block.name} -o {block.name}.out $(pkg-config --cflags --libs hg) && ./{block.name}.out"
        if block.is_commands:
            self.counts["blocks of commands"] += 1
            self.run_commands(block)
        elif block.is_source:
            self.counts["programs of hg"] += 1
            self.verify_and_run(block)
        elif block.is_fragment:
            self.fault(block, "is a part of a program: a comment must say `inside: hg program 2 ...`")
        elif not block.language:
            self.counts["shown only"] += 1
        elif block.language == "python" or "inside:" in block:
            self.counts[f"pieces of {block.language}"] += 1  # which run, or are compiled, together
        elif "main(" in block.text and "as " not in block:
            self.counts["programs of C and C++"] += 1
            self.shell(block, ("g++ -std=c++20 " if block.language == "cpp" else "gcc -std=c11 ") + build)
        elif "as " in block:
            self.counts["files of commands"] += 1
        else:
            self.fault(block, "is no whole program: a comment must say `inside: ...` or `not run, ...`")

    def run(self):
        for block in self.blocks:
            self.take(block)
        script = [block for block in self.blocks
                  if block.language == "python" and block.is_run and "as " not in block]
        if script:
            self.save("blocks.py", "import numpy as np\nimport hg\n" + "".join(
                (block.clause("inside:") or "") + "\n" + block.text for block in script))
            self.shell(max(script, key=lambda block: "on OpenCL" in block), "python3 blocks.py")


def check_fragments(pages, page):
    """The fragments of C++, and those of C, are one source: most time goes to headers."""
    page.shell(pages[0].blocks[0], "gfortran -fsyntax-only /opt/hg/include/hg/hg.f90")  # makes the module
    for language, command in (("cpp", "g++ -std=c++20 -fopenmp"),
                              ("c", "gcc -std=c11 -Werror=implicit-function-declaration"),
                              ("fortran", "gfortran -fimplicit-none")):
        parts = [block for other in pages for block in other.blocks
                 if block.language == language and "inside:" in block]
        head = body = ""
        for number, block in enumerate(parts):
            code = f'{block.clause("inside:")}\n@{block.text.replace(" ...;", ";")}'
            if language == "fortran":
                page.save(f"fragment_{number}.f90", f"subroutine s\n{code.replace('@', '')}end\n")
                continue
            head += "".join(re.findall(r"^@?(#include .*\n)", code, re.MULTILINE))
            code = re.sub(r"^(@?)#include .*$", r"\1", code, flags=re.MULTILINE)
            code = code.replace("@", f'#line {block.line} "{block.page}"\n')
            body += code if "extern" in code else f"void fragment_{number}(void) {{\n{code}}}\n"
        page.save("fragments" + SUFFIXES[language], head + body)
        if parts:
            page.shell(parts[0], f"for file in fragment*{SUFFIXES[language]}; do "
                                 f"{command} -fsyntax-only $(pkg-config --cflags hg) $file || exit; done")


def main():
    names = sys.argv[2:] or ["README.md"] + sorted(
        os.path.relpath(path, ROOT) for path in glob.glob(f"{ROOT}/docs/[gr]*e/*.md"))  # guide, reference
    with tempfile.TemporaryDirectory(prefix="hg_examples_") as scratch, \
            concurrent.futures.ThreadPoolExecutor(2) as pool:
        install(scratch + "/prefix")
        pages = [Page(name, list(blocks_of(name)), scratch) for name in names]
        rest = Page("fragments", [], scratch)
        tasks = [pool.submit(check_fragments, pages, rest), *(pool.submit(page.run) for page in pages)]
        for task in tasks:
            task.result()
    print(*("not run: " + line for page in pages for line in page.skipped), sep="\n")
    counts = sum((page.counts for page in pages), collections.Counter())
    print(*(f"{count} {kind}" for kind, count in sorted(counts.items())), sep=", ")
    faults = [fault for page in [*pages, rest] for fault in page.faults]
    print(*faults, f"{len(faults)} faults", sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
