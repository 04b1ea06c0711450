#include "sparse/formats/device_formats.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "host_blas/each_element.hpp"
#include "sparse/formats/row_order.hpp"
#include "sparse/matrix/prefix_sum.hpp"
#include <hg/runtime/program/error.hpp>

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

namespace {

/// Rows that are filled together: their places of one nonzero lie side by side.
constexpr std::int64_t kRowsTogether = 64;

template <Element T>
void fill_rows(const CsrBlock<T>& block, std::int64_t first, std::int64_t last, EllArrays<T>& made) noexcept {
    for (std::int64_t j = 0; j < made.width; ++j)
        for (std::int64_t r = first; r < last; ++r) {
            const std::int64_t k = block.row_start[r] + j, place = r + j * made.rows;
            const bool used = k < block.row_start[r + 1];
            made.column[place] = used ? block.column[k] : -1;
            made.value[place] = used ? block.value[k] : T{0};
        }
}

}  // namespace

template <Element T>
CooArrays<T> coo_of(const CsrBlock<T>& block, std::int64_t width) {
    HostArray<std::int64_t> start(block.rows + 1);
    const auto length = [&](std::int64_t r) {
        return std::max<std::int64_t>(0, block.row_start[r + 1] - block.row_start[r] - width);
    };
    const std::int64_t nonzeros = prefix_sum(block.rows, length, start.data());
    CooArrays<T> made;
    made.rows = block.rows;
    made.row = HostArray<std::int32_t>(nonzeros);
    made.column = HostArray<std::int32_t>(nonzeros);
    made.value = HostArray<T>(nonzeros);
    for_each_row(start.span(), [&](std::int64_t r) {
        const std::int64_t from = block.row_start[r + 1] - (start[r + 1] - start[r]);
        for (std::int64_t k = 0; k < start[r + 1] - start[r]; ++k) {
            made.row[start[r] + k] = static_cast<std::int32_t>(r);
            made.column[start[r] + k] = block.column[from + k];
            made.value[start[r] + k] = block.value[from + k];
        }
    });
    return made;
}

template <Element T>
EllArrays<T> ell_of(const CsrBlock<T>& block, std::int64_t width) {
    if (width > 0 && block.rows > kMostOnDevice / width)
        throw Error(ErrorCode::invalid_argument,
                    std::to_string(block.rows) + " rows of " + std::to_string(width) +
                        " places are too many for a device; it may have " + std::to_string(kMostOnDevice) +
                        " places: the longest row is too long for this format, so choose another one");
    EllArrays<T> made;
    made.rows = block.rows;
    made.width = width;
    made.column = HostArray<std::int32_t>(block.rows * width);
    made.value = HostArray<T>(block.rows * width);
    const std::int64_t together = (block.rows + kRowsTogether - 1) / kRowsTogether;
    for_shares(together, [&](std::int64_t i) {
        fill_rows(block, i * kRowsTogether, std::min(block.rows, (i + 1) * kRowsTogether), made);
    });
    return made;
}

template <Element T>
std::int64_t longest_row(const CsrBlock<T>& block) {
    const std::int64_t shares = shares_of(block.rows);
    std::vector<std::int64_t> longest(static_cast<std::size_t>(shares), 0);
    for_shares(shares, [&](std::int64_t share) {
        std::int64_t mine = 0;
        for (auto r = begin_of_share(share, shares, block.rows);
             r < begin_of_share(share + 1, shares, block.rows); ++r)
            mine = std::max<std::int64_t>(mine, block.row_start[r + 1] - block.row_start[r]);
        longest[static_cast<std::size_t>(share)] = mine;
    });
    return *std::max_element(longest.begin(), longest.end());
}

template <Element T>
SellArrays<T> sell_of(const CsrBlock<T>& block, std::int64_t slice_rows, std::int64_t window,
                      std::int64_t most) {
    Slices<T> slices(block, slice_rows, window, most);
    if (slices.places() > kMostOnDevice)
        throw Error(ErrorCode::invalid_argument, "slices of " + std::to_string(slices.places()) +
                                                     " places are too many for a device; it may have " +
                                                     std::to_string(kMostOnDevice));
    SellArrays<T> made;
    made.rows = block.rows;
    made.slice_rows = slice_rows;
    made.slice_start = HostArray<std::int32_t>(slices.count() + 1);
    made.column = HostArray<std::int32_t>(slices.places());
    made.value = HostArray<T>(slices.places());
    const std::int64_t shares =
        std::min(shares_of(slices.places()), std::max<std::int64_t>(slices.count(), 1));
    for_shares(shares, [&](std::int64_t share) {
        for (auto slice = begin_of_share(share, shares, slices.count());
             slice < begin_of_share(share + 1, shares, slices.count()); ++slice) {
            made.slice_start[slice] = static_cast<std::int32_t>(slices.start(slice));
            slices.fill(slice, made.column.data(), made.value.data());
        }
    });
    made.slice_start[slices.count()] = static_cast<std::int32_t>(slices.places());
    made.row_order = slices.take_order();
    return made;
}

#define HG_INSTANTIATE(T)                                           \
    template CooArrays<T> coo_of(const CsrBlock<T>&, std::int64_t); \
    template EllArrays<T> ell_of(const CsrBlock<T>&, std::int64_t); \
    template std::int64_t longest_row(const CsrBlock<T>&);          \
    template SellArrays<T> sell_of(const CsrBlock<T>&, std::int64_t, std::int64_t, std::int64_t);
HG_FOR_EACH_ELEMENT(HG_INSTANTIATE)
#undef HG_INSTANTIATE

}  // namespace hg::sparse
