// hgctl warm: compiles kernels before the first call needs them.
#include <algorithm>
#include <cstdint>
#include <deque>
#include <iostream>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "runtime/files/cache_folder.hpp"
#include "tools/cli/progress_bar.hpp"
#include "tools/cli/stopwatch.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/hgctl/size_grid.hpp"
#include "tools/report/report_files.hpp"
#include "tools/workload/operands/gemm_words.hpp"
#include "tools/workload/program/varied_calls.hpp"
#include <hg/blas/session.hpp>
#include <hg/kernels/library.hpp>
#include <hg/runtime/machine/device.hpp>
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

/// What became of kernels that were asked for by name.
struct NamedKernels {
    std::string device;                 ///< its name
    std::vector<std::string> compiled;  ///< instructions
    std::vector<std::string> faults;    ///< why others were not compiled, each beginning with the instruction
    double seconds = 0;
};

/// Copies without what ships compiled of them.
std::deque<hg::Instruction> to_compile(const std::vector<std::string>& names, NamedKernels& result) {
    std::deque<hg::Instruction> instructions;
    for (const std::string& name : names)
        if (const hg::InstructionPtr known = hg::kernels::find(name))
            instructions.emplace_back(*known).compiled.clear();
        else
            result.faults.push_back(name + ": no instruction has this name");
    return instructions;
}

void compile(hg::Device& device, const hg::Instruction& instruction, NamedKernels& result) {
    try {
        device.prepare(instruction);
        result.compiled.push_back(instruction.name);
    } catch (const hg::Error& error) {
        result.faults.push_back(instruction.name + ": " + error.what());
    }
}

/// Compiles the kernels of instructions on one device, from their sources even if they ship compiled, and
/// keeps them in the cache folder. `device` is as HG_DEVICES; empty: as one_device() chooses.
NamedKernels compile_kernels(const std::vector<std::string>& names, const std::string& device) {
    NamedKernels result;
    const std::deque<hg::Instruction> instructions = to_compile(names, result);
    const OneDevice chosen = one_device(device);
    const std::unique_ptr<hg::Device> compiler = make_device(chosen);
    result.device = chosen.listing.info.name;
    Stopwatch watch;
    std::vector<const hg::Instruction*> all;
    for (const hg::Instruction& instruction : instructions) all.push_back(&instruction);
    try {
        compiler->prepare_all(all);
    } catch (const hg::Error&) {
        // Told below, by the kernel that failed.
    }
    for (const hg::Instruction& instruction : instructions) compile(*compiler, instruction, result);
    result.seconds = watch.lap();
    return result;
}

struct WarmOptions {
    std::vector<std::string> routines = program_routine_names();
    std::vector<std::string> types{"f64", "f32"};
    std::string sizes = "512:16384:log";
    std::string devices;
    std::string arithmetic;
    std::vector<std::string> kernels;  ///< by name, in the place of routines'
    ReportFiles files;

    void add_options(Command& command);
};

/// What was made ready for a routine and a type.
struct Warmed {
    std::string routine;
    hg::ElementType type;
    std::set<std::string> kernels;
    std::int64_t too_large = 0;  ///< programs that the devices' memory does not hold
    double seconds = 0;
};

void warm(hg::Session& session, const TypedPrograms& typed, const CallSettings& call, Warmed& warmed) {
    try {
        const hg::Program program =
            typed.program(call, {session.division_target(), session.kernels(), session.arithmetic()});
        if (!session.machine().is_compiled(program)) session.machine().prepare(program);
        for (const hg::InstructionPtr& instruction : program.instructions())
            warmed.kernels.insert(instruction->name);
    } catch (const hg::Error& error) {
        if (error.code() != hg::ErrorCode::out_of_memory) throw;
        ++warmed.too_large;
    }
}

Warmed warm(hg::Session& session, const std::string& name, hg::ElementType type,
            const std::vector<std::int64_t>& sizes) {
    Warmed warmed{name, type, {}};
    Stopwatch watch;
    const ProgramRoutine& routine = program_routine(name);
    if (const TypedPrograms* const typed = routine.in(type))
        for (const std::int64_t n : sizes)
            for (const CallSettings& call : varied_calls(routine, *typed, n))
                warm(session, *typed, call, warmed);
    session.trim();
    warmed.seconds = watch.lap();
    return warmed;
}

