#pragma once

#include <string>

#include "tools/cli/command_line.hpp"

namespace hgctl {

/// The options `--repeat` and `--warmup`, which all verbs that time share. `which` says what counts.
inline void add_repeat_options(Command& command, int& repeat, int& warmup,
                               const std::string& which = "Timed runs; the best one counts") {
    command.count("--repeat", repeat, which, 1, 100000);
    command.count("--warmup", warmup, "Untimed runs before the timed ones", 0, 100000);
}

/// Accepts `--runs` and `--warm-up`, the spellings of former versions.
inline void add_former_repeat_options(Command& command, int& repeat, int& warmup) {
    command.option("--runs", repeat).whole_number(1, 100000).hide();
    command.option("--warm-up", warmup).whole_number(0, 100000).hide();
}

}  // namespace hgctl
