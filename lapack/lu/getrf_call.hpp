#pragma once

#include <algorithm>
#include <complex>
#include <cstdint>
#include <string_view>

#include "blas/call/workspace.hpp"
#include "lapack/common/pivoting.hpp"
#include "lapack/generated/arguments.hpp"
#include "lapack/lu/host_getrf.hpp"
#include <hg/lapack/getrf_program.hpp>

namespace hg {

/// An LU factorization as routine_call() takes it. ipiv may be null with Pivoting::none.
template <class T>
struct GetrfCall : GetrfArguments<T> {
    static constexpr std::string_view kPartiallyWritten = "A holds neither the matrix nor its factors";
    static constexpr bool kHostHelps = true;

    [[nodiscard]] std::int64_t order() const noexcept { return std::min(this->m, this->n); }
    [[nodiscard]] bool does_nothing() const noexcept { return order() == 0; }

    [[nodiscard]] LuProblem problem() const noexcept {
        return {.type = element_type_of<T>(), .m = this->m, .n = this->n, .pivoting = this->options.pivoting};
    }
    [[nodiscard]] static Program program(const LuProblem& problem, const Target& target,
                                         const kernels::Database& database) {
        return getrf_program(problem, target, database);
    }
    void on_cpu() const {
        host_getrf(HostGetrf<T>{this->m, this->n, this->A, this->lda, this->ipiv, this->options.pivoting});
    }

    /// The pivots of a run.
    void take(const Workspace& workspace) const noexcept;
    /// The first i, counted from 1, with U(i, i) = 0; 0 if there is none.
    [[nodiscard]] std::int64_t info() const noexcept;
};

extern template struct GetrfCall<float>;
extern template struct GetrfCall<double>;
extern template struct GetrfCall<std::complex<float>>;
extern template struct GetrfCall<std::complex<double>>;

}  // namespace hg
