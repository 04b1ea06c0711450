#pragma once

#include <algorithm>

#include "blas/call/letters.hpp"
#include "blas/cost/equivalent_product.hpp"
#include "blas/level3/triangle/trsm_arguments.hpp"
#include "interfaces/dropin/faces/sizes.hpp"
#include "interfaces/dropin/faces/spoil.hpp"
#include "interfaces/dropin/offload.hpp"

namespace hg::dropin {

template <class T>
struct TrsmCall {
    static constexpr Routine kRoutine = routine_for<T>(Routine::dtrsm, Routine::strsm);
    TrsmArguments<T> arguments;

    [[nodiscard]] double flops() const noexcept {
        return static_cast<double>(arguments.m) * static_cast<double>(arguments.n) *
               static_cast<double>(arguments.order());
    }
    [[nodiscard]] Work work() const noexcept {
        const EquivalentProduct p = trsm_product(arguments.m, arguments.n, arguments.order());
        return {kRoutine, flops(), {element_type_of<T>(), p.m, p.n, p.k}};
    }
    [[nodiscard]] bool is_valid() const noexcept {
        const TrsmArguments<T>& t = arguments;
        return hg::is_valid(t.side) && hg::is_valid(t.uplo) && hg::is_valid(t.op) && hg::is_valid(t.diag) &&
               std::min(t.m, t.n) >= 0 && t.lda >= at_least_1(t.order()) && t.ldb >= at_least_1(t.m);
    }
    [[nodiscard]] bool cpu_takes() const noexcept {
        return fit({arguments.m, arguments.n, arguments.lda, arguments.ldb});
    }
    [[nodiscard]] Outcome run(const Engine& engine, Place place) const noexcept {
        return engine.routines<T>().trsm(place, arguments);
    }
    void spoil() const noexcept { spoil_matrix(arguments.m, arguments.n, arguments.B, arguments.ldb); }
    void run_on(const kernels::CpuBlas& cpu) const noexcept {
        const TrsmArguments<T>& t = arguments;
        const char letters[] = {letter_of(t.side), letter_of(t.uplo), letter_of(t.op), letter_of(t.diag)};
        const int m = narrow(t.m), n = narrow(t.n), lda = narrow(t.lda), ldb = narrow(t.ldb);
        cpu.routines<T>().trsm(&letters[0], &letters[1], &letters[2], &letters[3], &m, &n, &t.alpha, t.A,
                               &lda, t.B, &ldb, 1, 1, 1, 1);
    }
};

}  // namespace hg::dropin
