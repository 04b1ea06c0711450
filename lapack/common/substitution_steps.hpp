#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <hg/blas/registers/trsm.hpp>
#include <hg/blas/types.hpp>
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// What a substitution does on registers, block by block: by kernels of level 2 if there are few right-hand
/// sides, else by inverted triangles and products.
class SubstitutionSteps {
  public:
    /// A triangle on the diagonal as solve() needs it.
    struct Triangle {
        Uplo uplo = Uplo::lower;
        Diag diag = Diag::non_unit;
        RegisterId block = kNoRegister;
        std::optional<InvertedTriangle> inverted{};
    };

    /// The builder and the database must outlive the object.
    SubstitutionSteps(ProgramBuilder& builder, const kernels::Database& database,
                      std::int64_t right_hand_sides)
        : builder_(builder), database_(database), right_hand_sides_(right_hand_sides) {}

    /// Makes ready a triangle of a square block for solves with this op.
    [[nodiscard]] Triangle prepared(Uplo uplo, Diag diag, Op op, RegisterId block) const;
    /// Makes ready the triangles of several square blocks of one order side by side, if solves with them are
    /// by inverses.
    [[nodiscard]] std::vector<Triangle> prepared_all(Uplo uplo, Diag diag, Op op, RegisterId blocks) const;
    /// Whether solves with a triangle of this block are by its inverse.
    [[nodiscard]] bool inverts(RegisterId block) const { return !is_one_by_one(block); }
    /// As prepared(), for later: the block's own register is not needed any more.
    [[nodiscard]] Triangle kept(Uplo uplo, Diag diag, Op op, RegisterId block) const;
    /// x := op(A)^-1 x
    void solve(Op op, const Triangle& A, RegisterId x) const;
    /// y := y - op(A) x
    void subtract(Op op, RegisterId A, RegisterId x, RegisterId y) const;

  private:
    /// Whether solves are for each right-hand side by itself.
    [[nodiscard]] bool is_one_by_one(RegisterId block) const;

    ProgramBuilder& builder_;
    const kernels::Database& database_;
    std::int64_t right_hand_sides_;
};

}  // namespace hg
