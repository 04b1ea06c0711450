#include "lapack/inverse/inverse_builder.hpp"

#include <utility>

#include "blas/call/letters.hpp"
#include "blas/tiles/leading_dimension.hpp"
#include "kernels/elementwise/identity.hpp"
#include "lapack/common/adjoint.hpp"
#include "lapack/inverse/inverse_matrix.hpp"
#include <hg/blas/registers/gemm.hpp>
#include <hg/blas/registers/trsm.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {
namespace {

/// X L = L^-H, column block by column block from the last to the first, where X = (L L^H)^-1 is its own
/// adjoint. A block column is needed when its turn comes, and is final then. If L is stored as U = L^H, all
/// factors and results are adjoints.
class InverseBuilder {
  public:
    InverseBuilder(const InverseProblem& problem, const InverseLayout& layout, const Target& target,
                   const kernels::Database& database)
        : layout_(layout),
          database_(database),
          type_(problem.type),
          builder_(target),
          A_(builder_, problem, layout) {}

    Program build() && {
        for (std::size_t k = layout_.blocks(); k-- > 0;) A_.load(k);
        for (std::size_t k = layout_.blocks(); k-- > 0;) invert(k);
        return std::move(builder_).finish();
    }

  private:
    /// With S the inverse behind the block:
    ///
    ///     X21 := -S L21 L11^-1
    ///     X11 := (L11^-H - X21^H L21) L11^-1
    void invert(std::size_t k) {
        const InvertedTriangle L11 = inverted(k, Op::none);
        const Op op = adjoint(type_);
        const RegisterId X11 = reg(layout_.columns_of(k), layout_.columns_of(k));
        builder_.exec(kernels::identity(type_), {X11});
        solve(Side::left, is_complex(type_) ? inverted(k, op) : L11, op, X11);
        RegisterId X21 = kNoRegister;
        if (!layout_.behind(k).empty()) {
            X21 = reg(layout_.behind(k), layout_.columns_of(k));
            multiply(Op::none, A_.inverse_behind(k), A_.below(k), 0.0, X21);
            solve(Side::right, L11, Op::none, X21);
            multiply(op, X21, A_.below(k), 1.0, X11);
        }
        solve(Side::right, L11, Op::none, X11);
        A_.put(k, X11, X21);
    }

    /// The triangle of L on the diagonal, for solves with this op.
    InvertedTriangle inverted(std::size_t k, Op op) {
        return hg::invert(builder_, A_.is_transposed() ? Uplo::upper : Uplo::lower, Diag::non_unit,
                          A_.diagonal(k), op);
    }

    /// C := beta C - op(A) B
    void multiply(Op op, RegisterId A, RegisterId B, double beta, RegisterId C) {
        if (A_.is_transposed())
            gemm(builder_, Op::none, op, -1.0, B, A, beta, C, database_);
        else
            gemm(builder_, op, Op::none, -1.0, A, B, beta, C, database_);
    }

    /// B := op(L)^-1 B or B op(L)^-1
    void solve(Side side, const InvertedTriangle& L, Op op, RegisterId B) {
        hg::solve(builder_, A_.is_transposed() ? transposed(side) : side, op, L, B, true, database_);
    }

    RegisterId reg(const Span& rows, const Span& cols) {
        const auto [m, n] =
            A_.is_transposed() ? std::pair(cols.size(), rows.size()) : std::pair(rows.size(), cols.size());
        return builder_.reg(layout_.device, type_, m, n, staggered_window_ld(m, type_));
    }

    const InverseLayout& layout_;
    const kernels::Database& database_;
    ElementType type_;
    ProgramBuilder builder_;
    InverseMatrix A_;
};

}  // namespace

Program inverse_program(const InverseProblem& problem, const InverseLayout& layout, const Target& target,
                        const kernels::Database& database) {
    return InverseBuilder(problem, layout, target, database).build();
}

}  // namespace hg
