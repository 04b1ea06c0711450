#pragma once

#include <vector>

namespace hg::kernels {

/// Seconds since some moment, by a clock that is never set.
double steady_seconds();

/// The middle value, or the mean of the two in the middle; of at least one value.
double median(std::vector<double> values);

}  // namespace hg::kernels
