#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tools/workload/problem/check_result.hpp"
#include <hg/blas/session.hpp>
#include <hg/runtime/program/element.hpp>

namespace hgctl {

/// What `hgctl check` knows by a name.
struct CheckRoutine {
    std::string name;
    std::string help;
    std::int64_t problems = 0;  ///< of each type, unless another number is asked for
    std::vector<hg::ElementType> types{};
    /// Draws one problem of a type from `seed` with sizes up to n_max, and zero too, makes the call and
    /// judges it by the routine's rule.
    std::function<CheckResult(hg::ElementType type, hg::Session& session, std::uint64_t seed,
                              std::int64_t n_max)>
        check{};
};

/// All routines, and levels 1 and 2 of BLAS with their routines in turn, as "level1" and "level2".
const std::vector<CheckRoutine>& check_routines();

}  // namespace hgctl
