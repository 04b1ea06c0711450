#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

namespace hg::interfaces {

/// A caller's pivots, with 32 or 64 bits each.
struct Pivots {
    void* data;
    bool wide;
};

/// Also for pivots that are only read: the users of Pivots know whether they may write.
template <class Int>
Pivots pivots_of(const Int* ipiv) noexcept {
    static_assert(sizeof(Int) == 4 || sizeof(Int) == 8);
    return {const_cast<Int*>(ipiv), sizeof(Int) == 8};
}

/// A caller's pivots as 64-bit integers: the caller's own array, or a separate array of `count` elements if
/// the caller's integers have 32 bits.
class WidePivots {
  public:
    WidePivots(const Pivots& pivots, std::int64_t count)
        : pivots_(pivots), count_(pivots.wide || pivots.data == nullptr ? 0 : count) {
        if (count_ > 0)
            wide_ = std::make_unique_for_overwrite<std::int64_t[]>(static_cast<std::size_t>(count_));
    }

    /// Returns null if the caller passed null, so that checks find it, or if there are no pivots.
    [[nodiscard]] std::int64_t* data() noexcept {
        return pivots_.wide ? static_cast<std::int64_t*>(pivots_.data) : wide_.get();
    }
    void read() noexcept { std::copy_n(static_cast<const std::int32_t*>(pivots_.data), count_, wide_.get()); }
    void write() const noexcept {
        std::transform(wide_.get(), wide_.get() + count_, static_cast<std::int32_t*>(pivots_.data),
                       [](std::int64_t row) { return static_cast<std::int32_t>(row); });
    }

  private:
    Pivots pivots_;
    std::int64_t count_;                    ///< size of `wide_`; 0 if the caller's pivots have 64 bits
    std::unique_ptr<std::int64_t[]> wide_;  ///< 64-bit copies of 32-bit pivots
};

}  // namespace hg::interfaces
