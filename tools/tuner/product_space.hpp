#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "tools/tuner/tunable_kernel.hpp"

namespace hg::kernels {

/// Doublings from the first to the last value; from 0 on, 1 comes next.
std::vector<int> doublings(int first, int last);

/// The kernel of some values, one for each field; none if it is not worth a trial.
using KernelOfValues = std::function<std::optional<TunableKernel>(const std::vector<int>&)>;

/// The default kernel and those of every combination of values; `values` has those of each field, in the
/// order of the fields. Fields with several values are axes, in the order of `telling`. No kernel comes
/// twice.
FamilySpace product_space(const TunableKernel& default_kernel, const std::vector<std::vector<int>>& values,
                          const std::vector<std::size_t>& telling, const KernelOfValues& kernel_of);

}  // namespace hg::kernels
