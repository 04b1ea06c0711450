#pragma once

#include <cstdint>

#include "tools/workload/problem/check_result.hpp"
#include <hg/blas/session.hpp>
#include <hg/runtime/program/element.hpp>

namespace hgctl {

/// Draws a sparse matrix, about so large, multiplies it with a vector on the devices in some format, and
/// judges the product by spmv_error(). What the call must not read holds NaN, and so do guards around the
/// vectors.
CheckResult check_spmv(hg::ElementType type, hg::Session& session, std::uint64_t seed, std::int64_t n_max);

}  // namespace hgctl
