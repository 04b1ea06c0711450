#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "blas/level3/triangle/triangle_shape.hpp"
#include "lapack/qr/block_reflector.hpp"
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// Reflectors in host memory, as geqrf() leaves them.
struct HostReflectors {
    ElementType type = ElementType::f64;
    ParameterId A{};         ///< V below its diagonal
    ParameterId tau{};       ///< a column
    std::int64_t order = 0;  ///< rows of V
    std::int64_t count = 0;  ///< columns of V
    std::int64_t panel = 0;  ///< columns of a block reflector

    [[nodiscard]] std::int64_t panels() const noexcept { return (count + panel - 1) / panel; }
    [[nodiscard]] Span columns_of(std::int64_t p) const noexcept {
        return {p * panel, std::min(count, (p + 1) * panel)};
    }
};

/// Brings block reflectors from host memory to devices.
class ReflectorLoads {
  public:
    /// The builder must outlive the object.
    ReflectorLoads(ProgramBuilder& builder, const HostReflectors& reflectors,
                   const kernels::Database& database)
        : builder_(builder), reflectors_(reflectors), database_(database) {}

    [[nodiscard]] const HostReflectors& all() const noexcept { return reflectors_; }
    /// Panel p on a device, which is loaded unless the device holds it.
    const BlockReflector& on(DeviceIndex device, std::int64_t p);
    /// Devices forget all panels.
    void forget() { held_.clear(); }

  private:
    ProgramBuilder& builder_;
    HostReflectors reflectors_;
    const kernels::Database& database_;
    std::map<DeviceIndex, ReflectorTriangle> triangles_{};
    std::map<std::pair<DeviceIndex, std::int64_t>, BlockReflector> held_{};
};

}  // namespace hg
