// hgctl tune: the fastest kernels for a device, found by running them.
#include "tools/hgctl/commands.hpp"

namespace hgctl {

void add_tune(Command& app, int& status) {
    Command tune = app.subcommand("tune", "Find the fastest kernels for a device, and keep them");
    tune.require_subcommand();
    add_tune_routines(tune, status);
    add_tune_spmv(tune, status);
    add_tune_merge(tune, status);
    add_tune_worker(tune, status);
}

}  // namespace hgctl
