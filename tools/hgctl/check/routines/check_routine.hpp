#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/hgctl/routines.hpp"
#include "tools/workload/problem/check_result.hpp"
#include <hg/blas/session.hpp>

namespace hgctl {

/// A routine that `hgctl check` can check. Each function draws one problem from `seed` with sizes up to
/// n_max, and zero too, runs it and compares the result with a reference or with what defines it. What must
/// not be read holds NaN, or a number if it must not be written either; what must not be written is compared
/// bit by bit afterwards.
struct CheckRoutine {
    using Check = CheckResult(hg::Session& session, std::uint64_t seed, std::int64_t n_max);

    std::string name;
    std::string help;
    std::int64_t problems;  ///< of each type, unless another number is asked for
    // By the type of elements; null if the routine has none of it.
    Check* f64 = nullptr;
    Check* f32 = nullptr;
    Check* c64 = nullptr;
    Check* c32 = nullptr;

    [[nodiscard]] Check* of(hg::ElementType type) const noexcept;
    /// Those that it has, by name.
    [[nodiscard]] std::vector<std::string> types() const;
};

// A description of each: gemm_check() and so on.
#define HGCTL_DECLARE(name) CheckRoutine name##_check();
HGCTL_ROUTINES(HGCTL_DECLARE)
#undef HGCTL_DECLARE

/// Products of sparse matrices with vectors, of all formats and all rules that matrices are made by.
CheckRoutine spmv_check();

/// Level 1 of BLAS. Vectors have up to 16 n_max elements, so that several work-groups share one.
const std::vector<CheckRoutine>& level1_checks();
/// Level 2 of BLAS.
const std::vector<CheckRoutine>& level2_checks();

/// All of them, and each of these two levels with its routines in turn, as "level1" and "level2".
const std::vector<CheckRoutine>& check_routines();

}  // namespace hgctl
