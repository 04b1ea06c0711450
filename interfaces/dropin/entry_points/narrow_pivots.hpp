#pragma once

#include <algorithm>
#include <vector>

#include "interfaces/pivots.hpp"

namespace hg::dropin {

using interfaces::Pivots;

/// A caller's pivots for a routine with 32-bit integers.
class NarrowPivots {
  public:
    NarrowPivots(const Pivots& pivots, std::int64_t count)
        : pivots_(pivots),
          narrow_(static_cast<std::size_t>(pivots.wide ? std::max<std::int64_t>(0, count) : 0)) {}

    [[nodiscard]] int* data() noexcept {
        return pivots_.wide ? narrow_.data() : static_cast<int*>(pivots_.data);
    }
    void read() {
        std::transform(wide(), wide() + narrow_.size(), narrow_.begin(),
                       [](std::int64_t row) { return static_cast<int>(row); });
    }
    void write() const { std::copy(narrow_.begin(), narrow_.end(), wide()); }

  private:
    [[nodiscard]] std::int64_t* wide() const noexcept { return static_cast<std::int64_t*>(pivots_.data); }

    Pivots pivots_;
    std::vector<int> narrow_;  ///< 32-bit copies of 64-bit pivots
};

}  // namespace hg::dropin
