#pragma once

#include <array>
#include <cstdint>

#include "blas/level3/product/gemm_arguments.hpp"
#include "blas/level3/triangle/trsm_arguments.hpp"
#include "interfaces/generated/engine_table.hpp"

namespace hg::dropin {

struct Shape {
    std::int64_t rows, cols;
};

// The shapes of each routine's matrices as they lie in memory, in the order of its arguments.

template <class T>
constexpr std::array<Shape, 3> shapes(const GemmArguments<T>& c) noexcept {
    return {{c.op_a == Op::none ? Shape{c.m, c.k} : Shape{c.k, c.m},
             c.op_b == Op::none ? Shape{c.k, c.n} : Shape{c.n, c.k},
             {c.m, c.n}}};
}

template <class T>
constexpr std::array<Shape, 2> shapes(const TrsmArguments<T>& c) noexcept {
    return {{{c.order(), c.order()}, {c.m, c.n}}};
}

template <class T>
constexpr std::array<Shape, 1> shapes(const GetrfArguments<T>& c) noexcept {
    return {{{c.m, c.n}}};
}

template <class T>
constexpr std::array<Shape, 2> shapes(const GetrsArguments<T>& c) noexcept {
    return {{{c.n, c.n}, {c.n, c.nrhs}}};
}

template <class T>
constexpr std::array<Shape, 2> shapes(const GesvArguments<T>& c) noexcept {
    return {{{c.n, c.n}, {c.n, c.nrhs}}};
}

template <class T>
constexpr std::array<Shape, 3> shapes(const DsgesvArguments<T>& c) noexcept {
    return {{{c.n, c.n}, {c.n, c.nrhs}, {c.n, c.nrhs}}};
}

}  // namespace hg::dropin
