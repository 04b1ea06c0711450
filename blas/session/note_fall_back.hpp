#pragma once

#include <string>
#include <string_view>

#include <hg/blas/fall_back.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {

class Machine;

/// Adds to fall_backs() that `finished_by` does the work of the device of `machine` that failed with `error`.
/// The first time, writes a warning to standard error, which HG_LOG=error and HG_LOG=off silence. `machine`
/// may be null if nobody knows it. Thread-safe.
void note_fall_back(const Error& error, const Machine* machine, std::string_view finished_by) noexcept;

}  // namespace hg
