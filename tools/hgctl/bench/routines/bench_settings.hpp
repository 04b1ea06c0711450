#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tools/cli/command_line.hpp"
#include "tools/hgctl/bench/routines/bench_routine.hpp"

namespace hgctl {

/// What an option says of a routine's calls, beside their sizes.
struct BenchSetting {
    std::string name;
    std::function<void(Command& command, BenchCase& bench)> add_option;
    std::function<Json(const BenchCase& bench)> value;  ///< for reports; empty: they do not tell it
};

/// Those that a routine has.
std::vector<BenchSetting> settings_of(const BenchRoutine& routine);

}  // namespace hgctl
