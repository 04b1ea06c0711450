#pragma once

#include <algorithm>

#include "blas/cost/equivalent_product.hpp"
#include "interfaces/dropin/faces/narrow_pivots.hpp"
#include "interfaces/dropin/faces/sizes.hpp"
#include "interfaces/dropin/faces/spoil.hpp"
#include "interfaces/dropin/offload.hpp"

namespace hg::dropin {

/// Flops of a factorization and of the solves with its factors.
constexpr double gesv_flops(std::int64_t n, std::int64_t nrhs) noexcept {
    const auto order = static_cast<double>(n);
    return getrf_flops(n, n) + 2 * order * order * static_cast<double>(nrhs);
}

template <class T>
struct GesvCall {
    static constexpr Routine kRoutine = routine_for<T>(Routine::dgesv, Routine::sgesv);
    GesvArguments<T> arguments;

    [[nodiscard]] double flops() const noexcept { return gesv_flops(arguments.n, arguments.nrhs); }
    [[nodiscard]] Work work() const noexcept {
        const std::int64_t n = arguments.n;
        return {kRoutine, flops(), {element_type_of<T>(), n, n, n / 3 + arguments.nrhs}};
    }
    [[nodiscard]] bool is_valid() const noexcept {
        const GesvArguments<T>& c = arguments;
        return std::min(c.n, c.nrhs) >= 0 && c.lda >= at_least_1(c.n) && c.ldb >= at_least_1(c.n);
    }
    [[nodiscard]] bool cpu_takes() const noexcept {
        return fit({arguments.n, arguments.nrhs, arguments.lda, arguments.ldb});
    }
    [[nodiscard]] Outcome run(const Engine& engine, Place place) const noexcept {
        return engine.routines<T>().gesv(place, arguments);
    }
    void spoil() const noexcept {
        const GesvArguments<T>& c = arguments;
        spoil_factors(c.n, c.n, c.A, c.lda, c.ipiv, *c.info);
        spoil_matrix(c.n, c.nrhs, c.B, c.ldb);
    }
    void refuse(std::int64_t info) const noexcept { *arguments.info = info; }
    void run_on(const kernels::CpuBlas& cpu) const {
        const GesvArguments<T>& c = arguments;
        NarrowPivots pivots(c.ipiv, is_valid() ? c.n : 0);
        const int n = narrow(c.n), nrhs = narrow(c.nrhs), lda = narrow(c.lda), ldb = narrow(c.ldb);
        int info = 0;
        cpu.routines<T>().gesv(&n, &nrhs, c.A, &lda, pivots.data(), c.B, &ldb, &info);
        pivots.write();
        *c.info = info;
    }
};

}  // namespace hg::dropin
