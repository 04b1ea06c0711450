#pragma once

#include <cstddef>
#include <map>
#include <utility>

#include <hg/runtime/program/builder.hpp>

namespace hg {

/// What tells each device that a column has failed: the `info` of kernels::cholesky_diagonal(). It goes with
/// the block_columns from device to device.
class CholeskyFailure {
  public:
    /// For so many block_columns. Declares the program's matrix parameter `info` if `exchanged`. The builder
    /// must outlive the object.
    CholeskyFailure(ProgramBuilder& builder, std::size_t block_columns, bool exchanged);

    /// What a device knows.
    [[nodiscard]] RegisterId on(DeviceIndex device);
    /// The same in a register of its own, which kernels may change while others look at on().
    [[nodiscard]] RegisterId copy(DeviceIndex device);
    /// A device knows from now on what this register holds.
    void replace(DeviceIndex device, RegisterId known) { known_[device] = known; }
    /// Stores what is known after block_column k, which the device has factored.
    void store(DeviceIndex device, std::size_t k);
    /// Loads it, to be heeded later.
    void load(DeviceIndex device, std::size_t k);
    /// A device knows from now on what it has loaded of block_column k, if it has.
    void propagate(DeviceIndex device, std::size_t k);

  private:
    [[nodiscard]] HostTile tile(std::size_t k) const noexcept;

    ProgramBuilder& builder_;
    bool exchanged_;
    ParameterId parameter_{};
    std::map<DeviceIndex, RegisterId> known_{};
    std::map<std::pair<DeviceIndex, std::size_t>, RegisterId> loaded_{};
};

}  // namespace hg
