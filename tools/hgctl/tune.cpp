// hgctl tune: the fastest kernels for a device, found by running them.
#include "commands.hpp"

namespace hgctl {

void add_tune(CLI::App& app, int& status) {
    CLI::App* tune = app.add_subcommand("tune", "Find the fastest kernels for a device, and keep them");
    tune->require_subcommand(1);
    add_tune_gemm(*tune, status);
    add_tune_merge(*tune, status);
    add_tune_worker(*tune, status);
}

}  // namespace hgctl
