#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <hg/kernels/gemm_parameters.hpp>

namespace hg::kernels {

/// One dimension of a family's search space: a parameter and the values worth trying.
struct GemmAxis {
    int GemmParameters::*field = nullptr;  ///< one of kGemmFields
    std::vector<int> values;
};

/// The axes of one family for a type, in the order in which a linear search should walk them; the most
/// telling first. `full` adds values that seldom win.
std::vector<GemmAxis> gemm_axes(GemmFamily family, ElementType type, bool is_gpu, bool full);

/// The families worth searching on a device for a type; `full`: all that it runs, those worth it first.
std::vector<GemmFamily> gemm_families_for(const DeviceTraits& device, ElementType type, bool is_gpu,
                                          bool full);

/// Every valid candidate of a family: the product of its axes, without those that gemm() or the device
/// refuses (local memory, registers, work-group, divisibility).
std::vector<GemmParameters> gemm_candidates(GemmFamily family, const GemmParameters& problem,
                                            const DeviceTraits& device, bool is_gpu, bool full);

}  // namespace hg::kernels
