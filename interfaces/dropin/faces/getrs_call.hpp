#pragma once

#include <algorithm>

#include "blas/call/letters.hpp"
#include "interfaces/dropin/faces/narrow_pivots.hpp"
#include "interfaces/dropin/faces/sizes.hpp"
#include "interfaces/dropin/faces/spoil.hpp"
#include "interfaces/dropin/offload.hpp"

namespace hg::dropin {

template <class T>
struct GetrsCall {
    static constexpr Routine kRoutine = routine_for<T>(Routine::dgetrs, Routine::sgetrs);
    GetrsArguments<T> arguments;
    std::int64_t* info;

    [[nodiscard]] double flops() const noexcept {
        return 2 * static_cast<double>(arguments.n) * static_cast<double>(arguments.n) *
               static_cast<double>(arguments.nrhs);
    }
    [[nodiscard]] Work work() const noexcept {
        return {kRoutine, flops(), {element_type_of<T>(), arguments.n, arguments.nrhs, arguments.n}};
    }
    [[nodiscard]] bool is_valid() const noexcept {
        const GetrsArguments<T>& c = arguments;
        return hg::is_valid(c.op) && std::min(c.n, c.nrhs) >= 0 && c.lda >= at_least_1(c.n) &&
               c.ldb >= at_least_1(c.n);
    }
    [[nodiscard]] bool cpu_takes() const noexcept {
        return fit({arguments.n, arguments.nrhs, arguments.lda, arguments.ldb});
    }
    [[nodiscard]] Outcome run(const Engine& engine, Place place) const noexcept {
        *info = 0;
        return engine.routines<T>().getrs(place, arguments);
    }
    /// LAPACK's getrs knows no failure; a caller who looks at info finds one.
    void spoil() const noexcept {
        spoil_matrix(arguments.n, arguments.nrhs, arguments.B, arguments.ldb);
        *info = 1;
    }
    void refuse(std::int64_t why) const noexcept { *info = why; }
    void run_on(const kernels::CpuBlas& cpu) const {
        const GetrsArguments<T>& c = arguments;
        NarrowPivots pivots(c.ipiv, is_valid() && c.nrhs > 0 ? c.n : 0);
        pivots.read();
        const char op = letter_of(c.op);
        const int n = narrow(c.n), nrhs = narrow(c.nrhs), lda = narrow(c.lda), ldb = narrow(c.ldb);
        int result = 0;
        cpu.routines<T>().getrs(&op, &n, &nrhs, c.A, &lda, pivots.data(), c.B, &ldb, &result, 1);
        *info = result;
    }
};

}  // namespace hg::dropin
