#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tools/workload/problem/check_result.hpp"
#include <hg/blas/session.hpp>

namespace hgctl {

/// A routine that `hgctl check` can check. Each function draws one problem from `seed` with sizes up to
/// n_max, and zero too, runs it and compares the result with a reference or with what defines it. What must
/// not be read holds NaN, or a number if it must not be written either; what must not be written is compared
/// bit by bit afterwards.
struct CheckRoutine {
    using Check = std::function<CheckResult(hg::Session& session, std::uint64_t seed, std::int64_t n_max)>;

    std::string name;
    std::string help;
    std::int64_t problems = 0;  ///< of each type, unless another number is asked for
    // By the type of elements; none if the routine has none of it.
    Check f64{};
    Check f32{};
    Check c64{};
    Check c32{};

    [[nodiscard]] const Check& of(hg::ElementType type) const noexcept {
        return const_cast<CheckRoutine*>(this)->of(type);
    }
    [[nodiscard]] Check& of(hg::ElementType type) noexcept {
        const bool wide = type == hg::ElementType::f64 || type == hg::ElementType::c64;
        if (hg::is_complex(type)) return wide ? c64 : c32;
        return wide ? f64 : f32;
    }
    /// Those that it has, by name.
    [[nodiscard]] std::vector<std::string> types() const;
};

/// Products of sparse matrices with vectors, of all formats and all rules that matrices are made by.
CheckRoutine spmv_check();

/// All of them, and levels 1 and 2 of BLAS with their routines in turn, as "level1" and "level2".
const std::vector<CheckRoutine>& check_routines();

}  // namespace hgctl
