// hgctl warm: compiles kernels before the first call needs them.
#include <iostream>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "runtime/files/cache_folder.hpp"
#include "tools/cli/progress_bar.hpp"
#include "tools/cli/stopwatch.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/hgctl/size_grid.hpp"
#include "tools/hgctl/warm/named_kernels.hpp"
#include "tools/hgctl/warm/routine_programs.hpp"
#include "tools/report/json_report.hpp"
#include "tools/report/quantity.hpp"
#include "tools/report/table.hpp"
#include "tools/workload/operands/gemm_words.hpp"
#include <hg/blas/session.hpp>
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

struct Options {
    std::vector<std::string> routines = routines_with_programs();
    std::vector<std::string> types{"f64", "f32"};
    std::string sizes = "512:16384:log";
    std::string devices;
    std::string arithmetic;
    std::vector<std::string> kernels;  ///< by name, in the place of routines'
    JsonReport json;
};

/// What was made ready for a routine and a type.
struct Warmed {
    std::string routine;
    hg::ElementType type;
    std::set<std::string> kernels;
    std::int64_t too_large = 0;  ///< programs that the devices' memory does not hold
    double seconds = 0;
};

void warm(hg::Session& session, const ProgramMaker& make, Warmed& warmed) {
    try {
        const hg::Program program = make(session.division_target(), session.kernels(), session.arithmetic());
        if (!session.machine().is_compiled(program)) session.machine().prepare(program);
        for (const hg::InstructionPtr& instruction : program.instructions())
            warmed.kernels.insert(instruction->name);
    } catch (const hg::Error& error) {
        if (error.code() != hg::ErrorCode::out_of_memory) throw;
        ++warmed.too_large;
    }
}

Warmed warm(hg::Session& session, const std::string& routine, hg::ElementType type,
            const std::vector<std::int64_t>& sizes) {
    Warmed warmed{routine, type, {}};
    Stopwatch watch;
    for (const std::int64_t n : sizes)
        for (const ProgramMaker& make : routine_programs(routine, type, n)) warm(session, make, warmed);
    session.trim();
    warmed.seconds = watch.lap();
    return warmed;
}

Json as_json(const std::vector<Warmed>& all, const hg::MachineOptions& options, hg::Session& session) {
    Json routines = Json::array();
    for (const Warmed& warmed : all) {
        Json kernels = Json::array();
        for (const std::string& kernel : warmed.kernels) kernels.push_back(kernel);
        routines.push_back({{"routine", warmed.routine},
                            {"type", std::string(name(warmed.type))},
                            {"kernels", kernels},
                            {"too_large", warmed.too_large},
                            {"seconds", warmed.seconds}});
    }
    Json devices = Json::array();
    for (const std::string& device : device_names(session.machine())) devices.push_back(device);
    return {{"devices", devices}, {"cache", options.cache_folder}, {"routines", routines}};
}

void print_kept(const std::string& folder) {
    if (const std::string fault = hg::CacheFolder(folder).fault(); !fault.empty())
        std::cout << "Nothing is kept: " << fault << '\n';
    else
        std::cout << "Kept in " << folder << '\n';
}

void print_text(const std::vector<Warmed>& all, const hg::MachineOptions& options) {
    Table table({"routine", "type", "kernels", "seconds"}, {0, 1});
    std::int64_t too_large = 0;
    for (const Warmed& warmed : all) {
        if (warmed.kernels.empty()) continue;
        table.add({warmed.routine, std::string(name(warmed.type)), std::to_string(warmed.kernels.size()),
                   fixed(warmed.seconds, 2)});
        too_large += warmed.too_large;
    }
    table.print(std::cout);
    if (too_large > 0)
        std::cout << too_large << " programs were left out: the devices' memory does not hold them.\n";
    print_kept(options.cache_folder);
}

/// The exit status.
int run_named(const Options& options) {
    options.json.check();
    const std::string folder = hgctl::machine_options(options.devices).cache_folder;
    const NamedKernels result = compile_kernels(options.kernels, options.devices);
    options.json.write({{"devices", std::vector<std::string>{result.device}},
                        {"cache", folder},
                        {"kernels", result.compiled},
                        {"faults", result.faults},
                        {"seconds", result.seconds}});
    if (!options.json.replaces_text()) {
        std::cout << result.compiled.size() << " kernels compiled in " << fixed(result.seconds, 2) << " s on "
                  << result.device << '\n';
        print_kept(folder);
    }
    for (const std::string& fault : result.faults) std::cerr << "hgctl: " << fault << '\n';
    return result.faults.empty() ? kGood : kCheckFailed;
}

void run_warm(const Options& options) {
    options.json.check();
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
    options.json.write(as_json(all, machine_options, session));
    if (!options.json.replaces_text()) print_text(all, machine_options);
}

}  // namespace

void add_warm(Command& app, int& status) {
    auto options = std::make_shared<Options>();
    Command command = app.subcommand(
        "warm", "Compile the kernels that calls will need, so that no first call waits for a compiler");
    const Option routines =
        command
            .option(
                "--routines", options->routines,
                "Routines; solves consist of getrf and getrs or potrf and potrs, and of trsm if right-hand "
                "sides are "
                "many; least squares of geqrf, ormqr and trsm")
            .list()
            .one_of(routines_with_programs())
            .show_default("all");
    command.option("--type", options->types, "Element types")
        .list()
        .one_of({"f64", "f32", "c64", "c32"})
        .show_default();
    command
        .option("--sizes", options->sizes,
                "Orders of the matrices: numbers and ranges FIRST:LAST:log, with commas between them")
        .show_default();
    add_devices_option(command, options->devices);
    add_arithmetic_option(command, options->arithmetic);
    command
        .option("--kernels", options->kernels,
                "Kernels by the names of their instructions, in the place of routines' and on one device: "
                "compiled from "
                "their sources even if they ship compiled")
        .list()
        .excludes(routines);
    options->json.add_option(command);
    command.callback([options, &status] {
        status = kGood;
        if (options->kernels.empty())
            run_warm(*options);
        else
            status = run_named(*options);
    });
}

}  // namespace hgctl
