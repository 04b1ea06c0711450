#include "sparse/formats/ell.hpp"

#include <algorithm>
#include <string>

#include "host_blas/each_element.hpp"
#include "sparse/matrix/row_shares.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::sparse {
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
EllArrays<T> ell_of(const CsrBlock<T>& block, std::int64_t width) {
    if (width > 0 && block.rows > kMostOnDevice / width)
        throw Error(ErrorCode::invalid_argument,
                    std::to_string(block.rows) + " rows of " + std::to_string(width) +
                        " places are too many for a device; it may have " + std::to_string(kMostOnDevice) +
                        " places: a longest row like this asks for another format");
    EllArrays<T> made;
    made.rows = block.rows;
    made.cols = block.cols;
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

#define HG_INSTANTIATE(T)                                           \
    template EllArrays<T> ell_of(const CsrBlock<T>&, std::int64_t); \
    template std::int64_t longest_row(const CsrBlock<T>&);
HG_FOR_EACH_ELEMENT(HG_INSTANTIATE)
#undef HG_INSTANTIATE

}  // namespace hg::sparse
