#include "runtime/machine/slot_pool.hpp"

#include <algorithm>

#include "runtime/program/error.hpp"

namespace hg {

void SlotPool::release(std::uint64_t run) noexcept {
    for (Buffer& buffer : buffers_)
        if (buffer.run == run) buffer.run = kNoRun;
}

DeviceMemory* SlotPool::reserve(std::int64_t bytes, std::uint64_t run) {
    const auto found = std::find_if(buffers_.begin(), buffers_.end(), [&](const Buffer& buffer) {
        return buffer.run == kNoRun && buffer.bytes == bytes;
    });
    if (found != buffers_.end()) {
        found->run = run;
        return found->memory.get();
    }
    if (total_bytes() + bytes > capacity_) free_idle();
    std::unique_ptr<DeviceMemory> memory = allocate(bytes);
    buffers_.push_back({bytes, run, std::move(memory)});
    return buffers_.back().memory.get();
}

std::unique_ptr<DeviceMemory> SlotPool::allocate(std::int64_t bytes) {
    try {
        return device_.allocate(bytes);
    } catch (const Error& error) {
        if (error.code() != ErrorCode::out_of_memory || !free_idle()) throw;
    }
    return device_.allocate(bytes);
}

std::int64_t SlotPool::total_bytes() const noexcept {
    std::int64_t total = 0;
    for (const Buffer& buffer : buffers_) total += buffer.bytes;
    return total;
}

bool SlotPool::free_idle() noexcept {
    return std::erase_if(buffers_, [](const Buffer& buffer) { return buffer.run == kNoRun; }) > 0;
}

}  // namespace hg
