#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tools/hgctl/bench/resident/resident_times.hpp"
#include "tools/hgctl/bench/routines/bench_routine.hpp"
#include <hg/kernels/database.hpp>

namespace hgctl {

/// One row of `hgctl bench resident` or `hgctl bench kernel`. Increments are 1, diagonals are used.
struct ResidentCase : BenchCase {
    std::int64_t gap = -1;  ///< rows between columns; below 0: columns begin on boundaries of 128 bytes
    std::string kernel;     ///< how it divides the work, by the name of a kernel; empty: as hg chooses
    const hg::kernels::Database* database = nullptr;  ///< by which hg chooses; null: by none

    [[nodiscard]] std::int64_t ld() const { return routine->form.has_m() ? m : n; }
    /// "gemv f64 t": with what the routine has.
    [[nodiscard]] std::string title() const;
    /// 'n', 't' or 'c'.
    [[nodiscard]] char op_letter() const noexcept;
    /// "4096 x 512", or "4096" for a vector.
    [[nodiscard]] std::string extent() const;
    /// True if the other case has the same operands.
    [[nodiscard]] bool has_operands_of(const ResidentCase& other) const noexcept {
        return routine == other.routine && op == other.op && uplo == other.uplo && m == other.m &&
               n == other.n;
    }
    /// The registers of its operands.
    [[nodiscard]] std::vector<ResidentProgram::Operand> registers() const;
};

/// Runs one call of a program on the operands of a case's problem, in whose memory it leaves the results.
/// Returns the error.
double check(ResidentDevice& device, ResidentProgram& program, BenchProblem& problem);

/// Appends a call of level 1 or 2 on registers that hold its operands, in their order. Throws
/// hg::Error{invalid_argument} if the case names a kernel that is none of the routine's.
void append(hg::ProgramBuilder& builder, const ResidentCase& bench, std::span<const hg::RegisterId> operands);

}  // namespace hgctl
