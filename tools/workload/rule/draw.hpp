#pragma once

#include <cstdint>

#include "tools/workload/operands/random_matrix.hpp"
#include "tools/workload/rule/guarded_matrix.hpp"
#include <hg/blas/types.hpp>

/// What random problems are drawn from.
namespace hgctl {

/// A size up to n_max: 0, 1, one beside a power of two, where tiles are cut, or any.
std::int64_t draw_size(RandomNumbers& numbers, std::int64_t n_max);
/// 0, 1, -1, 0.5 or a random number.
double draw_scalar(RandomNumbers& numbers);
/// The same for a type of elements. Half of the complex ones have two such parts.
template <class T>
T draw_scalar(RandomNumbers& numbers) {
    const auto real = static_cast<PartOf<T>>(draw_scalar(numbers));
    if constexpr (kIsComplex<T>)
        if (numbers.between(0, 1) == 1) return {real, static_cast<PartOf<T>>(draw_scalar(numbers))};
    return real;
}
/// Half of them with a gap between lines.
StoredShape draw_stored(RandomNumbers& numbers, hg::Layout layout, std::int64_t rows, std::int64_t cols);

}  // namespace hgctl
