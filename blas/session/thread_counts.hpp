#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "blas/call/thread_state.hpp"

namespace hg {

/// A counter of events in all threads. The first threads of a process that count have separate counters,
/// because updating a shared one takes longer than a small product. Thread-safe.
class ThreadCounts {
  public:
    void add() noexcept {
        const std::size_t thread = thread_state().number != 0 ? thread_state().number : number_thread();
        if (thread >= kPlaces) {
            places_[0].count.fetch_add(1, std::memory_order_relaxed);
            return;
        }
        std::atomic<std::uint64_t>& own = places_[thread].count;
        own.store(own.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    }

    [[nodiscard]] std::uint64_t sum() const noexcept {
        std::uint64_t sum = 0;
        for (const Place& place : places_) sum += place.count.load(std::memory_order_relaxed);
        return sum;
    }

  private:
    static constexpr std::size_t kPlaces = 64;
    /// Assigns the calling thread a number, beginning with 1.
    static std::size_t number_thread() noexcept;

    struct alignas(64) Place {
        std::atomic<std::uint64_t> count{0};
    };
    std::array<Place, kPlaces> places_{};  ///< the first one is shared by all threads without their own
};

}  // namespace hg
