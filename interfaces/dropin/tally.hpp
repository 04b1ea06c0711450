#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "interfaces/dropin/engine.hpp"
#include "interfaces/dropin/routine.hpp"

namespace hg::dropin {

/// What was counted of some calls. Thread-safe.
struct Tally {
    std::atomic<std::uint64_t> calls{0};
    std::atomic<double> flops{0};
    std::atomic<double> bytes{0};  ///< of matrices, each once in and once out
    std::atomic<double> seconds{0};

    void clear() noexcept;
    void add(double call_flops, double call_bytes, double call_seconds) noexcept;
};

/// Calls of one routine that have about the same work: as much as one with square matrices of an order up to
/// kFirstOrder, twice that, and so on.
struct SizeClass {
    Tally cpu;
    Tally devices;

    void clear() noexcept {
        cpu.clear();
        devices.clear();
    }
    [[nodiscard]] bool empty() const noexcept { return cpu.calls.load() + devices.calls.load() == 0; }
};

inline constexpr std::size_t kSizeClasses = 16;
inline constexpr std::int64_t kFirstOrder = 16;

/// The calls of the process.
inline constinit std::array<std::array<SizeClass, kSizeClasses>, kRoutines> tallies{};

/// What the process did so far is not its child's.
void forget_calls() noexcept;

std::size_t size_class_of(Routine routine, double flops) noexcept;
std::int64_t order_of(std::size_t size_class) noexcept;

/// Figures of a device to go by if none was started: one NVIDIA H200 as hg has measured it.
Figures example_figures() noexcept;

/// What the calls of a tally would have taken elsewhere, in seconds.
double expected_on_device(const Tally& tally, bool single, const Figures& figures) noexcept;
double expected_on_cpu(const Tally& tally, bool single, const Figures& figures) noexcept;

}  // namespace hg::dropin
