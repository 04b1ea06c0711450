#include <algorithm>
#include <cmath>

#include "host_blas/each_element.hpp"
#include "sparse/matrix/row_shares.hpp"
#include "sparse/solve/solver_system.hpp"

namespace hg::sparse {
namespace {

/// The inverse of a subnormal number may be infinite.
template <Element T>
T inverse_or_one(T element) {
    const T inverse = element == T{0} ? T{1} : T{1} / element;
    return std::isfinite(std::abs(element)) && std::isfinite(std::abs(inverse)) ? inverse : T{1};
}

/// Rows and columns from `first` to `last` - 1 of A become those of `block`, which was 0 and has `ld` rows.
template <Element T>
void take_block(const SparseMatrix<T>& A, std::int64_t first, std::int64_t last, std::int64_t ld, T* block) {
    for (std::int64_t i = first; i < last; ++i)
        for (auto k = static_cast<std::size_t>(A.row_start()[static_cast<std::size_t>(i)]);
             k < static_cast<std::size_t>(A.row_start()[static_cast<std::size_t>(i) + 1]); ++k) {
            const std::int64_t column = A.is_wide() ? A.wide_columns()[k] : A.columns()[k];
            if (column >= first && column < last) block[i - first + (column - first) * ld] = A.values()[k];
        }
}

}  // namespace

template <Element T>
BlockArray preconditioner_array(const SparseMatrix<T>& A, const std::vector<DeviceRows>& devices,
                                const SolverOptions& options) {
    BlockArray made{.name = "preconditioner", .type = element_type_of<T>(), .cols = A.rows()};
    if (options.preconditioner == Preconditioner::none) return made;
    made.rows = options.preconditioner == Preconditioner::block_jacobi ? options.block : 1;
    const auto elements = std::make_shared<std::vector<T>>(static_cast<std::size_t>(made.rows * made.cols));
    made.data = elements->data();
    made.owner = elements;
    for (const DeviceRows& device : devices)
        for_ranges((device.rows.size() + made.rows - 1) / made.rows,
                   [&](std::int64_t begin, std::int64_t end) {
                       for (std::int64_t block = begin; block < end; ++block) {
                           const std::int64_t first = device.rows.first + block * made.rows;
                           const std::int64_t last = std::min(first + made.rows, device.rows.last);
                           T* const own = elements->data() + first * made.rows;
                           take_block(A, first, last, made.rows, own);
                           if (made.rows == 1) *own = inverse_or_one(*own);
                       }
                   });
    return made;
}

#define HG_INSTANTIATE(T)                                                                            \
    template BlockArray preconditioner_array(const SparseMatrix<T>&, const std::vector<DeviceRows>&, \
                                             const SolverOptions&);
HG_FOR_EACH_ELEMENT(HG_INSTANTIATE)
#undef HG_INSTANTIATE

}  // namespace hg::sparse
