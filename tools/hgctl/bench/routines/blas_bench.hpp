#pragma once

#include <cstdint>
#include <string>

#include "tools/hgctl/bench/routines/bench_routine.hpp"

namespace hgctl {

/// A size of a routine by its name, described by what it is of the operands of a call with kTellingSizes.
BenchSize bench_size(const std::string& name, const ListedCall& telling);

/// Options and settings of a routine by its form. The first letter is the default; it is in reports too.
void add_call_options(Command& command, BenchCase& bench);
Json call_settings(const BenchCase& bench);
template <class Letter>
std::string letter(Letter choice) {
    return {static_cast<char>(choice)};
}

}  // namespace hgctl
