#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/machine/measure/learned_factors.hpp"

namespace hg {

/// Returns what the keys of alike problems have in common: numbers are replaced by their size class, which is
/// the nearest half power of two. "gemm f64 nn 8000 8192 8192" becomes "gemm f64 nn ~26 ~26 ~26".
std::string kind_of_call(std::string_view key);

/// How much longer calls take than their simulations, by kind of call and number of devices. Plans multiply
/// simulated times by these factors, so that a number of devices that is too slow is not taken again.
/// Thread-safe.
class LearnedTimes {
  public:
    struct Factors {
        std::vector<double> by_count{};  ///< as in Target::learned
        unsigned edition = 0;            ///< increases when plans may change
    };
    /// What plans expect of a program.
    struct Expected {
        std::size_t count = 0;  ///< of devices
        double seconds = 0;     ///< in simulation
    };
    /// Receives factors that have changed; 0 for numbers of devices that were not tried.
    using Keep = std::function<void(const std::string& kind, const std::vector<double>& tried)>;

    explicit LearnedTimes(const LearnedFactors& known = {}, Keep keep = {});

    [[nodiscard]] Factors factors(const std::string& kind) const;

    /// Adds the time of a run of the program that is cached under `key`. Does not count the program's first
    /// run, in which kernels are compiled and memory is pinned; then it asks what is `expected`.
    void note_run(const std::string& kind, const std::string& key, double seconds,
                  const std::function<Expected()>& expected);

    /// Adds the time of a run. A factor is the smallest ratio of the last runs, because disturbances only add
    /// time. It holds from the third run on, or from the sixth if they take less than 20 ms.
    void add(const std::string& kind, const Expected& expected, double seconds);

    /// The time of a run that no other one overlaps.
    class Timer {
      public:
        explicit Timer(LearnedTimes& times) noexcept
            : times_(times), begun_(++times.begun_), alone_(times.running_++ == 0) {}
        ~Timer() { --times_.running_; }
        Timer(const Timer&) = delete;
        Timer& operator=(const Timer&) = delete;

        /// Returns the seconds so far; 0 if another run has overlapped this one.
        [[nodiscard]] double seconds() const noexcept {
            if (!alone_ || times_.begun_ != begun_) return 0;
            return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
        }

      private:
        LearnedTimes& times_;
        const std::uint64_t begun_;
        const bool alone_;
        const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    };

  private:
    static constexpr std::size_t kLast = 6;
    struct Ratios {
        std::array<double, kLast> last{};
        std::size_t runs = 0;
        [[nodiscard]] double smallest() const;
    };
    struct Kind {
        std::map<std::size_t, Ratios> ratios{};  ///< by number of devices
        std::vector<double> tried{};             ///< their factors; 0 for those that were not tried
        unsigned edition = 0;
    };

    Kind* kind(const std::string& name);

    const Keep keep_;
    std::atomic<int> running_{0};
    std::atomic<std::uint64_t> begun_{0};
    mutable std::mutex mutex_;
    std::map<std::string, Expected> programs_;  ///< by key
    std::map<std::string, Kind> kinds_;
};

}  // namespace hg
