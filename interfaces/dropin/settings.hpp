#pragma once

#include <array>
#include <cstdint>

#include "interfaces/dropin/routine.hpp"

namespace hg::dropin {

/// The value of HG_OFFLOAD.
enum class Offload { never, always, automatic };

/// The settings from the environment. In programs that run with more rights than their callers, such as
/// setuid programs, hg ignores the environment.
struct Settings {
    Offload offload = Offload::automatic;
    /// HG_OFFLOAD_MIN_DGEMM and so on: the smallest order of square matrices for which devices run a call;
    /// -1: not set.
    std::array<std::int64_t, kRoutines> least_order{};
    const char* cpu_blas = "";  ///< HG_CPU_BLAS: libraries, separated by colons
    const char* report = "";    ///< HG_REPORT: 1: table on standard error; else a JSON file; empty: none
};

/// Returns the settings, which are read when the library is loaded. Wrong values are replaced by defaults.
const Settings& settings() noexcept;

/// Returns true if settings were wrong and there was no warning yet. warn_of_faults() gives the warning.
bool has_unheard_faults() noexcept;
void warn_of_faults() noexcept;

/// The kinds of warnings. A process gives each kind once.
enum class Warning : unsigned char {
    settings,
    cpu_blas,
    no_cpu_blas,
    integers,
    engine,
    partially_written,
    came_back,
    report
};

/// Writes a line to standard error if this is the first warning of its kind.
void warn_once(Warning kind, const char* text) noexcept;

}  // namespace hg::dropin
