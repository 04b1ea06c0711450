#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <hg/blas/registers/trsm.hpp>
#include <hg/blas/types.hpp>
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// X := op(T)^-1 X with a triangle T of a matrix.
struct Substitution {
    Uplo uplo = Uplo::lower;
    Op op = Op::none;
    Diag diag = Diag::non_unit;
};

/// What a substitution does on registers, block by block: by kernels of level 2 if there are few right-hand
/// sides, else by inverted triangles and products.
class SubstitutionSteps {
  public:
    /// A triangle on the diagonal as solve() needs it.
    struct Triangle {
        Substitution of;
        RegisterId block = kNoRegister;
        std::optional<InvertedTriangle> inverted{};
    };

    /// The builder and the database must outlive the object.
    SubstitutionSteps(ProgramBuilder& builder, const kernels::Database& database,
                      std::int64_t right_hand_sides)
        : builder_(builder), database_(database), right_hand_sides_(right_hand_sides) {}

    /// Whether solves with a triangle of this type are by its inverse.
    [[nodiscard]] bool inverts(ElementType type) const noexcept;
    /// Makes ready the triangle of a square block.
    [[nodiscard]] Triangle prepared(const Substitution& of, RegisterId block) const;
    /// The same for several blocks of one order side by side, which are inverted together.
    [[nodiscard]] std::vector<Triangle> inverted(const Substitution& of, RegisterId blocks) const;
    /// x := op(A)^-1 x
    void solve(const Triangle& A, RegisterId x) const;
    /// y := y - op(A) x
    void subtract(Op op, RegisterId A, RegisterId x, RegisterId y) const;

  private:
    ProgramBuilder& builder_;
    const kernels::Database& database_;
    std::int64_t right_hand_sides_;
};

}  // namespace hg
