#pragma once

#include <string>

#include <hg/kernels/gemm_parameters.hpp>

namespace hg::kernels {

/// The parameters with every 0 replaced by its default, what the family has no use for as 0, and overwrite
/// if split_k implies it: the form in which equal kernels are equal.
GemmParameters with_defaults(GemmParameters parameters);

/// What keeps a kernel from being made with these parameters, in words; empty if nothing does.
std::string blocking_fault(const GemmParameters& parameters);

}  // namespace hg::kernels
