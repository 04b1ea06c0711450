#pragma once

#include "interfaces/dropin/faces/gesv_call.hpp"

namespace hg::dropin {

struct DsgesvCall {
    static constexpr Routine kRoutine = Routine::dsgesv;
    DsgesvArguments arguments;

    [[nodiscard]] double flops() const noexcept {
        return gesv_flops(arguments.system.n, arguments.system.nrhs);
    }
    /// The factorization is one in single precision.
    [[nodiscard]] Work work() const noexcept {
        const std::int64_t n = arguments.system.n;
        return {kRoutine, flops(), {ElementType::f32, n, n, n / 3 + arguments.system.nrhs}};
    }
    [[nodiscard]] bool is_valid() const noexcept {
        return GesvCall<double>{arguments.system}.is_valid() &&
               arguments.ldx >= at_least_1(arguments.system.n);
    }
    [[nodiscard]] bool cpu_takes() const noexcept {
        return GesvCall<double>{arguments.system}.cpu_takes() && fit({arguments.ldx});
    }
    [[nodiscard]] Outcome run(const Engine& engine, Place place) const noexcept {
        return engine.dsgesv(place, arguments);
    }
    /// B is only read.
    void spoil() const noexcept {
        const GesvArguments<double>& s = arguments.system;
        spoil_factors(s.n, s.n, s.A, s.lda, s.ipiv, *s.info);
        spoil_matrix(s.n, s.nrhs, arguments.X, arguments.ldx);
    }
    void refuse(std::int64_t info) const noexcept { *arguments.system.info = info; }
    /// All of it in double precision, as LAPACK's iter of -1 tells.
    void run_on(const kernels::CpuBlas& cpu) const {
        GesvArguments<double> system = arguments.system;
        if (is_valid())
            for (std::int64_t j = 0; j < system.nrhs; ++j)
                std::copy_n(system.B + j * system.ldb, system.n, arguments.X + j * arguments.ldx);
        else if (GesvCall<double>{system}.is_valid())
            *system.info = -9;  // ldx alone is wrong
        system.B = arguments.X;
        system.ldb = arguments.ldx;
        *arguments.iter = -1;
        if (*system.info == 0) GesvCall<double>{system}.run_on(cpu);
    }
};

}  // namespace hg::dropin
