#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <vector>

#include "runtime/machine/process_life.hpp"
#include <hg/runtime/machine/device.hpp>
#include <hg/runtime/program/element.hpp>
#include <hg/runtime/program/location.hpp>

namespace hg {

class ResidentStore;

/// The memory that a ResidentMemory and its copies share.
class ResidentBlock {
  public:
    ResidentBlock(std::shared_ptr<ResidentStore> store, DeviceIndex device, ElementType type,
                  std::int64_t elements, std::unique_ptr<DeviceMemory> memory);
    ~ResidentBlock();
    ResidentBlock(const ResidentBlock&) = delete;
    ResidentBlock& operator=(const ResidentBlock&) = delete;

    [[nodiscard]] DeviceIndex device() const noexcept { return device_; }
    [[nodiscard]] ElementType type() const noexcept { return type_; }
    [[nodiscard]] std::int64_t elements() const noexcept { return elements_; }
    [[nodiscard]] std::int64_t bytes() const noexcept { return elements_ * size_of(type_); }
    [[nodiscard]] bool is_of(const ResidentStore& store) const noexcept { return store_.get() == &store; }
    /// Returns null if the memory is lost. The result remains valid while a run of its machine is in flight.
    [[nodiscard]] DeviceMemory* memory() const;

  private:
    friend class ResidentStore;

    /// Leaked instead of freed if the driver is gone or belongs to another process.
    struct Held final : Leakable {
        explicit Held(std::unique_ptr<DeviceMemory> given) : memory(std::move(given)) {}
        std::unique_ptr<DeviceMemory> memory;
    };

    const ProcessGeneration life_;
    const std::shared_ptr<ResidentStore> store_;
    const DeviceIndex device_;
    const ElementType type_;
    const std::int64_t elements_;
    std::unique_ptr<Held> held_;  ///< null if lost; protected by the store's mutex
};

/// The resident memory of one machine. It outlives the machine if a block does. Thread-safe.
class ResidentStore : public std::enable_shared_from_this<ResidentStore> {
  public:
    std::shared_ptr<ResidentBlock> add(DeviceIndex device, ElementType type, std::int64_t elements,
                                       std::unique_ptr<DeviceMemory> memory);
    /// Returns the bytes of a device that blocks occupy.
    [[nodiscard]] std::int64_t bytes(DeviceIndex device) const;
    /// Called when a device's context ends: its blocks become lost.
    void lose(DeviceIndex device) noexcept;
    /// Called when the machine ends: all blocks become lost.
    void lose_all() noexcept;

  private:
    friend class ResidentBlock;

    mutable std::mutex mutex_;
    std::set<ResidentBlock*> blocks_;  ///< all existing blocks
};

}  // namespace hg
