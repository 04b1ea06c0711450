#pragma once

#include <vector>

#include "tools/hgctl/bench/resident/resident_routine.hpp"

namespace hgctl {

/// ResidentData::error() of operands before and after a call; what is only read has nothing in `after`.
template <class T>
double resident_error(const ResidentCase& bench, const std::vector<const void*>& before,
                      const std::vector<const void*>& after);

}  // namespace hgctl
