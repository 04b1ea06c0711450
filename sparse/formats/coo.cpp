#include "sparse/formats/coo.hpp"

#include <algorithm>
#include <complex>

#include "sparse/matrix/prefix_sum.hpp"

namespace hg::sparse {

template <Element T>
CooArrays<T> coo_of(const CsrBlock<T>& block, std::int64_t width) {
    HostArray<std::int64_t> start(block.rows + 1);
    const auto length = [&](std::int64_t r) {
        return std::max<std::int64_t>(0, block.row_start[r + 1] - block.row_start[r] - width);
    };
    const std::int64_t nonzeros = prefix_sum(block.rows, length, start.data());
    CooArrays<T> made;
    made.rows = block.rows;
    made.cols = block.cols;
    made.row = HostArray<std::int32_t>(nonzeros);
    made.column = HostArray<std::int32_t>(nonzeros);
    made.value = HostArray<T>(nonzeros);
    for_rows(start.span(), [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t r = first; r < last; ++r) {
            const std::int64_t from = block.row_start[r + 1] - (start[r + 1] - start[r]);
            for (std::int64_t k = 0; k < start[r + 1] - start[r]; ++k) {
                made.row[start[r] + k] = static_cast<std::int32_t>(r);
                made.column[start[r] + k] = block.column[from + k];
                made.value[start[r] + k] = block.value[from + k];
            }
        }
    });
    return made;
}

template CooArrays<float> coo_of(const CsrBlock<float>&, std::int64_t);
template CooArrays<double> coo_of(const CsrBlock<double>&, std::int64_t);
template CooArrays<std::complex<float>> coo_of(const CsrBlock<std::complex<float>>&, std::int64_t);
template CooArrays<std::complex<double>> coo_of(const CsrBlock<std::complex<double>>&, std::int64_t);

}  // namespace hg::sparse
