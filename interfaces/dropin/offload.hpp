#pragma once

#include <array>
#include <atomic>
#include <limits>

#include "interfaces/dropin/engine.hpp"
#include "interfaces/dropin/routine.hpp"

namespace hg::dropin {

/// What decides where a call runs.
struct Work {
    Routine routine;
    double flops;
    Product product;  ///< as heavy
};

/// Flops below which the CPU does calls of a routine, and nobody need be asked. 0 until settings are read.
inline constinit std::array<std::atomic<double>, kRoutines> least_flops{};

/// True if all calls of a routine are the CPU's, whatever comes: a limit that none reaches is never lowered.
inline bool are_cpus(Routine routine) noexcept {
    return least_flops[index_of(routine)].load(std::memory_order_relaxed) ==
           std::numeric_limits<double>::infinity();
}

/// A call that is for the devices.
struct Offer {
    const Engine* engine = nullptr;  ///< null: it is the CPU's
    Place place = Place::chosen;
};

/// Where a call that is not small, with valid arguments, should run; `wide` if its symbol stands for
/// integers of 64 bits. Starts the engine if it is worth that.
Offer offer_for(const Work& work, bool wide) noexcept;

/// The engine, loaded if it is not yet; null, with a warning, if it can't be.
const Engine* load_engine() noexcept;

/// The engine with its devices started; null, with a warning, if that can't be done.
const Engine* start_engine() noexcept;

/// What that took, in seconds.
double start_seconds() noexcept;

/// The engine where its devices are started, else null.
const Engine* started_engine() noexcept;

}  // namespace hg::dropin
