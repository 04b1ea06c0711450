#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <hg/blas/registers/product.hpp>
#include <hg/blas/registers/trsm.hpp>
#include <hg/blas/trsm_problem.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// Returns true if columns are solved one by one by the level 2 kernels, which exist for real elements: if A
/// is on the left and there are too few columns for fast matrix products.
bool is_by_columns(const TrsmProblem& problem) noexcept;

/// The operations of a triangular solve on registers: products and inverses of diagonal blocks, or solves
/// column by column.
class TrsmKernels {
  public:
    /// A diagonal block in the form that solve() needs.
    struct Diagonal {
        RegisterId tile{};
        std::optional<InvertedTriangle> inverted{};
    };

    /// For B of m x n and products of depth k. The problem and the database must outlive this.
    TrsmKernels(const TrsmProblem& problem, const kernels::Database& database, const DeviceModel& device,
                std::int64_t m, std::int64_t n, std::int64_t k);

    /// Prepares diagonal blocks of A: squares side by side in a register.
    [[nodiscard]] std::vector<Diagonal> prepared(ProgramBuilder& builder, RegisterId blocks) const;
    /// Returns true if prepared() takes fewer launches for several blocks together.
    [[nodiscard]] bool prepares_together() const noexcept { return products_.has_value(); }
    /// B := beta B - op(A) X, or beta B - X op(A) if A is on the right.
    void subtract(ProgramBuilder& builder, RegisterId A, RegisterId X, const Scalar& beta,
                  RegisterId B) const;
    /// B := op(A)^-1 B, or B op(A)^-1
    void solve(ProgramBuilder& builder, const Diagonal& A, RegisterId B) const;

  private:
    struct Products {
        RegisterProduct product;
        RegisterTrsm solve;
    };

    const TrsmProblem& problem_;
    const kernels::Database& database_;
    std::optional<Products> products_;  ///< empty: column by column
};

}  // namespace hg
