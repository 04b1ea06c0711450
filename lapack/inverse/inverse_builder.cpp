#include "lapack/inverse/inverse_builder.hpp"

#include <algorithm>
#include <utility>

#include "blas/call/letters.hpp"
#include "blas/call/shape.hpp"
#include "blas/level3/triangle/triangle_shape.hpp"
#include "blas/tiles/leading_dimension.hpp"
#include "kernels/elementwise/identity.hpp"
#include "kernels/elementwise/symmetric_part.hpp"
#include "lapack/common/adjoint.hpp"
#include "lapack/common/panel_exchange.hpp"
#include <hg/blas/registers/gemm.hpp>
#include <hg/blas/registers/trsm.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {
namespace {

/// X L = L^-H, block column by block column from the last to the first, where X = (L L^H)^-1 is its own
/// adjoint. X takes the place of L. On the device both triangles of X are kept, so that products read it as
/// any matrix. If A holds U = L^H, all registers and tiles hold adjoints; their rows and columns are those of
/// L all the same.
class InverseBuilder {
  public:
    InverseBuilder(const InverseProblem& problem, const InverseLayout& layout, const Target& target,
                   const kernels::Database& database)
        : database_(database),
          layout_(layout),
          type_(problem.type),
          n_(problem.n),
          uplo_(problem.uplo),
          builder_(target),
          parameter_(builder_.matrix("A", type_, n_, n_)),
          A_(reg({0, n_}, {0, n_})) {}

    Program build() && {
        const std::int64_t last = (n_ - 1) / layout_.block * layout_.block;
        for (std::int64_t k = last; k >= 0; k -= layout_.block) load(columns_from(k));
        for (std::int64_t k = last; k >= 0; k -= layout_.block) invert(columns_from(k));
        return std::move(builder_).finish();
    }

  private:
    /// With S the inverse behind block column k:
    ///
    ///     X21 := -S L21 L11^-1
    ///     X11 := (L11^-H - X21^H L21) L11^-1
    void invert(const Span& k) {
        const Span behind{k.end, n_};
        const Op op = adjoint(type_);
        const InvertedTriangle L11 = inverted(k, Op::none);
        const RegisterId X11 = reg(k, k);
        builder_.exec(kernels::identity(type_), {X11});
        solve(Side::left, is_complex(type_) ? inverted(k, op) : L11, op, X11);
        RegisterId X21 = kNoRegister;
        if (!behind.empty()) {
            X21 = reg(behind, k);
            multiply(Op::none, window(behind, behind), window(behind, k), 0.0, X21);
            solve(Side::right, L11, Op::none, X21);
            multiply(op, X21, window(behind, k), 1.0, X11);
        }
        solve(Side::right, L11, Op::none, X11);
        put(k, X11, X21);
    }

    void load(const Span& k) {
        const Span behind{k.end, n_};
        builder_.load(window(k, k), triangle(k));
        if (!behind.empty()) load_in_parts(builder_, window(behind, k), tile(behind, k));
    }

    /// Stores block column k of X and mirrors what is below its diagonal block.
    void put(const Span& k, RegisterId X11, RegisterId X21) {
        const Span behind{k.end, n_};
        const auto width = static_cast<double>(k.size());
        const Scalar upper = is_upper() ? 1.0 : 0.0;
        const InstructionPtr part = kernels::self_adjoint_part(type_);
        builder_.exec(part, {X11, X11, behind.empty() ? X11 : X21, window({k.begin, n_}, k)},
                      {0.0, 0.0, upper});
        builder_.store(triangle(k), window(k, k));
        if (behind.empty()) return;
        store_in_parts(builder_, tile(behind, k), window(behind, k));
        builder_.exec(part, {X11, X21, X11, window(k, behind)},
                      {is_upper() ? 0.0 : width, is_upper() ? width : 0.0, upper});
    }

    /// The triangle of L on the diagonal, for solves with this op.
    InvertedTriangle inverted(const Span& k, Op op) {
        return hg::invert(builder_, uplo_, Diag::non_unit, window(k, k), op);
    }
    /// C := beta C - op(A) B
    void multiply(Op op, RegisterId A, RegisterId B, double beta, RegisterId C) {
        if (is_upper())
            gemm(builder_, Op::none, op, -1.0, B, A, beta, C, database_);
        else
            gemm(builder_, op, Op::none, -1.0, A, B, beta, C, database_);
    }
    /// B := op(L)^-1 B or B op(L)^-1
    void solve(Side side, const InvertedTriangle& L, Op op, RegisterId B) {
        hg::solve(builder_, is_upper() ? transposed(side) : side, op, L, B, true, database_);
    }

    [[nodiscard]] bool is_upper() const noexcept { return uplo_ == Uplo::upper; }
    [[nodiscard]] Span columns_from(std::int64_t k) const noexcept {
        return {k, std::min(n_, k + layout_.block)};
    }
    RegisterId reg(Span rows, Span cols) {
        if (is_upper()) std::swap(rows, cols);
        return builder_.reg(layout_.device, type_, rows.size(), cols.size(),
                            staggered_window_ld(rows.size(), type_));
    }
    RegisterId window(Span rows, Span cols) {
        if (is_upper()) std::swap(rows, cols);
        return builder_.window(A_, rows.begin, cols.begin, rows.size(), cols.size());
    }
    [[nodiscard]] HostTile tile(Span rows, Span cols) const noexcept {
        if (is_upper()) std::swap(rows, cols);
        return {parameter_, rows.begin, cols.begin, rows.size(), cols.size()};
    }
    [[nodiscard]] HostTile triangle(const Span& k) const noexcept {
        HostTile square = tile(k, k);
        square.part = part_of(uplo_);
        return square;
    }

    const kernels::Database& database_;
    InverseLayout layout_;
    ElementType type_;
    std::int64_t n_;
    Uplo uplo_;
    ProgramBuilder builder_;
    ParameterId parameter_;
    RegisterId A_;
};

}  // namespace

Program inverse_program(const InverseProblem& problem, const InverseLayout& layout, const Target& target,
                        const kernels::Database& database) {
    return InverseBuilder(problem, layout, target, database).build();
}

}  // namespace hg
