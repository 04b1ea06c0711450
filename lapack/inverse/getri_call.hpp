#pragma once

#include <cstdint>
#include <string_view>

#include "blas/call/workspace.hpp"
#include "lapack/generated/arguments.hpp"
#include "lapack/inverse/getri_program.hpp"
#include <hg/blas/session.hpp>
#include <hg/runtime/program/element.hpp>

namespace hg {

/// The inverse of A from its LU factors, as routine_call() takes it: in one program if a device holds all of
/// A, else by getrs with the identity as right-hand sides. ipiv may be null.
template <class T>
struct GetriCall : GetriArguments<T> {
    static constexpr std::string_view kPartiallyWritten = "A is between its factors and its inverse";
    static constexpr bool kHasParts = true;

    [[nodiscard]] bool does_nothing() const noexcept { return this->n == 0; }
    std::int64_t perform(Session& session) const;

    [[nodiscard]] LuInverseProblem problem() const noexcept {
        return {.type = element_type_of<T>(), .n = this->n};
    }
    [[nodiscard]] static Program program(const LuInverseProblem& problem, const Target& target,
                                         const kernels::Database& database) {
        return getri_program(problem, target, database);
    }
    /// Throws std::bad_alloc before anything is touched.
    void on_cpu() const;
    /// Which column of U^-1 L^-1 comes to each column of A.
    void give(Workspace& workspace) const;

  private:
    void solve_for_identity(Session& session) const;
};

}  // namespace hg
