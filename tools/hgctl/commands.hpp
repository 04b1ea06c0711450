#pragma once

#include <memory>
#include <string>

#include "tools/cli/command_line.hpp"

namespace hgctl {

/// Exit statuses of hgctl.
enum Status : int { kGood = 0, kCheckFailed = 1, kWrongInput = 2 };

/// Adds a subcommand whose options are an object, to which options.add_options(command) adds them. `run`
/// takes them; what it returns is as Command::callback() has it.
template <class Options, class Returned>
void add_verb(Command& app, const std::string& name, const std::string& help,
              Returned (*run)(const Options&)) {
    auto options = std::make_shared<Options>();
    Command command = app.subcommand(name, help);
    options->add_options(command);
    command.callback([options, run] { return run(*options); });
}

/// Each adds one subcommand with its options. Parsing the command line runs it.
void add_devices(Command& app);
void add_multiply(Command& app);
void add_solve(Command& app);
void add_check(Command& app);
void add_bench(Command& app);
void add_compare(Command& app);
void add_program(Command& app);
void add_plan(Command& app);
void add_trace(Command& app);
void add_tune(Command& app);
void add_probe(Command& app);
void add_warm(Command& app);
void add_stress(Command& app);

/// Parts of `hgctl bench`. The single process is not for users: it is what `bench processes` starts.
void add_bench_kernel(Command& bench);
void add_bench_memory(Command& bench);
void add_bench_program(Command& bench);
void add_bench_resident(Command& bench);
void add_bench_spmv(Command& bench);
void add_bench_distributed(Command& bench);
void add_bench_processes(Command& bench);
void add_bench_process(Command& bench);

/// Parts of `hgctl probe` that stand in files of their own.
void add_probe_memory(Command& probe);
void add_probe_peak(Command& probe);

/// Parts of `hgctl program` that stand in files of their own.
void add_program_print(Command& app);
void add_program_machine(Command& app);
void add_program_verify(Command& app);
void add_program_check(Command& app);
void add_program_simulate(Command& app);
void add_program_graph(Command& app);
void add_program_analyze(Command& app);
void add_program_compare(Command& app);
void add_program_run(Command& app);
void add_program_instructions(Command& app);

/// Parts of `hgctl tune` that stand in files of their own.
void add_tune_routines(Command& tune);
void add_tune_spmv(Command& tune);

}  // namespace hgctl
