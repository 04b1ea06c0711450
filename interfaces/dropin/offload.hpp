#pragma once

#include <array>
#include <atomic>
#include <limits>

#include "interfaces/dropin/engine.hpp"
#include "interfaces/dropin/routine.hpp"

namespace hg::dropin {

/// The properties of a call that decide where it runs.
struct Work {
    Routine routine;
    double flops;
    Product product;  ///< GEMM-equivalent cost
};

/// Calls of a routine with fewer flops run on the CPU without further checks. 0 until settings are read.
inline constinit std::array<std::atomic<double>, kRoutines> least_flops{};

/// Returns true if all calls of a routine run on the CPU, now and later: an infinite limit is never lowered.
inline bool are_cpus(Routine routine) noexcept {
    return least_flops[index_of(routine)].load(std::memory_order_relaxed) ==
           std::numeric_limits<double>::infinity();
}

/// The place where a call should run.
struct Offer {
    const Engine* engine = nullptr;  ///< null: on the CPU
    Place place = Place::chosen;
};

/// Returns where a call that is not small and has valid arguments should run. `wide`: its symbol has 64-bit
/// integers. Starts the engine if that is worthwhile.
Offer offer_for(const Work& work, bool wide) noexcept;

/// Loads the engine if necessary, and returns it. Returns null, with a warning, if that fails.
const Engine* load_engine() noexcept;

/// Starts the engine's devices if necessary, and returns the engine. Returns null, with a warning, if that
/// fails.
const Engine* start_engine() noexcept;

/// Returns the seconds that start_engine() took.
double start_seconds() noexcept;

/// Returns the engine if its devices are started, else null.
const Engine* started_engine() noexcept;

}  // namespace hg::dropin
