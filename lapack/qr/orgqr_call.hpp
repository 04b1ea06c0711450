#pragma once

#include "lapack/generated/arguments.hpp"
#include <hg/blas/session.hpp>
#include <hg/lapack/qr_programs.hpp>
#include <hg/runtime/program/location.hpp>

namespace hg {

/// The columns of the Q of a QR factorization, as routine_call() takes them.
template <class T>
struct OrgqrCall : OrgqrArguments<T> {
    static constexpr std::string_view kPartiallyWritten =
        "A holds neither the reflectors nor the columns of Q";

    [[nodiscard]] bool does_nothing() const noexcept { return this->n == 0; }

    /// No program is needed without reflectors: these columns are the identity's.
    std::int64_t perform(Session& session) const;
    [[nodiscard]] QColumnsProblem problem() const noexcept {
        return {.type = element_type_of<T>(), .m = this->m, .n = this->n, .k = this->k};
    }
    [[nodiscard]] static Program program(const QColumnsProblem& problem, const Target& target,
                                         const kernels::Database& database) {
        return orgqr_program(problem, target, database);
    }
    /// Throws std::bad_alloc before anything is touched.
    void on_cpu() const;
};

/// Of complex elements.
template <class T>
using UngqrCall = OrgqrCall<T>;

}  // namespace hg
