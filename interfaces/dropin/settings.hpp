#pragma once

#include <array>
#include <cstdint>

#include "interfaces/dropin/routine.hpp"

namespace hg::dropin {

/// HG_OFFLOAD.
enum class Offload { never, always, automatic };

/// What the environment asks for. In programs that run with rights that their callers lack
/// it asks for nothing.
struct Settings {
    Offload offload = Offload::automatic;
    /// HG_OFFLOAD_MIN_DGEMM and so on, the order of square matrices from which on devices do a
    /// call; -1: not given.
    std::array<std::int64_t, kRoutines> least_order{};
    const char* cpu_blas = "";  ///< HG_CPU_BLAS: libraries, separated by colons
    const char* report = "";  ///< HG_REPORT: 1: a table on standard error; else a file for JSON; empty: none
};

/// Read when the library is loaded. For what can't be read the default serves.
const Settings& settings() noexcept;

/// True if some could not be read, and nobody was told yet; warn_of_faults() tells.
bool has_unheard_faults() noexcept;
void warn_of_faults() noexcept;

/// What is warned of, each once in a process.
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

/// Writes a line to standard error, the first time that there is a warning of this kind.
void warn_once(Warning kind, const char* text) noexcept;

}  // namespace hg::dropin
