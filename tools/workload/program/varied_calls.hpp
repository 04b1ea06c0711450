#pragma once

#include <cstdint>
#include <vector>

#include "tools/workload/program/program_routine.hpp"

namespace hgctl {

/// Calls of order n in an element type, one for each kind of call: operations, triangles, sides, whether C
/// is read, square, shallow and narrow products, and few right-hand sides. Of geqrf, also one of a tall
/// matrix.
std::vector<CallSettings> varied_calls(const ProgramRoutine& routine, const TypedPrograms& typed,
                                       std::int64_t n);

}  // namespace hgctl
