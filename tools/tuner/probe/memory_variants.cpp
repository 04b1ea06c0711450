#include "tools/tuner/probe/memory_variants.hpp"

#include <algorithm>
#include <span>

namespace hg::kernels {
namespace {

struct Variant {
    int piece;  ///< bytes moved at once; at least an element
    int unroll;
    int items;
    int groups;  ///< for each compute unit
};

// Few work-groups that stay suit large vectors, many small ones short vectors.
constexpr Variant kGpuStreams[]{{16, 4, 256, 8},  {16, 2, 512, 4},  {16, 8, 256, 4},   {16, 1, 1024, 2},
                                {16, 4, 512, 64}, {16, 1, 256, 64}, {16, 2, 1024, 32}, {16, 1, 64, 32},
                                {8, 4, 256, 16},  {8, 1, 128, 32}};
constexpr Variant kGpuSingles[]{{1, 4, 256, 8}, {1, 8, 256, 8}, {1, 4, 512, 4}, {1, 1, 128, 32}};
constexpr Variant kGpuShared[]{{16, 1, 256, 8}, {16, 4, 256, 8}, {16, 8, 256, 4}, {16, 4, 512, 4}};
constexpr Variant kGpuOnChip[]{{16, 8, 256, 4}, {16, 4, 512, 2}, {16, 2, 1024, 1}};
// A work-item of a CPU is a pass of a loop.
constexpr Variant kCpuStreams[]{{64, 4, 16, 8}, {8, 1, 256, 8}};
constexpr Variant kCpuSingles[]{{1, 4, 64, 8}};
constexpr Variant kCpuShared[]{{64, 4, 4, 1}};
constexpr Variant kCpuOnChip[]{{16, 4, 64, 4}};

std::span<const Variant> streams(MemoryOperation operation, bool gpu) {
    if (operation == MemoryOperation::shared)
        return gpu ? std::span<const Variant>(kGpuShared) : std::span<const Variant>(kCpuShared);
    if (operation == MemoryOperation::strided || operation == MemoryOperation::gathered)
        return gpu ? std::span<const Variant>(kGpuSingles) : std::span<const Variant>(kCpuSingles);
    return gpu ? std::span<const Variant>(kGpuStreams) : std::span<const Variant>(kCpuStreams);
}

/// The host device runs any instruction.
bool takes(const DeviceInfo& device, int items) {
    return device.is_host || items <= device.max_work_group;
}

int elements(const Variant& variant, ElementType type) {
    return std::max(1, variant.piece / static_cast<int>(size_of(type)));
}

int group_count(const Variant& variant, const DeviceInfo& device) {
    return variant.groups * static_cast<int>(std::max<std::int64_t>(1, device.compute_units));
}

}  // namespace

std::vector<MemoryKernel> memory_variants(MemoryOperation operation, ElementType type,
                                          const DeviceInfo& device) {
    std::vector<MemoryKernel> kernels;
    for (const Variant& v : streams(operation, device.is_gpu))
        if (takes(device, v.items))
            kernels.push_back(
                {operation, type, elements(v, type), v.unroll, v.items, group_count(v, device)});
    return kernels;
}

std::vector<OnChipKernel> on_chip_variants(OnChipSpace space, ElementType type, const DeviceInfo& device) {
    std::vector<OnChipKernel> kernels;
    const bool gpu = device.is_gpu;
    for (const Variant& v :
         gpu ? std::span<const Variant>(kGpuOnChip) : std::span<const Variant>(kCpuOnChip)) {
        const OnChipKernel k{space, type, elements(v, type), v.unroll, v.items, group_count(v, device)};
        const std::int64_t local = size_of(type) * k.vector * k.unroll * k.items;
        if (takes(device, v.items) && (device.is_host || local <= device.local_memory)) kernels.push_back(k);
    }
    return kernels;
}

}  // namespace hg::kernels
