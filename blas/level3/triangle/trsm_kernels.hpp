#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <hg/blas/registers/product.hpp>
#include <hg/blas/registers/trsm.hpp>
#include <hg/blas/trsm_problem.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// True if columns are solved for one by one, by the kernels of level 2, which are for real elements: if A is
/// applied from the left to so few columns that products of matrices would not be fast.
bool is_by_columns(const TrsmProblem& problem) noexcept;

/// What a triangular solve does on registers: products and inverses of diagonal blocks, or the same column by
/// column.
class TrsmKernels {
  public:
    /// A diagonal block as solve() needs it.
    struct Diagonal {
        RegisterId tile{};
        std::optional<InvertedTriangle> inverted{};
    };

    /// For B of m x n and products of depth k. The problem and the database must outlive this.
    TrsmKernels(const TrsmProblem& problem, const kernels::Database& database, const DeviceModel& device,
                std::int64_t m, std::int64_t n, std::int64_t k);

    /// Makes ready diagonal blocks of A: squares side by side in a register.
    [[nodiscard]] std::vector<Diagonal> prepared(ProgramBuilder& builder, RegisterId blocks) const;
    /// True if prepared() takes fewer launches for several blocks at once.
    [[nodiscard]] bool prepares_together() const noexcept { return products_.has_value(); }
    /// B := beta B - op(A) X, or beta B - X op(A) if A stands on the right.
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
    std::optional<Products> products_;  ///< none: by columns
};

}  // namespace hg
