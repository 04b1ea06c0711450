#pragma once

#include <cstdint>

#include <hg/kernels/database.hpp>
#include <hg/lapack/lu_options.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// Factors panels on one device, recursively: the left half, then the right half's update by it, then the
/// right half (Toledo, SIAM J. Matrix Anal. Appl. 18, 1997), down to base panels. With partial pivoting one
/// kernel factors these; else they are factored without pivoting, after a tournament if rows are chosen.
class PanelFactorization {
  public:
    /// The builder and the database must outlive it.
    PanelFactorization(ProgramBuilder& builder, const kernels::Database& database, DeviceIndex device,
                       ElementType type, Pivoting pivoting);

    /// Appends the factorization of a panel of m x n elements with m >= n and
    /// n <= 2 * kernels::kLargestLowerUnit. Returns its row moves as kernels::swap_rows takes them, with the
    /// interchanges in column 0; kNoRegister without pivoting.
    RegisterId append(RegisterId panel);

    /// Compute units that the last panel's kernels should find free: those whose work-groups wait for each
    /// other need one each.
    [[nodiscard]] std::int64_t units() const;

  private:
    void factor(std::int64_t first, std::int64_t cols);
    void factor_base(std::int64_t first, std::int64_t cols);
    void factor_unpivoted(RegisterId base);
    void hold_tournament(RegisterId base, RegisterId moves);
    void update_right(std::int64_t first, std::int64_t left, std::int64_t right);
    void swap(std::int64_t first, std::int64_t count, std::int64_t col, std::int64_t cols);
    RegisterId lists(std::int64_t first, std::int64_t count);
    RegisterId scratch();

    ProgramBuilder& builder_;
    const kernels::Database& database_;
    DeviceIndex device_;
    ElementType type_;
    Pivoting pivoting_;
    RegisterId scratch_ = kNoRegister;
    int epoch_ = 0;

    // Of the panel that is being factored.
    RegisterId panel_ = kNoRegister;
    std::int64_t rows_ = 0;
    std::int64_t cols_ = 0;
    std::int64_t width_ = 0;  ///< of base panels
    InstructionPtr base_;     ///< factors them with partial pivoting
    RegisterId lists_ = kNoRegister;
};

}  // namespace hg
