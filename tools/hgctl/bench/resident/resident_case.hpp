#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "blas/cost/memory_bound.hpp"
#include "tools/hgctl/bench/resident/resident_routine.hpp"
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hgctl {

/// One row of `hgctl bench resident`. Increments are 1, diagonals are used.
struct ResidentCase : CallSettings {
    const ResidentRoutine* routine = nullptr;
    hg::ElementType type = hg::ElementType::f64;
    std::int64_t gap = -1;  ///< rows between columns; below 0: columns begin on boundaries of 128 bytes
    std::string kernel;     ///< how it divides the work, by the name of a kernel; empty: as hg chooses
    const hg::kernels::Database* database = nullptr;  ///< by which hg chooses; null: by none
    int chain = 0;    ///< calls of one run; 0: as many as take a twentieth of a second
    int warm_up = 1;  ///< runs that do not count
    int runs = 5;

    [[nodiscard]] std::int64_t ld() const noexcept { return routine->has_m ? m : n; }
    /// "gemv f64 t": with what the routine has.
    [[nodiscard]] std::string title() const;
    /// 'n', 't' or 'c'.
    [[nodiscard]] char op_letter() const noexcept;
    /// "4096 x 512", or "4096" for a vector.
    [[nodiscard]] std::string extent() const;
    /// Bytes that it must move at least.
    [[nodiscard]] double bytes() const;
};

/// The routine of a case.
inline const ResidentRoutine& form_of(const ResidentCase& bench) {
    return *bench.routine;
}

/// Bytes that a call must move at least.
hg::Traffic traffic_of(const ResidentCase& bench);

/// The operands of a case, without places.
std::vector<ListedOperand> operands_of(const ResidentCase& bench);

/// Appends the call on registers that hold its operands, in their order.
void append(hg::ProgramBuilder& builder, const ResidentCase& bench, std::span<const hg::RegisterId> operands);

}  // namespace hgctl
