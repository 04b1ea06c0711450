#!/usr/bin/python3
"""Compiles hg's kernels for GPUs of AMD and Intel without such a device, and tells what they take.

    HGCTL=build/release/tools/hgctl/hgctl compile.py [--targets gfx90a,spirv] [--part] [--table PAGE.md]

For each target, hgctl lists the kernels that calls use on a machine model and writes their sources. Clang
compiles them: for gfx90a, gfx942 and gfx1100 with ROCm's device libraries to code objects, in which registers,
spills and local memory are recorded; for Intel to SPIR-V, which spirv-val checks. --part takes each source
once, with an AMD target in turn and SPIR-V. --table rewrites the table in a page of the documentation.

Exit status: 0 all compile and nothing spills that did not before, 1 otherwise, 77 if a tool is missing.
"""
import argparse
import collections
import concurrent.futures
import datetime
import glob
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile

CLANG, READELF = "clang-19", "llvm-readelf-19"
SPIRV_CLANG, SPIRV, SPIRV_VAL = "clang-14", "llvm-spirv-14", "spirv-val"
BEGIN, END = "<!-- made by kernels/offline/compile.py --table -->\n", "<!-- end -->\n"

# One for products, panels, triangles, vectors, matrices with vectors and sparse matrices each.
MAIN = ["gemm_mfma_f64_nn", "gemm_blocked_f64_nn_p2", "gemm_blocked_f32_nn_p4", "gemm_pipelined_f64_nn",
        "gemm_pipelined_f32_nn", "gemm_registers_f64_nn", "gemm_complex_c64_nn", "gemm_complex_c32_nn",
        "lu_panel_f64", "qr_panel_f64", "cholesky_diagonal_f64", "triangle_blocks_f64", "triangle_solve_f64",
        "vector_dot_f64", "gemv_n_f64", "gemv_t_f64", "symv_f64", "trsv_f64", "spmv_csr_rows_f64",
        "spmv_csr_merge_f64"]

AMD = "/usr/lib/x86_64-linux-gnu/amdgcn/bitcode"
LIBRARIES = ["opencl", "ocml", "ockl", "oclc_abi_version_500", "oclc_correctly_rounded_sqrt_on",
             "oclc_daz_opt_off", "oclc_finite_only_off", "oclc_unsafe_math_off"]


