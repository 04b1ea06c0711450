#pragma once

#include "faults/fault_points.hpp"

namespace hg::test {

/// Counts a place of this kind; true if it is the one that is to fail. `caller` is an address in its caller.
bool fails(Fault fault, const void* caller) noexcept;

}  // namespace hg::test
