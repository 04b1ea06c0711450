#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

namespace hg::interfaces {

/// A caller's pivots, of 32 or 64 bits.
struct Pivots {
    void* data;
    bool wide;
};

/// For pivots that are only read as well: whoever has them knows.
template <class Int>
Pivots pivots_of(const Int* ipiv) noexcept {
    static_assert(sizeof(Int) == 4 || sizeof(Int) == 8);
    return {const_cast<Int*>(ipiv), sizeof(Int) == 8};
}

/// A caller's pivots as hg has them, of 64 bits: the caller's own, or `count` others if these are narrow.
class WidePivots {
  public:
    WidePivots(const Pivots& pivots, std::int64_t count)
        : pivots_(pivots), count_(pivots.wide || pivots.data == nullptr ? 0 : count) {
        if (count_ > 0)
            wide_ = std::make_unique_for_overwrite<std::int64_t[]>(static_cast<std::size_t>(count_));
    }

    /// Null if the caller has none, so that it is found, or if there are none.
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
    std::int64_t count_;                    ///< of narrow ones
    std::unique_ptr<std::int64_t[]> wide_;  ///< of narrow ones
};

}  // namespace hg::interfaces
