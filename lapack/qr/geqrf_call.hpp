#pragma once

#include <algorithm>

#include "blas/call/workspace.hpp"
#include "lapack/generated/arguments.hpp"
#include <hg/lapack/qr_programs.hpp>
#include <hg/runtime/program/location.hpp>

namespace hg {

/// A QR factorization as routine_call() takes it.
template <class T>
struct GeqrfCall : GeqrfArguments<T> {
    static constexpr std::string_view kPartiallyWritten = "A holds neither the matrix nor its factors";

    [[nodiscard]] std::int64_t order() const noexcept { return std::min(this->m, this->n); }
    [[nodiscard]] bool does_nothing() const noexcept { return order() == 0; }

    [[nodiscard]] QrProblem problem() const noexcept {
        return {.type = element_type_of<T>(), .m = this->m, .n = this->n};
    }
    [[nodiscard]] static Program program(const QrProblem& problem, const Target& target,
                                         const kernels::Database& database) {
        return geqrf_program(problem, target, database);
    }
    /// Throws std::bad_alloc before anything is touched.
    void on_cpu() const;

    /// The reflectors' factors of a run.
    void take(const Workspace& workspace) const;
};

}  // namespace hg
