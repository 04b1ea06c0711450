#pragma once

#include "lapack/common/adjoint.hpp"
#include "lapack/generated/arguments.hpp"
#include <hg/lapack/qr_programs.hpp>
#include <hg/runtime/program/location.hpp>

namespace hg {

/// A product with the Q of a QR factorization, as routine_call() takes it.
template <class T>
struct OrmqrCall : OrmqrArguments<T> {
    static constexpr std::string_view kPartiallyWritten = "C holds neither the matrix nor its product with Q";

    [[nodiscard]] bool does_nothing() const noexcept { return this->m == 0 || this->n == 0 || this->k == 0; }

    [[nodiscard]] QProductProblem problem() const noexcept;
    [[nodiscard]] static Program program(const QProductProblem& problem, const Target& target,
                                         const kernels::Database& database) {
        return ormqr_program(problem, target, database);
    }
    /// Throws std::bad_alloc before anything is touched.
    void on_cpu() const;
};

/// Of complex elements.
template <class T>
using UnmqrCall = OrmqrCall<T>;

}  // namespace hg
