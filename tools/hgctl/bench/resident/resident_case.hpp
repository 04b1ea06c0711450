#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "tools/workload/vectors/vector_form.hpp"
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hgctl {

/// One row of `hgctl bench resident`. Increments are 1, diagonals are used.
struct ResidentCase : VectorArguments {
    std::int64_t gap = -1;  ///< rows between columns; below 0: columns begin on boundaries of 128 bytes
    std::string kernel;     ///< how it divides the work, by the name of a kernel; empty: as hg chooses
    const hg::kernels::Database* database = nullptr;  ///< by which hg chooses; null: by none
    int chain = 0;    ///< calls of one run; 0: as many as take a twentieth of a second
    int warm_up = 1;  ///< runs that do not count
    int runs = 5;

    /// "gemv f64 t": with what the routine has.
    [[nodiscard]] std::string title() const;
    /// 'n', 't' or 'c'.
    [[nodiscard]] char op_letter() const noexcept;
    /// "4096 x 512", or "4096" for a vector.
    [[nodiscard]] std::string extent() const;
    /// Bytes that it must move at least.
    [[nodiscard]] double bytes() const;
};

/// Appends the call on registers that hold its operands.
void append(hg::ProgramBuilder& builder, const ResidentCase& bench, std::span<const hg::RegisterId> operands);

}  // namespace hgctl
