#pragma once

#include <cstdint>
#include <vector>

#include <hg/runtime/program/element.hpp>

namespace hg::kernels {

struct TunableRoutine;

/// The sizes of a problem, in the order of its routine's extents.
using Extents = std::vector<std::int64_t>;

/// What a kernel is to compute: a routine on operands of given sizes.
struct TuningProblem {
    const TunableRoutine* routine = nullptr;
    ElementType type = ElementType::f64;  ///< of the operands
    int operation = 0;                    ///< position among the routine's operations
    Extents extents;

    friend bool operator==(const TuningProblem&, const TuningProblem&) = default;
};

}  // namespace hg::kernels
