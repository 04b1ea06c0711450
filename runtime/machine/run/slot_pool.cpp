#include "runtime/machine/run/slot_pool.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

constexpr std::int64_t kPage = 4096;

std::int64_t whole_pages(std::int64_t bytes) noexcept {
    return (bytes + kPage - 1) / kPage * kPage;
}

/// Eight sizes from one power of two to the next: an eighth more than needed at most.
std::int64_t size_class(std::int64_t bytes) noexcept {
    const std::int64_t pages = whole_pages(bytes);
    const auto step =
        std::max(kPage, static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(pages)) / 8));
    return (pages + step - 1) / step * step;
}

/// The largest memory that a slot may have. A run that comes again must find all of its memory kept, so this
/// is not beyond what limit_idle() keeps.
std::int64_t largest_for(std::int64_t bytes) noexcept {
    return whole_pages(bytes) / 4 * 5;
}

}  // namespace

std::vector<DeviceMemory*> SlotPool::reserve(std::span<const std::int64_t> slots, std::uint64_t run) {
    std::vector<DeviceMemory*> memory(slots.size(), nullptr);
    try {
        take_all(slots, run, memory);
    } catch (...) {
        withdraw(run);
        throw;
    }
    note_use();
    return memory;
}

/// What is kept first: it must not be given back for the sake of what is not.
void SlotPool::take_all(std::span<const std::int64_t> slots, std::uint64_t run,
                        std::vector<DeviceMemory*>& memory) {
    const Fit fit = fit_of(slots);
    for (std::size_t i = 0; i < slots.size(); ++i)
        if (const auto idle = find_idle(slots[i], fit); idle != buffers_.end())
            memory[i] = give(*idle, slots[i], run);
    for (std::size_t i = 0; i < slots.size(); ++i)
        if (!memory[i])
            memory[i] = give(*add(fit == Fit::roomy ? size_class(slots[i]) : slots[i]), slots[i], run);
}

/// Roomy while runs take up to a quarter of the memory: what goes beyond their need is then no loss to those
/// that come. Programs that fill the memory get what their plan says.
SlotPool::Fit SlotPool::fit_of(std::span<const std::int64_t> slots) const noexcept {
    std::int64_t taken = total_bytes() - idle_bytes();
    for (const std::int64_t bytes : slots) taken += largest_for(bytes);
    return taken <= capacity_ / 4 ? Fit::roomy : Fit::exact;
}

/// The smallest that will do.
SlotPool::Buffers::iterator SlotPool::find_idle(std::int64_t bytes, Fit fit) noexcept {
    const std::int64_t most = fit == Fit::roomy ? largest_for(bytes) : bytes;
    auto buffer = std::lower_bound(buffers_.begin(), buffers_.end(), bytes,
                                   [](const Buffer& b, std::int64_t least) { return b.bytes < least; });
    while (buffer != buffers_.end() && buffer->bytes <= most && buffer->run != kNoRun) ++buffer;
    return buffer != buffers_.end() && buffer->bytes <= most ? buffer : buffers_.end();
}

DeviceMemory* SlotPool::give(Buffer& buffer, std::int64_t bytes, std::uint64_t run) noexcept {
    buffer.run = run;
    buffer.needed = whole_pages(bytes);
    return buffer.memory.get();
}

SlotPool::Buffers::iterator SlotPool::add(std::int64_t bytes) {
    while (total_bytes() > capacity_ - bytes && free_oldest_idle()) {
    }
    if (const std::int64_t used = total_bytes(); used > capacity_ - bytes)
        throw Error(ErrorCode::out_of_memory, std::to_string(bytes) + " bytes of device memory are needed; " +
                                                  std::to_string(used) + " of " + std::to_string(capacity_) +
                                                  " are in use");
    std::unique_ptr<DeviceMemory> memory = allocate(bytes);
    const auto larger = std::find_if(buffers_.begin(), buffers_.end(),
                                     [&](const Buffer& buffer) { return buffer.bytes > bytes; });
    return buffers_.insert(larger, Buffer{.bytes = bytes, .memory = std::move(memory)});
}

std::unique_ptr<DeviceMemory> SlotPool::allocate(std::int64_t bytes) {
    try {
        return device_.allocate(bytes);
    } catch (const Error& error) {
        if (error.code() != ErrorCode::out_of_memory || !free_idle()) throw;
    }
    return device_.allocate(bytes);
}

void SlotPool::release(std::uint64_t run) noexcept {
    // Once more, as the run may have taken minutes.
    note_use();
    ++uses_;
    for (Buffer& buffer : buffers_)
        if (buffer.run == run) buffer.last_use = uses_;
    withdraw(run);
}

void SlotPool::withdraw(std::uint64_t run) noexcept {
    for (Buffer& buffer : buffers_)
        if (buffer.run == run) buffer.run = kNoRun;
}

void SlotPool::note_use() noexcept {
    std::int64_t needed = 0;
    for (const Buffer& buffer : buffers_)
        if (buffer.run != kNoRun) needed += buffer.needed;
    needed_.note(needed, clock_());
}

void SlotPool::limit_idle() noexcept {
    const std::int64_t most = needed_.get(clock_()) / 4 * 5;
    while (idle_bytes() > most && free_oldest_idle()) {
    }
}

bool SlotPool::free_oldest_idle() noexcept {
    auto oldest = buffers_.end();
    for (auto buffer = buffers_.begin(); buffer != buffers_.end(); ++buffer)
        if (buffer->run == kNoRun && (oldest == buffers_.end() || buffer->last_use < oldest->last_use))
            oldest = buffer;
    if (oldest == buffers_.end()) return false;
    buffers_.erase(oldest);
    return true;
}

bool SlotPool::free_idle() noexcept {
    return std::erase_if(buffers_, [](const Buffer& buffer) { return buffer.run == kNoRun; }) > 0;
}

std::int64_t SlotPool::idle_bytes() const noexcept {
    std::int64_t idle = 0;
    for (const Buffer& buffer : buffers_)
        if (buffer.run == kNoRun) idle += buffer.bytes;
    return idle;
}

std::int64_t SlotPool::total_bytes() const noexcept {
    std::int64_t total = 0;
    for (const Buffer& buffer : buffers_) total += buffer.bytes;
    return total;
}

}  // namespace hg
