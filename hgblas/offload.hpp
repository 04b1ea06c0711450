#pragma once

#include <array>
#include <atomic>

#include "hgblas/engine.hpp"
#include "hgblas/routine.hpp"

namespace hg::dropin {

/// What decides where a call runs.
struct Work {
    Routine routine;
    double flops;
    Product product;  ///< as heavy
};

/// Flops below which the CPU does calls of a routine, and nobody need be asked. 0 until settings are read.
inline constinit std::array<std::atomic<double>, kRoutines> least_flops{};

/// A call that is for the devices.
struct Offer {
    const Engine* engine = nullptr;  ///< null: it is the CPU's
    Place place = Place::host;
};

/// Where a call that is not small, with valid arguments, is to run. Starts the engine where it is worth that.
Offer offer_for(const Work& work) noexcept;

/// The engine for calls that no CPU BLAS stands behind, loaded where it is not yet; null where it can't be.
const Engine* engine_without_devices() noexcept;

/// From now on all calls are the CPU's: in a child of a process whose devices are in use, and at exit.
void retire() noexcept;

}  // namespace hg::dropin
