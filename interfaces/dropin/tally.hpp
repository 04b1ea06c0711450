#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "interfaces/dropin/engine.hpp"
#include "interfaces/dropin/routine.hpp"

namespace hg::dropin {

/// Sums over some calls. Thread-safe.
struct Tally {
    std::atomic<std::uint64_t> calls{0};
    std::atomic<double> flops{0};
    std::atomic<double> bytes{0};  ///< bytes of matrices, counted once in and once out
    std::atomic<double> seconds{0};

    void clear() noexcept;
    void add(double call_flops, double call_bytes, double call_seconds) noexcept;
};

/// Calls of one routine with about the same work: up to that of a call with square matrices of order
/// kFirstOrder, twice that order, and so on.
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

/// Clears the tallies, for a child made by fork().
void forget_calls() noexcept;

std::size_t size_class_of(Routine routine, double flops) noexcept;
std::int64_t order_of(std::size_t size_class) noexcept;

/// Returns the figures to use if no device was started: those of an NVIDIA H200, as measured with hg.
Figures example_figures() noexcept;

/// Return the seconds that the calls of a tally would have taken on the device and on the CPU.
double expected_on_device(const Tally& tally, bool single, const Figures& figures) noexcept;
double expected_on_cpu(const Tally& tally, bool single, const Figures& figures) noexcept;

}  // namespace hg::dropin
