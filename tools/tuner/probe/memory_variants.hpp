#pragma once

#include <vector>

#include "kernels/probe/memory_kernel.hpp"
#include "kernels/probe/on_chip_memory.hpp"
#include <hg/runtime/machine/device.hpp>

namespace hg::kernels {

/// The kernels among which a probe looks for the fastest one of an operation, for a device of this kind.
std::vector<MemoryKernel> memory_variants(MemoryOperation operation, ElementType type,
                                          const DeviceInfo& device);
std::vector<OnChipKernel> on_chip_variants(OnChipSpace space, ElementType type, const DeviceInfo& device);

}  // namespace hg::kernels
