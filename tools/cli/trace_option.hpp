#pragma once

#include <string>

#include "tools/cli/command_line.hpp"

namespace hgctl {

/// What reports say behind the name of a trace.
inline constexpr const char* kTraceHint = " (open it in https://ui.perfetto.dev)";

/// The option `--trace` of subcommands that do one run.
inline void add_trace_option(Command& app, std::string& path) {
    app.option("--trace", path, "Write a trace of the run to this file, for ui.perfetto.dev")
        .value_name("FILE");
}

}  // namespace hgctl
