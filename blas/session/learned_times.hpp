#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

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
        std::vector<double> by_count{};  ///< of one device, of two, ...; at least 1
        unsigned edition = 0;            ///< increases when plans may change
    };

    [[nodiscard]] Factors factors(const std::string& kind) const;

    /// Adds the time of a run of the program that is cached under `key`, which was planned for `target`. Does
    /// not count a program's first run, in which kernels are compiled and memory is pinned, and runs on fewer
    /// than two devices that are GPUs: there is no choice.
    void note_run(const std::string& kind, const std::string& key, const Program& program,
                  const Target& target, double seconds);

    /// Adds the time of a run on `count` devices. A factor is the smallest ratio of the last runs, because
    /// disturbances only add time; it holds from the second run on.
    void add(const std::string& kind, std::size_t count, double simulated, double measured);

  private:
    static constexpr std::size_t kLast = 3;
    struct Ratios {
        std::array<double, kLast> last{};
        std::size_t runs = 0;
        [[nodiscard]] double smallest() const;
    };
    struct Kind {
        std::map<std::size_t, Ratios> ratios{};
        Factors factors{};
    };

    /// What plans expected of a program.
    struct Expected {
        std::size_t count = 0;
        double seconds = 0;
    };

    mutable std::mutex mutex_;
    std::map<std::string, Expected> programs_;  ///< by key
    std::map<std::string, Kind> kinds_;
};

}  // namespace hg
