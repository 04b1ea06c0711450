#pragma once

#include <string>

#include "kernels/gemm.hpp"

namespace hg::kernels {

/// The parameters with every blocking value of 0 replaced by its default.
GemmParameters with_defaults(GemmParameters parameters);

/// The vector that parameters of this type and work_m take by default: 16 bytes, less where it does not
/// divide.
int default_vector(const GemmParameters& parameters);

/// What keeps a kernel from being made with these parameters, in words; empty where nothing does.
std::string blocking_fault(const GemmParameters& parameters);

}  // namespace hg::kernels
