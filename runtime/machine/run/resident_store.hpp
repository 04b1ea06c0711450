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

/// What a ResidentMemory and its copies share.
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
    /// Null if it is lost. It stays as long as a run of its machine is under way.
    [[nodiscard]] DeviceMemory* memory() const;

  private:
    friend class ResidentStore;

    /// Drivers that are gone, or another process's, are not asked to free it.
    struct Held final : Leakable {
        explicit Held(std::unique_ptr<DeviceMemory> given) : memory(std::move(given)) {}
        std::unique_ptr<DeviceMemory> memory;
    };

    const ProcessGeneration life_;
    const std::shared_ptr<ResidentStore> store_;
    const DeviceIndex device_;
    const ElementType type_;
    const std::int64_t elements_;
    std::unique_ptr<Held> held_;  ///< null if lost; the store's mutex guards it
};

/// The resident memory of one machine. It outlives the machine if a block does. Thread-safe.
class ResidentStore : public std::enable_shared_from_this<ResidentStore> {
  public:
    std::shared_ptr<ResidentBlock> add(DeviceIndex device, ElementType type, std::int64_t elements,
                                       std::unique_ptr<DeviceMemory> memory);
    /// Bytes that blocks have of a device.
    [[nodiscard]] std::int64_t bytes(DeviceIndex device) const;
    /// A device's context ends: its blocks are lost.
    void lose(DeviceIndex device) noexcept;
    /// The machine ends: all are.
    void lose_all() noexcept;

  private:
    friend class ResidentBlock;

    mutable std::mutex mutex_;
    std::set<ResidentBlock*> blocks_;  ///< those that live
};

}  // namespace hg
