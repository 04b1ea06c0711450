#pragma once

#include <algorithm>
#include <utility>

#include "blas/gemm_arguments.hpp"
#include "hgblas/letters.hpp"
#include "hgblas/offload.hpp"

namespace hg::dropin {

template <class T>
struct GemmCall {
    static constexpr Routine kRoutine = sizeof(T) == sizeof(double) ? Routine::dgemm : Routine::sgemm;
    GemmArguments<T> arguments;

    [[nodiscard]] double flops() const noexcept {
        return 2 * static_cast<double>(arguments.m) * static_cast<double>(arguments.n) *
               static_cast<double>(arguments.k);
    }
    [[nodiscard]] Work work() const noexcept {
        return {kRoutine, flops(), {element_type_of<T>(), arguments.m, arguments.n, arguments.k}};
    }
    [[nodiscard]] bool is_valid() const noexcept {
        const GemmArguments<T>& g = arguments;
        const std::int64_t a_rows = g.op_a == Op::none ? g.m : g.k;
        const std::int64_t b_rows = g.op_b == Op::none ? g.k : g.n;
        return dropin::is_valid(g.op_a) && dropin::is_valid(g.op_b) && std::min({g.m, g.n, g.k}) >= 0 &&
               g.lda >= std::max<std::int64_t>(1, a_rows) && g.ldb >= std::max<std::int64_t>(1, b_rows) &&
               g.ldc >= std::max<std::int64_t>(1, g.m);
    }
    [[nodiscard]] Outcome run(const Engine& engine, Place place) const noexcept {
        return engine.routines<T>().gemm(place, arguments);
    }
};

}  // namespace hg::dropin
