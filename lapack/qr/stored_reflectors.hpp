#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include "lapack/common/block_columns.hpp"
#include "lapack/common/block_layout.hpp"
#include "lapack/qr/block_reflector.hpp"
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// The block reflectors of a factorization: where they were made, and copies on other devices, which load
/// them from host memory.
class StoredReflectors {
  public:
    /// Declares the program's matrix parameters `tau` and, if panels are exchanged, `T`. The objects must
    /// outlive this one.
    StoredReflectors(ProgramBuilder& builder, ElementType type, const BlockLayout& layout,
                     const BlockColumns& A);

    /// Devices forget all panels.
    void begin_pass() {
        held_.clear();
        with_r_.clear();
    }
    /// The device has factored these columns and made tau, which is stored. So is T if others need it. V is
    /// in A.
    void keep(DeviceIndex device, const Span& panel, const BlockReflector& Q, RegisterId tau);
    /// Loads the reflector of these columns to a device that does not hold it.
    void load(DeviceIndex device, const Span& panel);
    /// The same reflector, ready for products.
    const BlockReflector& on(DeviceIndex device, const Span& panel);

  private:
    [[nodiscard]] HostTile tile_of_t(const Span& panel) const noexcept;
    /// True if devices need panels that they did not factor, or hold no more.
    [[nodiscard]] bool exchanges_panels() const noexcept {
        return layout_.devices.size() > 1 || layout_.passes() > 1;
    }

    ProgramBuilder& builder_;
    ElementType type_;
    const BlockLayout& layout_;
    const BlockColumns& A_;
    ParameterId tau_;
    ParameterId T_{};
    std::map<std::pair<DeviceIndex, std::int64_t>, BlockReflector> held_{};
    /// Of these, V has R above its diagonal.
    std::set<std::pair<DeviceIndex, std::int64_t>> with_r_{};
};

/// Loads V of a block reflector: columns of A from the diagonal down, of which R is cleaned away.
RegisterId load_reflectors(ProgramBuilder& builder, DeviceIndex device, ElementType type,
                           const HostTile& tile);

}  // namespace hg
