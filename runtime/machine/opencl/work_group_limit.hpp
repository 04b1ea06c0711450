#pragma once

#include <array>
#include <cstddef>
#include <string>

#include <hg/runtime/program/instruction.hpp>

namespace hg {

/// The work-groups that a device runs a kernel with.
struct WorkGroupLimit {
    std::array<std::size_t, 3> of_dimension{1, 1, 1};  ///< work-items in each dimension
    std::size_t work_items = 1;                        ///< in all
    std::size_t multiple = 1;                          ///< work-items that run in step
};

/// Returns the reason why work-groups of this size do not run: "the device runs this kernel with at most 32
/// in all". Empty if they run, or if the driver chooses their size.
std::string work_group_fault(const std::array<std::size_t, 3>& local, const WorkGroupLimit& limit);

/// Returns the geometry with work-groups that run, if it may have any: sizes are divisors of `local`, so
/// that the global size remains a multiple of them. The first dimension shrinks last, because neighbours in
/// it read neighbouring memory; it remains a multiple of `limit.multiple` if it can.
Geometry fitted(Geometry geometry, const WorkGroupLimit& limit);

}  // namespace hg
