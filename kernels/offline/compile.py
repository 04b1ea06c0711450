#!/usr/bin/python3
"""Compiles hg's kernels for GPUs of AMD and Intel without such a device, and tells what they take.

    HGCTL=build/release/tools/hgctl/hgctl compile.py [--targets gfx90a,spirv] [--part | --table PAGE.md]

For each target, hgctl lists the kernels that calls use on a machine model and writes their sources. Clang
compiles them: for gfx90a, gfx942 and gfx1100 with ROCm's device libraries to code objects, in which
registers, spills and local memory are recorded; for Intel to SPIR-V, which spirv-val checks. --part takes
each source once, for one AMD target, in turns, and to SPIR-V. --table compiles the kernels of the table in
a page of the documentation, and writes it anew.

Exit status: 0 if all compile, 1 if not, 77 if a tool is missing.
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

# The kernels of the table: products, panels, triangles, vectors, matrices with vectors, sparse matrices.
MAIN = ["gemm_mfma_f64_nn", "gemm_blocked_f64_nn_p2", "gemm_blocked_f32_nn_p4", "gemm_pipelined_f64_nn",
        "gemm_pipelined_f32_nn", "gemm_registers_f64_nn", "gemm_complex_c64_nn", "gemm_complex_c32_nn",
        "lu_panel_f64", "ldl_panel_f64_w128_g1", "qr_panel_f64", "cholesky_diagonal_f64",
        "tournament_leaf_f64", "triangle_blocks_f64", "triangle_solve_f64", "triangle_product_f64_left",
        "unit_lower_blocks_f64", "vector_dot_f64_v2_w4_i256_g1024", "gemv_n_f64_i32x8_v2_r1_u4_s1",
        "gemv_t_f64_i32x8_v2_c1_u4_s1", "symv_f64_l_v2_t64_h1_s8_r16_c16_p0_k16",
        "spmv_csr_rows_f64_l1_i256_u4_c1", "spmv_csr_merge_f64_i256_w8_c1"]

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
        by_local = min(self.waves, groups * -(-items // self.lanes) / self.simds)
        return by_registers, by_local


TARGETS = {
    "gfx90a": AmdTarget("mi250", "90a", 64, 512, 8, 8, 4, 65536),
    "gfx942": AmdTarget("mi300x", "940", 64, 512, 8, 8, 4, 65536),
    "gfx1100": AmdTarget("rx7900", "1036", 32, 1536, 24, 16, 4, 131072),
}
RX7900 = ('hg machine 1\nmachine "rx7900" unmeasured\ndevice rx7900 memory 24000000000 largest 20000000000 '
          'compute_units 96 local_memory 65536 max_work_group 256 product "AMD Radeon RX 7900 XTX" '
          'vendor "AMD" architecture "gfx1100"\n')

Result = collections.namedtuple(
    "Result", "name target fault vgprs agprs sgprs vgpr_spills sgpr_spills stack local items")


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False)


def number(notes, key, otherwise=0):
    found = re.search(rf"\.{key}: +(\d+)", notes)
    return int(found.group(1)) if found else otherwise


def metadata_of(entry, notes):
    """A source may have several kernels: the part of the notes that is about this one."""
    kernels = re.split(r"\n  - ", notes.partition("amdhsa.kernels:")[2])
    return next(kernel for kernel in kernels if re.search(rf"\.name: +{entry}\n", kernel))


def compile_amd(name, entry, options, path, folder, target):
    known = TARGETS[target]
    code = os.path.join(folder, f"{name}.{target}.co")
    libraries = LIBRARIES + [f"oclc_isa_version_{known.isa}",
                             "oclc_wavefrontsize64_" + ("on" if known.lanes == 64 else "off")]
    linked = [word for library in libraries
              for word in ("-Xclang", "-mlink-builtin-bitcode", "-Xclang", f"{AMD}/{library}.bc")]
    done = run(CLANG, "-x", "cl", "-target", "amdgcn-amd-amdhsa", f"-mcpu={target}", "-O3", "-c", "-nogpulib",
               "-w", *linked, *options, path, "-o", code)
    if done.returncode != 0:
        return Result(name, target, done.stderr, *[0] * 8)
    notes = metadata_of(entry, run(READELF, "--notes", code).stdout)
    os.remove(code)
    return Result(name, target, "", number(notes, "vgpr_count"), number(notes, "agpr_count"),
                  number(notes, "sgpr_count"), number(notes, "vgpr_spill_count"),
                  number(notes, "sgpr_spill_count"), number(notes, "private_segment_fixed_size"),
                  number(notes, "group_segment_fixed_size"), number(notes, "max_flat_workgroup_size"))


def compile_spirv(name, _entry, options, path, folder, target):
    bitcode, module = (os.path.join(folder, f"{name}.{end}") for end in ("bc", "spv"))
    steps = [[SPIRV_CLANG, "-x", "cl", "-target", "spir64", "-emit-llvm", "-c", "-O0", "-w", *options, path,
              "-o", bitcode],
             [SPIRV, "--spirv-max-version=1.2", bitcode, "-o", module], [SPIRV_VAL, module]]
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
        entry, _, options = file.readline().removeprefix("// kernel ").partition(", build options:")
    name = os.path.basename(path)[:-len(".cl")]
    compile_for = compile_spirv if target == "spirv" else compile_amd
    return compile_for(name, entry, options.split(), path, folder, target)


def write_sources(target, folder):
    """The paths of the kernels that a target's machine uses."""
    machine = "max1550" if target == "spirv" else TARGETS[target].machine
    if machine == "rx7900":
        machine = os.path.join(folder, "rx7900.machine")
        with open(machine, "w", encoding="utf-8") as file:
            file.write(RX7900)
    sources = os.path.join(folder, target)
    subprocess.run([os.environ["HGCTL"], "program", "instructions", "--machine", machine,
                    "--sources", sources], check=True, stdout=subprocess.DEVNULL)
    return sorted(glob.glob(sources + "/*.cl"))


