#include "sparse/spmv/pinned_arrays.hpp"

#include <hg/runtime/program/error.hpp>

namespace hg::sparse {
namespace {

/// Smaller arrays may share pages with other memory, and are soon copied.
constexpr std::int64_t kLeastPinned = std::int64_t{32} << 20;

}  // namespace

PinnedArrays::PinnedArrays(Machine& machine, const Placement& placement) : machine_(machine) {
    for (const DeviceRows& device : placement.devices)
        for (const DistributedBlock& block : device.blocks)
            for (const BlockPart& part : block.parts)
                for (const BlockArray& array : part.arrays)
                    if (array.bytes() > kLeastPinned && !pin(array)) return;
}

/// False if no device can: transfers copy all arrays, then.
bool PinnedArrays::pin(const BlockArray& array) try {
    // The memory is this library's own, and stays as it is.
    void* const data = const_cast<void*>(array.data);
    registered_.reserve(registered_.size() + 1);
    machine_.register_memory(data, array.bytes());
    registered_.push_back(data);
    return machine_.is_pinned(data, array.bytes());
} catch (...) {
    return false;
}

PinnedArrays::~PinnedArrays() {
    for (void* const data : registered_) try {
            machine_.unregister_memory(data);
        } catch (const Error&) {
            // The process ends, and its memory with it.
        }
}

}  // namespace hg::sparse
