#pragma once

#include <cstdint>
#include <string_view>

#include "blas/call/call_policy.hpp"
#include "blas/call/output_changes.hpp"
#include "blas/call/workspace.hpp"
#include "blas/cost/gemm_equivalent.hpp"
#include "blas/level3/triangle/trsm_call.hpp"
#include "lapack/common/memory_loop.hpp"
#include "lapack/common/one_program.hpp"
#include "lapack/solve/factor_solve.hpp"
#include "lapack/substitution/substitution_definition.hpp"
#include <hg/lapack/substitution_program.hpp>
#include <hg/runtime/program/location.hpp>

namespace hg {

/// More right-hand sides are work for all devices, as a matrix of their own.
constexpr std::int64_t kMostInOneProgram = 256;

/// A solve with the factors of a matrix in one program, as routine_call() takes it. B is unchanged until all
/// of X is there. `Solve` is a call that has the arguments of getrs or potrs and problem(), and if rows are
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
    void on_cpu() const noexcept {
        by_triangles([](const TrsmCall<Element>& triangle) { triangle.on_cpu(); });
    }
    /// The solves with both triangles, one after the other, by solve_triangle(TrsmCall<Element>).
    template <class SolveTriangle>
    void by_triangles(const SolveTriangle& solve_triangle) const {
        const Solve& c = solve;
        if constexpr (kInterchanges) {
            OutputChanges::note();
            c.interchange_before(c.B, c.ldb);
        }
        for (const Substitution& t : substitutions_of(problem()))
            solve_triangle(TrsmCall<Element>{
                {Side::left, t.uplo, t.op, t.diag, c.n, c.nrhs, Element{1}, c.A, c.lda, c.B, c.ldb}});
        if constexpr (kInterchanges) c.interchange_after(c.B, c.ldb);
    }

    /// The right-hand sides of a run.
    void give(Workspace& workspace) const {
        Element* const X = workspace.elements<Element>("X");
        copy_columns(solve.n, solve.nrhs, solve.B, solve.ldb, X, solve.n);
        if constexpr (kInterchanges) solve.interchange_before(X, solve.n);
    }
    /// The solution of a run.
    void take(const Workspace& workspace) const {
        copy_columns(solve.n, solve.nrhs, workspace.elements<Element>("X"), solve.n, solve.B, solve.ldb);
        if constexpr (kInterchanges) solve.interchange_after(solve.B, solve.ldb);
    }

  private:
    static constexpr bool kInterchanges = requires(const Solve& call, Element* X) {
        call.interchange_before(X, call.n);
    };
};

/// Does a solve on the devices or by the CPU's BLAS, and by that what devices can't do: in one program, or
/// for many right-hand sides as two triangular solves.
template <class Solve>
void solve_by_substitution(Session& session, const Solve& solve) {
    const SubstitutionCall<Solve> call{solve};
    CallPolicy::Overrides overrides = CallPolicy::current();
    overrides.cpu_finishes = true;
    const CallPolicy policy(overrides);
    if (solve.nrhs > kMostInOneProgram || !is_done_in_one_program(session, call))
        call.by_triangles([&](const auto& triangle) { solve_with_factor(session, triangle); });
}

}  // namespace hg
