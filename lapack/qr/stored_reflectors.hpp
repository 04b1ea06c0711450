#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "lapack/qr/block_reflector.hpp"
#include "lapack/qr/qr_block_columns.hpp"
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// The block reflectors of a factorization: where they were made, and copies on other devices, which load
/// them from host memory.
class StoredReflectors {
  public:
    /// Declares the program's matrix parameters `tau` and, if panels are exchanged, `T`. The objects must
    /// outlive this one.
    StoredReflectors(ProgramBuilder& builder, ElementType type, const QrLayout& layout,
                     const QrBlockColumns& A);

    /// Devices forget all panels.
    void begin_pass() { held_.clear(); }
    /// The device has made panel p, and its factors tau, which are stored. So is T if others need it. V is in
    /// A.
    void keep(DeviceIndex device, std::int64_t p, const BlockReflector& Q, RegisterId tau);
    /// Panel p on a device; loads what it does not hold.
    const BlockReflector& on(DeviceIndex device, std::int64_t p);

  private:
    [[nodiscard]] BlockReflector load(DeviceIndex device, std::int64_t p);
    [[nodiscard]] HostTile tile_of_t(std::int64_t p) const noexcept;

    ProgramBuilder& builder_;
    ElementType type_;
    const QrLayout& layout_;
    const QrBlockColumns& A_;
    ParameterId tau_;
    ParameterId T_{};
    std::map<std::pair<DeviceIndex, std::int64_t>, BlockReflector> held_{};
};

/// Loads V of a block reflector: columns of A from the diagonal down, of which R is cleaned away.
RegisterId load_reflectors(ProgramBuilder& builder, DeviceIndex device, ElementType type,
                           const HostTile& tile);

}  // namespace hg
