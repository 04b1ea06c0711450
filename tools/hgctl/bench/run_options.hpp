#pragma once

#include <string>

#include "tools/cli/command_line.hpp"

namespace hgctl {

/// The options --runs, --warm-up and --chain of benches in a device's memory, which time chains of calls.
/// `runs` has members of these names.
template <class Runs>
void add_run_options(Command& command, Runs& runs, const std::string& calls) {
    command.option("--runs", runs.runs, "Timed runs").whole_number(1, 100000).show_default();
    command.option("--warm-up", runs.warm_up, "Runs before those").whole_number(0, 100000).show_default();
    command.option("--chain", runs.chain, calls + " of one run; else as many as take a twentieth of a second")
        .whole_number(1, 100000);
}

}  // namespace hgctl
