#pragma once

#include <cstddef>
#include <cstdint>

#include "lapack/qr/qr_layout.hpp"
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// The strips of A, on their devices and in host memory.
class QrStrips {
  public:
    /// Declares the program's matrix parameter `A`. The builder and the layout must outlive the object.
    QrStrips(ProgramBuilder& builder, ElementType type, const QrLayout& layout);

    /// Loads strip j to its device, panel by panel.
    void open(std::size_t j);
    /// Rows from `row` on of some columns of strip j, on its device.
    [[nodiscard]] RegisterId window(std::size_t j, std::int64_t row, const Span& columns);
    /// Stores some columns of strip j.
    void store(std::size_t j, const Span& columns);
    /// Rows from `row` on of some columns in host memory.
    [[nodiscard]] HostTile tile(std::int64_t row, const Span& columns) const noexcept;

  private:
    ProgramBuilder& builder_;
    const QrLayout& layout_;
    ElementType type_;
    ParameterId parameter_;
    std::vector<RegisterId> strips_;
};

}  // namespace hg
