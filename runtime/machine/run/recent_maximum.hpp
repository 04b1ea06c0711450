#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace hg {

/// The largest value of the last minute. Counts in parts of five seconds: a value is forgotten 55 to 60
/// seconds after it was noted. Times must not go back.
class RecentMaximum {
  public:
    using Time = std::chrono::steady_clock::time_point;

    void note(std::int64_t value, Time now) noexcept {
        advance(now);
        std::int64_t& part = largest_[place(part_)];
        part = std::max(part, value);
    }
    /// 0 if nothing was noted.
    [[nodiscard]] std::int64_t get(Time now) noexcept {
        advance(now);
        return *std::max_element(largest_.begin(), largest_.end());
    }

  private:
    static constexpr std::int64_t kParts = 12;
    static constexpr std::chrono::seconds kPart{5};

    static std::size_t place(std::int64_t part) noexcept { return static_cast<std::size_t>(part % kParts); }

    void advance(Time now) noexcept {
        const std::int64_t part = now.time_since_epoch() / kPart;
        for (std::int64_t p = std::max(part_, part - kParts) + 1; p <= part; ++p) largest_[place(p)] = 0;
        part_ = std::max(part_, part);
    }

    std::array<std::int64_t, kParts> largest_{};  ///< of each part
    std::int64_t part_ = 0;                       ///< the present one, since the clock's begin
};

}  // namespace hg
