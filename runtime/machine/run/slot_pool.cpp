#include "runtime/machine/run/slot_pool.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <string>

#include "runtime/program/base/memory_hint.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

constexpr std::int64_t kPage = 4096;

std::int64_t whole_pages(std::int64_t bytes) noexcept {
    return (bytes + kPage - 1) / kPage * kPage;
}

/// Rounds up to one of eight sizes between powers of two, so at most an eighth more than needed.
std::int64_t size_class(std::int64_t bytes) noexcept {
    const std::int64_t pages = whole_pages(bytes);
    const auto step =
        std::max(kPage, static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(pages)) / 8));
    return (pages + step - 1) / step * step;
}

/// The largest memory that a slot may use. It is within the limit of limit_idle(), so that a repeated run
/// finds all its memory cached.
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

/// Takes cached memory first, so that none of it is freed to make room for new memory.
void SlotPool::take_all(std::span<const std::int64_t> slots, std::uint64_t run,
                        std::vector<DeviceMemory*>& memory) {
    const Fit fit = fit_of(slots);
    // The position at which the search for a size continues; everything before it is in use. Programs have
    // many slots of few sizes.
    std::map<std::int64_t, Buffers::iterator> searched;
    for (std::size_t i = 0; i < slots.size(); ++i) {
        const auto place = searched.try_emplace(slots[i], first_of(slots[i])).first;
        place->second = next_idle(place->second, slots[i], fit);
        if (place->second != buffers_.end()) memory[i] = give(*place->second, slots[i], run);
    }
    for (std::size_t i = 0; i < slots.size(); ++i)
        if (!memory[i])
            memory[i] = give(*add(fit == Fit::roomy ? size_class(slots[i]) : slots[i]), slots[i], run);
}

/// Roomy while runs take up to a quarter of the memory, because the excess then leaves enough for later runs.
/// Programs that fill the memory get exactly what their plan says.
SlotPool::Fit SlotPool::fit_of(std::span<const std::int64_t> slots) const noexcept {
    std::int64_t taken = total_ - idle_bytes();
    for (const std::int64_t bytes : slots) taken += largest_for(bytes);
    return taken <= (capacity_ - aside_) / 4 ? Fit::roomy : Fit::exact;
}

/// The smallest buffer of at least `bytes` bytes, in use or not.
SlotPool::Buffers::iterator SlotPool::first_of(std::int64_t bytes) noexcept {
    return std::lower_bound(buffers_.begin(), buffers_.end(), bytes,
                            [](const Buffer& b, std::int64_t least) { return b.bytes < least; });
}

/// The smallest idle buffer from `buffer` on that fits.
SlotPool::Buffers::iterator SlotPool::next_idle(Buffers::iterator buffer, std::int64_t bytes,
                                                Fit fit) noexcept {
    const std::int64_t most = fit == Fit::roomy ? largest_for(bytes) : bytes;
    while (buffer != buffers_.end() && buffer->bytes <= most && buffer->run != kNoRun) ++buffer;
    return buffer != buffers_.end() && buffer->bytes <= most ? buffer : buffers_.end();
}

DeviceMemory* SlotPool::give(Buffer& buffer, std::int64_t bytes, std::uint64_t run) noexcept {
    buffer.run = run;
    buffer.needed = whole_pages(bytes);
    return buffer.memory.get();
}

/// Makes room within the capacity by freeing idle memory.
void SlotPool::make_room(std::int64_t bytes) {
    const std::int64_t most = capacity_ - aside_ - bytes;
    free_oldest_idle(total_ - most);
    if (total_ > most)
        throw Error(ErrorCode::out_of_memory, std::to_string(bytes) + " bytes of device memory are needed; " +
                                                  std::to_string(total_ + aside_) + " of " +
                                                  std::to_string(capacity_) + " are in use" + kMemoryHint);
}

std::unique_ptr<DeviceMemory> SlotPool::allocate_beside(std::int64_t bytes) {
    make_room(bytes);
    return allocate(bytes);
}

SlotPool::Buffers::iterator SlotPool::add(std::int64_t bytes) {
    make_room(bytes);
    std::unique_ptr<DeviceMemory> memory = allocate(bytes);
    const auto added =
        buffers_.insert(first_of(bytes + 1), Buffer{.bytes = bytes, .memory = std::move(memory)});
    total_ += bytes;
    return added;
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
    // Again, because the run may have taken minutes.
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
    free_oldest_idle(idle_bytes() - needed_.get(clock_()) / 4 * 5);
}

/// Frees at least `bytes` of idle memory if there is that much, least recently used first.
void SlotPool::free_oldest_idle(std::int64_t bytes) noexcept {
    while (bytes > 0) {
        std::uint64_t oldest = std::numeric_limits<std::uint64_t>::max();
        for (const Buffer& buffer : buffers_)
            if (buffer.run == kNoRun) oldest = std::min(oldest, buffer.last_use);
        const std::int64_t before = total_;
        free_if([&](const Buffer& buffer) {
            return buffer.run == kNoRun && buffer.last_use == oldest && total_ > before - bytes;
        });
        if (total_ == before) return;
        bytes -= before - total_;
    }
}

bool SlotPool::free_idle() noexcept {
    return free_if([](const Buffer& buffer) { return buffer.run == kNoRun; });
}

template <class Condition>
bool SlotPool::free_if(Condition condition) noexcept {
    return std::erase_if(buffers_, [&](const Buffer& buffer) {
               const bool freed = condition(buffer);
               if (freed) total_ -= buffer.bytes;
               return freed;
           }) > 0;
}

std::int64_t SlotPool::idle_bytes() const noexcept {
    std::int64_t idle = 0;
    for (const Buffer& buffer : buffers_)
        if (buffer.run == kNoRun) idle += buffer.bytes;
    return idle;
}

}  // namespace hg