void add_kept(Report& report, const std::string& folder) {
    const std::string fault = hg::CacheFolder(folder).fault();
    report.line(fault.empty() ? "Saved in " + folder : "Nothing was saved: " + fault).fact("cache", folder);
}

Report report_of(const std::vector<Warmed>& all, const std::vector<std::string>& devices,
                 const std::string& folder) {
    const ReportTable table = table_of<Warmed>(
        {{"routine", "routine", &Warmed::routine},
         {"type", "type", [](auto& warmed) { return name(warmed.type); }},
         {"kernels", "kernels",
          [](auto& warmed) {
              return Value(std::vector<std::string>(warmed.kernels.begin(), warmed.kernels.end()),
                           std::to_string(warmed.kernels.size()));
          }},
         {"too_large", "", &Warmed::too_large},
         {"seconds", "seconds", kFixed<2>, &Warmed::seconds}},
        all);
    std::int64_t too_large = 0;
    for (const Warmed& warmed : all) too_large += warmed.too_large;
    Report report("hgctl warm");
    report.devices(devices).table("routines", table);
    if (too_large > 0)
        report.line(std::to_string(too_large) +
                    " programs were left out: the devices' memory does not hold them.");
    add_kept(report, folder);
    return report;
}

/// The exit status.
int run_named(const WarmOptions& options) {
    const NamedKernels result = compile_kernels(options.kernels, options.devices);
    Report report("hgctl warm", std::to_string(result.compiled.size()) + " kernels compiled in " +
                                    fixed(result.seconds, 2) + " s on " + result.device);
    report.devices({result.device}).fact("kernels", result.compiled);
    report.fact("faults", result.faults).fact("seconds", result.seconds);
    add_kept(report, hgctl::machine_options(options.devices).cache_folder);
    options.files.write(report);
    for (const std::string& fault : result.faults) std::cerr << "hgctl: " << fault << '\n';
    return result.faults.empty() ? kGood : kCheckFailed;
}

int run_warm(const WarmOptions& options) {
    options.files.check();
    if (!options.kernels.empty()) return run_named(options);
    const std::vector<std::int64_t> sizes = parse_sizes(options.sizes, "--sizes");
    const hg::MachineOptions machine_options = hgctl::machine_options(options.devices, options.arithmetic);
    hg::Session session(machine_options);
    std::vector<Warmed> all;
    ProgressBar bar("starting", options.routines.size() * options.types.size());
    for (const std::string& type : options.types)
        for (const std::string& routine : options.routines) {
            bar.say("compiling kernels of " + routine + " " + type);
            all.push_back(warm(session, routine, type_of(type), sizes));
            bar.advance();
        }
    options.files.write(report_of(all, device_names(session.machine()), machine_options.cache_folder));
    return kGood;
}

void WarmOptions::add_options(Command& command) {
    const Option routine_option =
        command
            .option("--routines", routines,
                    "Routines; solves consist of getrf and getrs or potrf and potrs, and of trsm if "
                    "right-hand sides are many; least squares of geqrf, ormqr and trsm")
            .list()
            .one_of(program_routine_names())
            .show_default("all");
    command.words("--type", types, floating_type_words(), "Element types");
    command
        .option("--sizes", sizes,
                "Orders of the matrices, comma-separated: numbers and ranges FIRST:LAST:log")
        .show_default();
    add_devices_option(command, devices);
    add_arithmetic_option(command, arithmetic);
    command
        .option("--kernels", kernels,
                "Kernels by the names of their instructions, instead of --routines and on one device; "
                "compiled from source even if they ship compiled")
        .list()
        .excludes(routine_option);
    files.add_options(command);
}

}  // namespace

void add_warm(Command& app) {
    add_verb(app, "warm", "Compile kernels in advance, so that first calls do not wait for the compiler",
             run_warm);
}

}  // namespace hgctl
