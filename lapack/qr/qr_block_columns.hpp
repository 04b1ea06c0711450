#pragma once

#include <cstddef>
#include <cstdint>

#include "lapack/qr/qr_layout.hpp"
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// The block_columns of A, on their devices and in host memory.
class QrBlockColumns {
  public:
    /// Declares the program's matrix parameter `A`. The builder and the layout must outlive the object.
    QrBlockColumns(ProgramBuilder& builder, ElementType type, const QrLayout& layout);

    /// Loads block_column j to its device, panel by panel.
    void open(std::size_t j);
    /// Rows from `row` on of some columns of block_column j, on its device.
    [[nodiscard]] RegisterId window(std::size_t j, std::int64_t row, const Span& columns);
    /// Stores some columns of block_column j.
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
