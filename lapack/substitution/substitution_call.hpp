#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "blas/call/call_policy.hpp"
#include "blas/call/workspace.hpp"
#include "blas/cost/gemm_equivalent.hpp"
#include "lapack/common/memory_loop.hpp"
#include "lapack/common/one_program.hpp"
#include <hg/lapack/substitution_program.hpp>
#include <hg/runtime/program/location.hpp>

namespace hg {

/// to := from, both column-major; they don't overlap. Several threads copy large matrices.
template <class T>
void copy_columns(std::int64_t rows, std::int64_t columns, const T* from, std::int64_t ld_from, T* to,
                  std::int64_t ld_to) noexcept {
    memory_loop(columns, 2 * rows * static_cast<std::int64_t>(sizeof(T)),
                [=](std::int64_t first, std::int64_t last) {
                    for (std::int64_t j = first; j < last; ++j)
                        std::copy_n(from + j * ld_from, rows, to + j * ld_to);
                });
}

/// More right-hand sides are work for all devices, as a matrix of their own.
constexpr std::int64_t kMostInOneProgram = 256;

/// A solve with the factors of a matrix in one program, as routine_call() takes it. B is as it was until all
/// of X is there. `Solve` is a call that has n, nrhs, B and ldb, problem() and on_cpu(), and if rows are
/// interchanged interchange_before(X, ldx) and interchange_after(X, ldx).
template <class Solve>
struct SubstitutionCall {
    using Element = typename Solve::Element;
    static constexpr std::string_view kName = Solve::kName;
    static constexpr std::string_view kOutput = "B";
    static constexpr bool kHasParts = true;

    Solve solve;

    /// As ArgumentList says.
    template <class Self, class List>
    static void list(Self& c, List& list) {
        Solve::list(c.solve, list);
    }

    [[nodiscard]] GemmEquivalent gemm_equivalent() const noexcept {
        const bool square = problem().factors == Factors::lu;
        return substitution_product(
            solve.n, solve.nrhs, square ? rectangle_elements(solve.n, solve.n) : triangle_elements(solve.n));
    }
    [[nodiscard]] SubstitutionProblem problem() const noexcept { return solve.problem(); }
    [[nodiscard]] static Program program(const SubstitutionProblem& problem, const Target& target,
                                         const kernels::Database& database) {
        return substitution_program(problem, target, database);
    }
    void on_cpu() const noexcept { solve.on_cpu(); }

    /// The right-hand sides of a run.
    void give(Workspace& workspace) const {
        Element* const X = workspace.elements<Element>("X");
        copy_columns(solve.n, solve.nrhs, solve.B, solve.ldb, X, solve.n);
        if constexpr (requires { solve.interchange_before(X, solve.n); })
            solve.interchange_before(X, solve.n);
    }
    /// The solution of a run.
    void take(const Workspace& workspace) const {
        copy_columns(solve.n, solve.nrhs, workspace.elements<Element>("X"), solve.n, solve.B, solve.ldb);
        if constexpr (requires { solve.interchange_after(solve.B, solve.ldb); })
            solve.interchange_after(solve.B, solve.ldb);
    }
};

/// Does a solve on the devices or by the CPU's BLAS, and by that what devices can't do. False if there is too
/// much of it for one program: B is as it was then.
template <class Solve>
bool is_solved_in_one_program(Session& session, const Solve& solve) {
    if (solve.nrhs > kMostInOneProgram) return false;
    CallPolicy::Overrides overrides = CallPolicy::current();
    overrides.cpu_finishes = true;
    const CallPolicy policy(overrides);
    return is_done_in_one_program(session, SubstitutionCall<Solve>{solve});
}

}  // namespace hg
