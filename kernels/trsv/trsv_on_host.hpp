#pragma once

#include <functional>

#include <hg/kernels/trsv.hpp>

namespace hg::kernels {

/// The host implementation of trsv_inverses().
std::function<void(const HostCall&)> trsv_inverses_on_host(const TrsvParameters& parameters);

/// The host implementation of trsv_solve(): substitution, without the inverses.
std::function<void(const HostCall&)> trsv_solve_on_host(const TrsvParameters& parameters);

}  // namespace hg::kernels
