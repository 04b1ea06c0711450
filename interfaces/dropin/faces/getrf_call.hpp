#pragma once

#include <algorithm>

#include "blas/cost/equivalent_product.hpp"
#include "interfaces/dropin/faces/narrow_pivots.hpp"
#include "interfaces/dropin/faces/sizes.hpp"
#include "interfaces/dropin/faces/spoil.hpp"
#include "interfaces/dropin/offload.hpp"

namespace hg::dropin {

template <class T>
struct GetrfCall {
    static constexpr Routine kRoutine = routine_for<T>(Routine::dgetrf, Routine::sgetrf);
    GetrfArguments<T> arguments;

    [[nodiscard]] double flops() const noexcept { return getrf_flops(arguments.m, arguments.n); }
    [[nodiscard]] Work work() const noexcept {
        const EquivalentProduct p = getrf_product(arguments.m, arguments.n);
        return {kRoutine, flops(), {element_type_of<T>(), p.m, p.n, p.k}};
    }
    [[nodiscard]] bool is_valid() const noexcept {
        return std::min(arguments.m, arguments.n) >= 0 && arguments.lda >= at_least_1(arguments.m);
    }
    [[nodiscard]] bool cpu_takes() const noexcept { return fit({arguments.m, arguments.n, arguments.lda}); }
    [[nodiscard]] Outcome run(const Engine& engine, Place place) const noexcept {
        return engine.routines<T>().getrf(place, arguments);
    }
    void spoil() const noexcept {
        const GetrfArguments<T>& c = arguments;
        spoil_factors(c.m, c.n, c.A, c.lda, c.ipiv, *c.info);
    }
    void refuse(std::int64_t info) const noexcept { *arguments.info = info; }
    void run_on(const kernels::CpuBlas& cpu) const {
        const GetrfArguments<T>& c = arguments;
        NarrowPivots pivots(c.ipiv, is_valid() ? std::min(c.m, c.n) : 0);
        const int m = narrow(c.m), n = narrow(c.n), lda = narrow(c.lda);
        int info = 0;
        cpu.routines<T>().getrf(&m, &n, c.A, &lda, pivots.data(), &info);
        pivots.write();
        *c.info = info;
    }
};

}  // namespace hg::dropin
