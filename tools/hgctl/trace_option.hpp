#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace hgctl {

/// The option `--trace` of subcommands that do one run.
inline void add_trace_option(CLI::App& app, std::string& path) {
    app.add_option("--trace", path, "Write a trace of the run to this file, for ui.perfetto.dev")
        ->type_name("FILE");
}

}  // namespace hgctl
