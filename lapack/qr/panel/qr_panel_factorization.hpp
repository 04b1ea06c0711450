#pragma once

#include <cstdint>
#include <optional>

#include "kernels/qr/qr_panel.hpp"
#include "lapack/qr/block_reflector.hpp"
#include "lapack/qr/panel/tall_panel.hpp"
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// A panel as it was factored.
struct FactoredQrPanel {
    BlockReflector Q;
    RegisterId tau = kNoRegister;
};

/// Factors panels on one device: A = Q R, by base panels, each of which one kernel factors, or a tree if it
/// is too tall for that.
class QrPanelFactorization {
  public:
    /// For panels of at most rows x width. The builder must outlive the object.
    QrPanelFactorization(ProgramBuilder& builder, const kernels::Database& database, DeviceIndex device,
                         ElementType type, std::int64_t rows, std::int64_t width);

    /// Appends the factorization. A becomes R and, below its diagonal, V.
    FactoredQrPanel append(RegisterId A);

  private:
    BlockReflector factor_base(RegisterId A, RegisterId V, RegisterId tau);
    [[nodiscard]] RegisterId scratch();

    ProgramBuilder& builder_;
    DeviceIndex device_;
    ElementType type_;
    kernels::QrPanel base_;
    std::optional<TallPanel> tall_;
    ReflectorProduct product_;
    ReflectorTriangle triangle_;
    RegisterId scratch_ = kNoRegister;
    std::int64_t epoch_ = 0;
};

}  // namespace hg
