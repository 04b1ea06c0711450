#pragma once

#include <algorithm>

#include "blas/call/letters.hpp"
#include "blas/level3/product/gemm_arguments.hpp"
#include "interfaces/dropin/faces/sizes.hpp"
#include "interfaces/dropin/faces/spoil.hpp"
#include "interfaces/dropin/offload.hpp"

namespace hg::dropin {

template <class T>
struct GemmCall {
    static constexpr Routine kRoutine = routine_for<T>(Routine::dgemm, Routine::sgemm);
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
        return hg::is_valid(g.op_a) && hg::is_valid(g.op_b) && std::min({g.m, g.n, g.k}) >= 0 &&
               g.lda >= at_least_1(g.op_a == Op::none ? g.m : g.k) &&
               g.ldb >= at_least_1(g.op_b == Op::none ? g.k : g.n) && g.ldc >= at_least_1(g.m);
    }
    [[nodiscard]] bool cpu_takes() const noexcept {
        const GemmArguments<T>& g = arguments;
        return fit({g.m, g.n, g.k, g.lda, g.ldb, g.ldc});
    }
    [[nodiscard]] Outcome run(const Engine& engine, Place place) const noexcept {
        return engine.routines<T>().gemm(place, arguments);
    }
    void spoil() const noexcept { spoil_matrix(arguments.m, arguments.n, arguments.C, arguments.ldc); }
    void run_on(const kernels::CpuBlas& cpu) const noexcept {
        const GemmArguments<T>& g = arguments;
        const char ops[] = {letter_of(g.op_a), letter_of(g.op_b)};
        const int m = narrow(g.m), n = narrow(g.n), k = narrow(g.k);
        const int lda = narrow(g.lda), ldb = narrow(g.ldb), ldc = narrow(g.ldc);
        cpu.routines<T>().gemm(&ops[0], &ops[1], &m, &n, &k, &g.alpha, g.A, &lda, g.B, &ldb, &g.beta, g.C,
                               &ldc, 1, 1);
    }
};

}  // namespace hg::dropin