def each_source_once(paths):
    """One path for each text behind the line of options; of those with double precision, if there are any."""
    chosen = {}
    for path in sorted(paths, key=lambda path: ("_f64" not in path, path)):
        with open(path, encoding="utf-8") as file:
            file.readline()
            chosen.setdefault(hashlib.sha256(file.read().encode()).digest(), path)
    return sorted(chosen.values())


def jobs_of(targets, part, main_only, folder):
    jobs = []
    for target in targets:
        paths = write_sources(target, folder)
        jobs += [(path, folder, target) for path in (each_source_once(paths) if part else paths)]
    if main_only:
        return [job for job in jobs if os.path.basename(job[0])[:-len(".cl")] in MAIN]
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
            f"{result.vgpr_spills} | {result.sgpr_spills} | {result.stack} | {result.local} | "
            f"{result.items} | {by_registers} | {by_local:g} |")


def version(*command):
    return re.search(r"\d+\.\d+(\.\d+)?", run(*command).stdout).group(0)


def table(results):
    lines = [f"{datetime.date.today()}, clang {version(CLANG, '--version')}, ROCm's device libraries 5.2:",
             "", "| kernel | target | VGPR | AGPR | SGPR | VGPR spills | SGPR spills | stack, bytes | "
             "local, bytes | work-items | waves by registers | waves by local memory |", "|" + "---|" * 12]
    for name in MAIN:
        lines += [row(result) for target in TARGETS for result in results
                  if (result.name, result.target) == (name, target)]
    return "\n".join(lines) + "\n"


def rewrite(page, text):
    with open(page, encoding="utf-8") as file:
        before, _, rest = file.read().partition(BEGIN)
    with open(page, "w", encoding="utf-8") as file:
        file.write(before + BEGIN + text + END + rest.partition(END)[2])


def missing_tools():
    tools = [CLANG, READELF, SPIRV_CLANG, SPIRV, SPIRV_VAL]
    missing = [tool for tool in tools if not shutil.which(tool)]
    return missing + ([] if os.path.isdir(AMD) else ["rocm-device-libs"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--targets", default="gfx90a,gfx942,gfx1100,spirv")
    parser.add_argument("--part", action="store_true", help="each source once")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--table", help="a page: compile the kernels of its table, and write it")
    options = parser.parse_args()
    if missing := missing_tools():
        print("Skipped: kernels for AMD and Intel are not compiled without", ", ".join(missing))
        return 77
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(options.jobs) as threads:
        jobs = jobs_of(options.targets.split(","), options.part, options.table is not None, folder)
        results = list(threads.map(compile_one, jobs))
    faults = [result for result in results if result.fault]
    for result in faults:
        print(f"{result.name} for {result.target}:\n{result.fault}")
    for result in results:
        if result.vgpr_spills or result.sgpr_spills:
            print(f"{result.name} for {result.target} spills {result.vgpr_spills} vector and "
                  f"{result.sgpr_spills} scalar registers")
    if not results:
        raise SystemExit("hgctl wrote no kernels")
    if options.table and not faults:
        rewrite(options.table, table(results))
    print(f"{len(results) - len(faults)} kernels compiled, {len(faults)} failed")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
