#pragma once

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "tools/workload/operands/listed_call.hpp"
#include "tools/workload/operands/random_matrix.hpp"
#include "tools/workload/rule/wide.hpp"

namespace hgctl {

/// What a matrix A of random elements becomes.
struct Filling {
    double diagonal = 0;  ///< added to its diagonal
    bool near_identity =
        false;  ///< products and solves neither grow nor shrink much, however often they are repeated
};

/// Fills an operand without gaps between its columns: random numbers, the same for equal seeds.
template <class T>
void fill(T* data, const ListedOperand& x, std::uint64_t seed, Filling filling) {
    RandomElements<T>{seed}.copy_to(data, x.elements());
    if (x.name != "A") return;
    if (filling.diagonal != 0)
        for (std::int64_t i = 0; i < std::min(x.rows, x.cols); ++i)
            data[i + i * x.rows] += static_cast<PartOf<T>>(filling.diagonal);
    if (!filling.near_identity) return;
    const std::int64_t n = x.rows;
    tbb::parallel_for(std::int64_t{0}, n, [&](std::int64_t j) {
        T* const c = data + j * n;
        for (std::int64_t i = 0; i < n; ++i)
            c[i] = i == j ? T(1 - std::abs(c[i]) / 128) : c[i] / static_cast<PartOf<T>>(n);
    });
}

}  // namespace hgctl
