#include "sparse/formats/sell.hpp"

#include <algorithm>
#include <string>

#include "host_blas/each_element.hpp"
#include "sparse/formats/slices.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::sparse {
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
    made.cols = block.cols;
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

template <Element T>
std::int64_t sell_places(const CsrBlock<T>& block, std::int64_t slice_rows, std::int64_t window) {
    return Slices<T>(block, slice_rows, window, kMostOnDevice).places();
}

#define HG_INSTANTIATE(T)                                                                         \
    template SellArrays<T> sell_of(const CsrBlock<T>&, std::int64_t, std::int64_t, std::int64_t); \
    template std::int64_t sell_places(const CsrBlock<T>&, std::int64_t, std::int64_t);
HG_FOR_EACH_ELEMENT(HG_INSTANTIATE)
#undef HG_INSTANTIATE

}  // namespace hg::sparse
