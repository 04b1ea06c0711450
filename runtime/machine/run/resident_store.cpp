#include "runtime/machine/run/resident_store.hpp"

#include <utility>

#include "runtime/threads/no_cancellation.hpp"
#include <hg/runtime/machine/resident_memory.hpp>

namespace hg {

ResidentBlock::ResidentBlock(std::shared_ptr<ResidentStore> store, DeviceIndex device, ElementType type,
                             std::int64_t elements, std::unique_ptr<DeviceMemory> memory)
    : store_(std::move(store)),
      device_(device),
      type_(type),
      elements_(elements),
      held_(std::make_unique<Held>(std::move(memory))) {}

ResidentBlock::~ResidentBlock() {
    const NoCancellation whole;
    if (!life_.holds()) {
        // Without the mutex, which a thread that no longer exists may have locked.
        if (held_) leak(std::move(held_));
        return;
    }
    const std::lock_guard lock(store_->mutex_);
    store_->blocks_.erase(this);
    held_.reset();
}

DeviceMemory* ResidentBlock::memory() const {
    const std::lock_guard lock(store_->mutex_);
    return held_ ? held_->memory.get() : nullptr;
}

std::shared_ptr<ResidentBlock> ResidentStore::add(DeviceIndex device, ElementType type, std::int64_t elements,
                                                  std::unique_ptr<DeviceMemory> memory) {
    auto block =
        std::make_shared<ResidentBlock>(shared_from_this(), device, type, elements, std::move(memory));
    const std::lock_guard lock(mutex_);
    blocks_.insert(block.get());
    return block;
}

std::int64_t ResidentStore::bytes(DeviceIndex device) const {
    const std::lock_guard lock(mutex_);
    std::int64_t total = 0;
    for (const ResidentBlock* const block : blocks_)
        if (block->device() == device && block->held_) total += block->bytes();
    return total;
}

void ResidentStore::lose(DeviceIndex device) noexcept {
    const std::lock_guard lock(mutex_);
    for (ResidentBlock* const block : blocks_)
        if (block->device() == device) block->held_.reset();
}

void ResidentStore::lose_all() noexcept {
    const std::lock_guard lock(mutex_);
    for (ResidentBlock* const block : blocks_) block->held_.reset();
}

std::size_t ResidentMemory::device() const noexcept {
    return block_->device();
}

ElementType ResidentMemory::type() const noexcept {
    return block_->type();
}

std::int64_t ResidentMemory::elements() const noexcept {
    return block_->elements();
}

std::int64_t ResidentMemory::bytes() const noexcept {
    return block_->bytes();
}

bool ResidentMemory::lost() const noexcept {
    return block_->memory() == nullptr;
}

}  // namespace hg
