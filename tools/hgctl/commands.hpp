#pragma once

#include <CLI/CLI.hpp>

namespace hgctl {

/// Exit statuses of hgctl.
enum Status : int { kGood = 0, kCheckFailed = 1, kWrongInput = 2 };

/// Each adds one subcommand with its options. Parsing the command line runs it; it writes its exit status to
/// `status`, which must outlive the parsing, or throws.
void add_devices(CLI::App& app, int& status);
void add_multiply(CLI::App& app, int& status);
void add_solve(CLI::App& app, int& status);
void add_check(CLI::App& app, int& status);
void add_bench(CLI::App& app, int& status);
void add_program(CLI::App& app, int& status);
void add_trace(CLI::App& app, int& status);
void add_tune(CLI::App& app, int& status);
void add_probe(CLI::App& app, int& status);
void add_distributed(CLI::App& app, int& status);

/// Parts of `hgctl bench`. The single process is not for users: it is what `bench processes` starts.
void add_bench_kernel(CLI::App& bench, int& status);
void add_bench_processes(CLI::App& bench, int& status);
void add_bench_process(CLI::App& bench, int& status);

/// Parts of `hgctl program`.
void add_program_print(CLI::App& app, int& status);
void add_program_verify(CLI::App& app, int& status);
void add_program_simulate(CLI::App& app, int& status);
void add_program_run(CLI::App& app, int& status);

/// Parts of `hgctl tune`. The worker is not for users: it is what `tune gemm` starts to run candidates in.
void add_tune_gemm(CLI::App& tune, int& status);
void add_tune_merge(CLI::App& tune, int& status);
void add_tune_worker(CLI::App& tune, int& status);

}  // namespace hgctl
