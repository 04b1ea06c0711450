#pragma once

#include <memory>
#include <string>
#include <type_traits>

#include "tools/cli/command_line.hpp"

namespace hgctl {

/// Exit statuses of hgctl.
enum Status : int { kGood = 0, kCheckFailed = 1, kWrongInput = 2 };

/// Adds a subcommand whose options are an object, to which options.add_options(command) adds them. `run`
/// takes them and returns an exit status, or nothing if it can only succeed or throw.
template <class Options, class Returned>
void add_verb(Command& app, const std::string& name, const std::string& help, int& status,
              Returned (*run)(const Options&)) {
    auto options = std::make_shared<Options>();
    Command command = app.subcommand(name, help);
    options->add_options(command);
    command.callback([options, run, &status] {
        if constexpr (std::is_void_v<Returned>) {
            run(*options);
            status = kGood;
        } else {
            status = run(*options);
        }
    });
}

/// Each adds one subcommand with its options. Parsing the command line runs it; it writes its exit status to
/// `status`, which must outlive the parsing, or throws.
void add_devices(Command& app, int& status);
void add_multiply(Command& app, int& status);
void add_solve(Command& app, int& status);
void add_check(Command& app, int& status);
void add_bench(Command& app, int& status);
void add_program(Command& app, int& status);
void add_trace(Command& app, int& status);
void add_tune(Command& app, int& status);
void add_probe(Command& app, int& status);
void add_warm(Command& app, int& status);
void add_stress(Command& app, int& status);

/// Parts of `hgctl bench`. The single process is not for users: it is what `bench processes` starts.
void add_bench_kernel(Command& bench, int& status);
void add_bench_memory(Command& bench, int& status);
void add_bench_program(Command& bench, int& status);
void add_bench_resident(Command& bench, int& status);
void add_bench_spmv(Command& bench, int& status);
void add_bench_distributed(Command& bench, int& status);
void add_bench_processes(Command& bench, int& status);
void add_bench_process(Command& bench, int& status);

/// Parts of `hgctl probe` that stand in files of their own.
void add_probe_memory(Command& probe, int& status);
void add_probe_peak(Command& probe, int& status);

/// Parts of `hgctl program`.
void add_program_build(Command& app, int& status);
void add_program_fmt(Command& app, int& status);
void add_program_print(Command& app, int& status);
void add_program_verify(Command& app, int& status);
void add_program_simulate(Command& app, int& status);
void add_program_graph(Command& app, int& status);
void add_program_analyze(Command& app, int& status);
void add_program_compare(Command& app, int& status);
void add_program_run(Command& app, int& status);

/// Parts of `hgctl tune`. The worker is not for users: it is what the others start to run candidates in.
void add_tune_routines(Command& tune, int& status);
void add_tune_spmv(Command& tune, int& status);
void add_tune_merge(Command& tune, int& status);
void add_tune_worker(Command& tune, int& status);

}  // namespace hgctl
