#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "sparse/formats/csr_block.hpp"
#include "sparse/formats/row_order.hpp"
#include "sparse/matrix/prefix_sum.hpp"

namespace hg::sparse {

/// The rows of slices, before their nonzeros are placed.
template <Element T>
class Slices {
  public:
    Slices(const CsrBlock<T>& block, std::int64_t slice_rows, std::int64_t window, std::int64_t most)
        : block_(block),
          most_(most),
          slice_rows_(slice_rows),
          order_(row_order(block.row_start.span(), window)),
          count_((block.rows + slice_rows - 1) / slice_rows),
          start_(count_ + 1) {
        places_ = prefix_sum(
            count_, [this](std::int64_t slice) { return slice_rows_ * width(slice); }, start_.data());
    }

    [[nodiscard]] std::int64_t count() const noexcept { return count_; }
    [[nodiscard]] std::int64_t places() const noexcept { return places_; }
    [[nodiscard]] std::int64_t start(std::int64_t slice) const noexcept { return start_[slice]; }
    [[nodiscard]] HostArray<std::int32_t> take_order() noexcept { return std::move(order_); }

    /// Sets all places of a slice.
    void fill(std::int64_t slice, std::int32_t* column, T* value) const noexcept {
        const std::int64_t widest = width(slice);
        for (std::int64_t j = 0; j < widest; ++j)
            for (std::int64_t r = 0; r < slice_rows_; ++r) {
                const std::int64_t k = nonzero(slice * slice_rows_ + r, j);
                const std::int64_t place = start_[slice] + j * slice_rows_ + r;
                column[place] = k < 0 ? -1 : block_.column[k];
                value[place] = k < 0 ? T{0} : block_.value[k];
            }
    }

  private:
    [[nodiscard]] std::int64_t width(std::int64_t slice) const noexcept {
        std::int64_t widest = 0;
        for (auto p = slice * slice_rows_; p < std::min(block_.rows, (slice + 1) * slice_rows_); ++p)
            widest =
                std::max<std::int64_t>(widest, block_.row_start[order_[p] + 1] - block_.row_start[order_[p]]);
        return std::min(widest, most_);
    }

    /// Nonzero j of the row at place p; -1 if there is none.
    [[nodiscard]] std::int64_t nonzero(std::int64_t p, std::int64_t j) const noexcept {
        if (p >= block_.rows) return -1;
        const std::int64_t k = block_.row_start[order_[p]] + j;
        return k < block_.row_start[order_[p] + 1] ? k : -1;
    }

    const CsrBlock<T>& block_;
    std::int64_t most_;
    std::int64_t slice_rows_;
    HostArray<std::int32_t> order_;
    std::int64_t count_;
    HostArray<std::int64_t> start_;
    std::int64_t places_ = 0;
};

}  // namespace hg::sparse
