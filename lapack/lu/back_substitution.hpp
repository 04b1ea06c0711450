#pragma once

#include <cstdint>
#include <map>

#include "lapack/common/block_columns.hpp"
#include "lapack/common/substitution_steps.hpp"
#include "lapack/lu/lu_layout.hpp"
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// X := U^-1 Y. The devices hold all of U, and Y = L^-1 P^T B as the columns behind it.
class BackSubstitution {
  public:
    /// If there are right-hand sides, declares the program's parameter `X`. All arguments must outlive the
    /// object.
    BackSubstitution(ProgramBuilder& builder, const LuLayout& layout, const kernels::Database& database,
                     BlockColumns& A);

    /// Makes ready the diagonal block of the step that begins with this column, which is final.
    void prepare(std::int64_t first);
    /// Appends the solve, which ends with X in host memory.
    void solve();

  private:
    [[nodiscard]] std::int64_t rows_of(std::int64_t first) const;
    void go_to(DeviceIndex device, std::int64_t rows);
    void store(std::int64_t rows);

    ProgramBuilder& builder_;
    const LuLayout& layout_;
    SubstitutionSteps steps_;
    BlockColumns& A_;
    ParameterId X_{};
    std::map<std::int64_t, SubstitutionSteps::Triangle> diagonals_{};  ///< by their first columns
    RegisterId y_ = kNoRegister;  ///< rows of Y that are left, and those of X behind them
};

}  // namespace hg
