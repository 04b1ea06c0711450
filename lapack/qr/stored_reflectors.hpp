#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "lapack/common/tile.hpp"
#include "lapack/qr/block_reflector.hpp"
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// Reflectors in host memory, as geqrf() leaves them.
struct HostReflectors {
    ElementType type = ElementType::f64;
    ParameterId A{};                 ///< V below its diagonal
    ParameterId tau{};               ///< a column
    std::optional<ParameterId> T{};  ///< of each panel, side by side; made from V and tau if there is none
    std::int64_t order = 0;          ///< rows of V
    std::int64_t count = 0;          ///< columns of V
    std::int64_t panel = 0;          ///< columns of a block reflector

    [[nodiscard]] std::int64_t panels() const noexcept { return (count + panel - 1) / panel; }
    /// The columns of panel p.
    [[nodiscard]] Span columns_of(std::int64_t p) const noexcept {
        return {p * panel, std::min(count, (p + 1) * panel)};
    }
};

/// Block reflectors on the devices that have made them, and copies on others, which load them from host
/// memory.
class StoredReflectors {
  public:
    /// The builder and the database must outlive the object.
    StoredReflectors(ProgramBuilder& builder, const HostReflectors& reflectors,
                     const kernels::Database& database)
        : builder_(builder), host_(reflectors), database_(database) {}

    [[nodiscard]] const HostReflectors& all() const noexcept { return host_; }
    /// Devices forget all panels.
    void forget() { held_.clear(); }
    /// The device has factored these columns and made tau, which is stored. So is T if there is room for it.
    void keep(DeviceIndex device, const Span& panel, const BlockReflector& Q, RegisterId tau);
    /// Loads the reflector of these columns to a device that does not hold it.
    void load(DeviceIndex device, const Span& panel);
    /// The same reflector, ready for products.
    const BlockReflector& on(DeviceIndex device, const Span& panel);

  private:
    struct Held {
        BlockReflector Q;
        RegisterId tau = kNoRegister;
        bool is_ready = false;  ///< else V has R above its diagonal, and T may be missing
    };

    [[nodiscard]] HostTile tile_of_t(const Span& panel) const noexcept;
    [[nodiscard]] HostTile tile_of_tau(const Span& panel) const noexcept;

    ProgramBuilder& builder_;
    HostReflectors host_;
    const kernels::Database& database_;
    std::map<DeviceIndex, ReflectorTriangle> triangles_{};
    std::map<std::pair<DeviceIndex, std::int64_t>, Held> held_{};  ///< by the first column
};

}  // namespace hg
