// hgctl program print: the program that a routine would run.
#include <algorithm>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "blas/call/call_devices.hpp"
#include "tools/cli/atomic_file.hpp"
#include "tools/cli/output_files.hpp"
#include "tools/hgctl/commands.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/hgctl/program/call_options.hpp"
#include "tools/hgctl/program/printed_solver.hpp"
#include "tools/hgctl/program/program_file.hpp"
#include "tools/hgctl/program/target_model.hpp"
#include "tools/report/quantity.hpp"
#include "tools/workload/matrices/sparse_source.hpp"
#include "tools/workload/operands/gemm_words.hpp"
#include <hg/runtime/program/analysis.hpp>
#include <hg/runtime/program/text.hpp>

namespace hgctl {
namespace {

/// Options that only `print` has.
const std::vector<CallOption> kPrintOptions{
    {"--m", {"m"}}, {"--k", {"k"}}, {"--block", {"block"}}, {"--matrix", {"matrix"}}};

/// Conjugate gradients, whose program a sparse matrix decides.
const ProgramRoutine kSolver{"cg", false, {"matrix"}, {{hg::ElementType::f64}, {hg::ElementType::f32}}};

std::vector<ProgramRoutine> printed_routines() {
    std::vector<ProgramRoutine> list = program_routines();
    list.push_back(kSolver);
    return list;
}

struct PrintOptions {
    std::string routine = "gemm";
    CallOptions call;
    std::optional<std::int64_t> m;
    std::string devices, memory, output, dot;
    std::string matrix = "stencil27:64";
    std::int64_t block = 0;
    std::optional<int> model_devices;
    TargetRates rates;
    std::optional<Command> command;

    void add_options(Command& to);

  private:
    void add_call_options();
    void add_model_options();
};

hg::Program program_of(const PrintOptions& options, const ProgramRoutine& routine, const ProgramSite& site) {
    const hg::ElementType type = type_of(options.call.type);
    if (routine.name == kSolver.name)
        return cg_program(options.matrix, type, options.call.settings.n, site.target, site.kernels);
    CallSettings call = options.call.settings;
    call.m = options.m.value_or(call.n);
    return routine.in(type)->program(call, site);
}

/// The machine that the options name: no device of this one is asked.
hg::Target model_target(const PrintOptions& options) {
    std::optional<std::size_t> count = device_count(options.devices);
    if (options.model_devices) count = static_cast<std::size_t>(*options.model_devices);
    hg::Target target =
        read_machine(options.rates.machine.empty() ? "generic" : options.rates.machine, count);
    for (hg::DeviceModel& device : target.devices) {
        if (options.memory.empty()) break;
        device.memory = parse_bytes(options.memory, "--memory");
        device.largest_slot = std::min(device.largest_slot, device.memory);
    }
    options.rates.apply(target);
    return target;
}

hg::Program program_of(const PrintOptions& options, const ProgramRoutine& routine) {
    const bool is_model = options.model_devices || !options.memory.empty() || !options.rates.machine.empty();
    const hg::MachineOptions machine =
        machine_options(is_model ? "" : options.devices, options.call.arithmetic);
    const auto build = [&](const hg::Target& target, const hg::kernels::Database& kernels) {
        return program_of(options, routine,
                          {target, kernels, machine.arithmetic, options.call.pinned, options.block});
    };
    if (is_model) return build(model_target(options), hg::kernels::Database::shipped());
    hg::Session session(machine);
    hg::CallDevices devices(session, type_of(options.call.type), routine.host_helps);
    return devices.program("printed", [&](hg::Target target) {
        options.rates.apply(target);
        return build(target, session.kernels());
    });
}

void run_print(const PrintOptions& options) {
    const std::vector<ProgramRoutine> all = printed_routines();
    const ProgramRoutine& routine = *std::ranges::find(all, options.routine, &ProgramRoutine::name);
    options.call.check(routine, kPrintOptions);
    check_outputs({{"--output", options.output}, {"--dot", options.dot}});
    const hg::Program program = program_of(options, routine);
    if (!options.dot.empty()) {
        std::ostringstream picture;
        hg::print_dot(program, picture);
        replace_file(options.dot, picture.str());
    }
    write_text(options.output, hg::print(program));
}

void PrintOptions::add_call_options() {
    std::vector<std::string> names;
    for (const ProgramRoutine& one : printed_routines()) names.push_back(one.name);
    command->words("--routine", routine, names, "The routine");
    command
        ->option("--n", call.settings.n,
                 "Columns of the matrix that is written: gemm's and ormqr's C, trsm's and trmm's B, else "
                 "those of A; rows too, and the sum's length, unless --m, --k are given; cg: iterations")
        .whole_number(1)
        .required();
    command->count("--m", m, "Rows of that matrix, if it need not be square", 1);
    command->option("--k", call.settings.k, "Length of the sum; ormqr, orgqr: reflectors (default: all)")
        .whole_number(1);
    call.add_options(*command, printed_routines());
    command->option("--block", block, "gemm: block size instead of the library's choice").whole_number(1);
    command->option("--matrix", matrix, std::string("cg: its matrix: ") + kSparseSources).show_default();
}

void PrintOptions::add_model_options() {
    rates.add_options(*command);
    command->option("--devices", devices,
                    "With --machine, the number of its devices (default: one of a named machine, all of a "
                    "file's); without, this machine's devices as in HG_DEVICES");
    command->option("--memory", memory,
                    "Memory of each of its devices, such as 512M (default: the machine's; machine: generic)");
    // Spellings of former versions.
    command->option("--model-devices", model_devices).whole_number(1, 1024).hide();
    command->option("--gpu", rates.machine).hide();
}

void PrintOptions::add_options(Command& to) {
    command = to;
    add_call_options();
    add_model_options();
    add_output_option(to, output);
    command->file("--dot", dot, "Also write a picture for GraphViz: dot -Tsvg FILE");
}

}  // namespace

void add_program_print(Command& app) {
    add_verb(app, "print", "Print the program of a routine for this machine, or for a model of one",
             run_print);
}

}  // namespace hgctl
