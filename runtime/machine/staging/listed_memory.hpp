#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "runtime/machine/process_life.hpp"
#include "runtime/threads/no_cancellation.hpp"
#include <hg/runtime/machine/pinned_memory.hpp>

namespace hg {

/// Pinned memory in the list by which a machine's transfers recognise it, for as long as it lives.
class ListedMemory final : public PinnedMemory {
  public:
    ListedMemory(std::shared_ptr<PinnedMemory> memory, std::shared_ptr<PinnedRanges> ranges)
        : held_(std::make_unique<Held>(std::move(memory), std::move(ranges))) {}
    ~ListedMemory() override {
        const NoCancellation whole;
        if (!life_.holds()) leak(std::move(held_));
        held_.reset();
    }
    ListedMemory(const ListedMemory&) = delete;
    ListedMemory& operator=(const ListedMemory&) = delete;

    [[nodiscard]] std::byte* data() noexcept override { return held_->memory->data(); }
    [[nodiscard]] std::int64_t size() const noexcept override { return held_->memory->size(); }

  private:
    struct Held final : Leakable {
        Held(std::shared_ptr<PinnedMemory> given, std::shared_ptr<PinnedRanges> known)
            : memory(std::move(given)), ranges(std::move(known)) {
            ranges->add(memory->data(), memory->size());
        }
        ~Held() override { ranges->remove(memory->data()); }

        std::shared_ptr<PinnedMemory> memory;
        std::shared_ptr<PinnedRanges> ranges;
    };

    const ProcessGeneration life_;
    std::unique_ptr<Held> held_;
};

}  // namespace hg