class AmdTarget:
    """`isa` is the device library's nearest: Debian's does not have the newer ones. A SIMD unit has
    `registers` for each lane in steps of `step`, and runs at most `waves`; a compute unit has four such
    units (gfx1100: two, whose work-group processor is counted), with local memory of `local` bytes."""

    def __init__(self, machine, isa, lanes, registers, step, waves, simds, local):
        self.machine, self.isa, self.lanes = machine, isa, lanes
        self.registers, self.step, self.waves, self.simds, self.local = registers, step, waves, simds, local

    def occupancy(self, registers, local, items):
        """Waves of a kernel on a SIMD unit at once: by registers and by local memory."""
        by_registers = min(self.waves, self.registers // (-(-max(registers, 1) // self.step) * self.step))
        groups = self.local // local if local else self.waves
        by_local = min(self.waves, groups * -(-items // self.lanes) // self.simds)
        return by_registers, by_local


TARGETS = {
    "gfx90a": AmdTarget("mi250", "90a", 64, 512, 8, 8, 4, 65536),
    "gfx942": AmdTarget("mi300x", "940", 64, 512, 8, 8, 4, 65536),
    "gfx1100": AmdTarget("rx7900", "1036", 32, 1536, 24, 16, 4, 131072),
}
RX7900 = ('hg machine 1\nmachine "rx7900" unmeasured\ndevice rx7900 memory 24000000000 largest 20000000000 '
          'compute_units 96 local_memory 65536 max_work_group 256 product "AMD Radeon RX 7900 XTX" '
          'vendor "AMD" architecture "gfx1100"\n')

Result = collections.namedtuple("Result", "name target fault vgprs agprs sgprs vgpr_spills sgpr_spills stack local items")


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False)


def number(notes, key, otherwise=0):
    found = re.search(rf"\.{key}: +(\d+)", notes)
    return int(found.group(1)) if found else otherwise


def compile_amd(name, options, path, folder, target):
    known = TARGETS[target]
    code = os.path.join(folder, f"{name}.{target}.co")
    libraries = LIBRARIES + [f"oclc_isa_version_{known.isa}",
                             "oclc_wavefrontsize64_" + ("on" if known.lanes == 64 else "off")]
    linked = [word for library in libraries
              for word in ("-Xclang", "-mlink-builtin-bitcode", "-Xclang", f"{AMD}/{library}.bc")]
    done = run(CLANG, "-x", "cl", "-target", "amdgcn-amd-amdhsa", f"-mcpu={target}", "-O3", "-nogpulib", "-w",
               *linked, *options, path, "-o", code)
    if done.returncode != 0:
        return Result(name, target, done.stderr, *[0] * 8)
    notes = run(READELF, "--notes", code).stdout
    os.remove(code)
    return Result(name, target, "", number(notes, "vgpr_count"), number(notes, "agpr_count"),
                  number(notes, "sgpr_count"), number(notes, "vgpr_spill_count"),
                  number(notes, "sgpr_spill_count"), number(notes, "private_segment_fixed_size"),
                  number(notes, "group_segment_fixed_size"), number(notes, "max_flat_workgroup_size"))


def compile_spirv(name, options, path, folder, target):
    bitcode, module = (os.path.join(folder, f"{name}.{end}") for end in ("bc", "spv"))
    steps = [[SPIRV_CLANG, "-x", "cl", "-target", "spir64", "-emit-llvm", "-c", "-O1", "-w", *options, path,
              "-o", bitcode],
             [SPIRV, bitcode, "-o", module], [SPIRV_VAL, module]]
    fault = ""
    for step in steps:
        done = run(*step)
        if done.returncode != 0:
            fault = done.stderr + done.stdout
            break
    for made in (bitcode, module):
        if os.path.exists(made):
            os.remove(made)
    return Result(name, target, fault, *[0] * 8)


def compile_one(job):
    path, folder, target = job
    with open(path, encoding="utf-8") as file:
        options = file.readline().partition(":")[2].split()
    name = os.path.basename(path)[:-len(".cl")]
    return (compile_spirv if target == "spirv" else compile_amd)(name, options, path, folder, target)


def write_sources(target, folder):
    """The paths of the kernels that a target's machine uses."""
    machine = "max1550" if target == "spirv" else TARGETS[target].machine
    if machine == "rx7900":
        machine = os.path.join(folder, "rx7900.machine")
        with open(machine, "w", encoding="utf-8") as file:
            file.write(RX7900)
    sources = os.path.join(folder, target)
    subprocess.run([os.environ["HGCTL"], "program", "instructions", "--machine", machine, "--sources", sources],
                   check=True, stdout=subprocess.DEVNULL)
    return sorted(glob.glob(sources + "/*.cl"))


def each_source_once(paths):
    """One path for each text behind the line of options; of those with double precision, if there are any."""
    chosen = {}
    for path in sorted(paths, key=lambda path: ("_f64" not in path, path)):
        with open(path, encoding="utf-8") as file:
            file.readline()
            chosen.setdefault(hashlib.sha256(file.read().encode()).digest(), path)
    return sorted(chosen.values())


def jobs_of(targets, part, folder):
    jobs = []
    for target in targets:
        paths = write_sources(target, folder)
        jobs += [(path, folder, target) for path in (each_source_once(paths) if part else paths)]
    if not part:
        return jobs
    # A source is compiled for one AMD target, in turns, unless it is only there on some.
    amd = [target for target in targets if target != "spirv"]
    places = collections.defaultdict(dict)
    for job in jobs:
        places[os.path.basename(job[0])][job[2]] = job
    chosen = []
    for turn, found in enumerate(places.values()):
        possible = [target for target in amd if target in found]
        chosen += [found[possible[turn % len(possible)]]] if possible else []
        chosen += [found["spirv"]] if "spirv" in found else []
    return chosen


def row(result):
    by_registers, by_local = TARGETS[result.target].occupancy(result.vgprs, result.local, result.items)
    own = result.vgprs - result.agprs
    return (f"| `{result.name}` | {result.target} | {own} | {result.agprs} | {result.sgprs} | "
            f"{result.vgpr_spills} | {result.sgpr_spills} | {result.stack} | {result.local} | {result.items} | "
            f"{by_registers} | {by_local} |")


def version(*command):
    return re.search(r"\d+\.\d+(\.\d+)?", run(*command).stdout).group(0)


def is_main(name):
    """The first of each of MAIN: a kernel of this name or, behind it, with parameters."""
    return any(name == main or re.fullmatch(main + r"_[a-z]\d.*", name) for main in MAIN)


def table(results):
    counts = collections.Counter(result.target for result in results)
    lines = [f"{datetime.date.today()}, clang {version(CLANG, '--version')} with ROCm's device libraries "
             f"(Debian rocm-device-libs), and clang {version(SPIRV_CLANG, '--version')} with llvm-spirv and "
             f"spirv-val. Kernels compiled: " +
             ", ".join(f"{target} {count}" for target, count in counts.items()) + ".", "",
             "| kernel | target | VGPR | AGPR | SGPR | VGPR spills | SGPR spills | stack, bytes | local, bytes | "
             "work-items | waves by registers | waves by local memory |", "|" + "---|" * 12]
    first = {}
    for result in results:
        main = next((main for main in MAIN if re.fullmatch(main + r"(_[a-z]\d.*)?", result.name)), None)
        if result.target in TARGETS and main and not result.fault:
            first.setdefault((MAIN.index(main), result.target), result)
    lines += [row(first[key]) for key in sorted(first, key=lambda key: (key[0], list(TARGETS).index(key[1])))]
    spilling = sorted({result.name for result in results if result.vgpr_spills})
    lines += ["", "Kernels with spills of vector registers to memory: " +
              (", ".join(f"`{name}`" for name in spilling) or "none") + "."]
    return "\n".join(lines) + "\n"


def rewrite(page, text):
    with open(page, encoding="utf-8") as file:
        before, _, rest = file.read().partition(BEGIN)
    with open(page, "w", encoding="utf-8") as file:
        file.write(before + BEGIN + text + END + rest.partition(END)[2])


def missing_tools():
    tools = [CLANG, READELF, SPIRV_CLANG, SPIRV, SPIRV_VAL]
    return [tool for tool in tools if not shutil.which(tool)] + ([] if os.path.isdir(AMD) else ["rocm-device-libs"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--targets", default="gfx90a,gfx942,gfx1100,spirv")
    parser.add_argument("--part", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--table")
    options = parser.parse_args()
    if missing := missing_tools():
        print("Skipped: kernels for AMD and Intel are not compiled without", ", ".join(missing))
        return 77
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(options.jobs) as threads:
        results = list(threads.map(compile_one, jobs_of(options.targets.split(","), options.part, folder)))
    faults = [result for result in results if result.fault]
    for result in faults:
        print(f"{result.name} for {result.target}:\n{result.fault}")
    for result in results:
        if result.vgpr_spills or result.sgpr_spills:
            print(f"{result.name} for {result.target} spills {result.vgpr_spills} vector and "
                  f"{result.sgpr_spills} scalar registers")
    if options.table and not faults:
        rewrite(options.table, table(results))
    print(f"{len(results) - len(faults)} kernels compiled, {len(faults)} failed")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
