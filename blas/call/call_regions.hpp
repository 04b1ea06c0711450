#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include "blas/level3/product/gemm_arguments.hpp"
#include "blas/level3/triangle/trsm_arguments.hpp"
#include "runtime/program/host_region.hpp"

namespace hg {

/// The memory of a column-major matrix of rows x cols elements; `T*` is written, `const T*` read.
template <class T>
HostRegion matrix_region(T* data, std::int64_t ld, std::int64_t rows, std::int64_t cols) {
    constexpr std::int64_t size = sizeof(T);
    return {data, rows * size, cols, ld * size, !std::is_const_v<T>};
}

/// The memory of `count` elements one after the other.
template <class T>
HostRegion vector_region(T* data, std::int64_t count) {
    return matrix_region(data, count, count, 1);
}

/// The memory that a product touches.
template <class T>
std::vector<HostRegion> regions_of(const GemmArguments<T>& c) {
    std::vector<HostRegion> regions{matrix_region(c.C, c.ldc, c.m, c.n)};
    if (c.alpha == T{0} || c.k == 0) return regions;
    const auto add = [&](Op op, const T* data, std::int64_t ld, std::int64_t rows, std::int64_t cols) {
        regions.push_back(op == Op::none ? matrix_region(data, ld, rows, cols)
                                         : matrix_region(data, ld, cols, rows));
    };
    add(c.op_a, c.A, c.lda, c.m, c.k);
    add(c.op_b, c.B, c.ldb, c.k, c.n);
    return regions;
}

/// The memory that a triangular solve touches.
template <class T>
std::vector<HostRegion> regions_of(const TrsmArguments<T>& c) {
    std::vector<HostRegion> regions{matrix_region(c.B, c.ldb, c.m, c.n)};
    if (c.alpha != T{0}) regions.push_back(matrix_region(c.A, c.lda, c.order(), c.order()));
    return regions;
}

}  // namespace hg
