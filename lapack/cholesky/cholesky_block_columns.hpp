#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>

#include "lapack/cholesky/cholesky_layout.hpp"
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// L of A = L L^H: its block_columns in host memory and on the devices. For A = U^H U, L is U^H, and all that
/// is stored is the adjoint; rows and columns are those of L here all the same.
class CholeskyBlockColumns {
  public:
    /// Declares the program's matrix parameter `A`, and `exchange` if there are several devices. The builder
    /// and the layout must outlive the object.
    CholeskyBlockColumns(ProgramBuilder& builder, const CholeskyProblem& problem,
                         const CholeskyLayout& layout);

    /// The devices hold block_columns from this one on, and none before.
    void begin_pass(std::size_t first);
    /// Loads block_column k of A to its device. Imaginary parts on the diagonal count for nothing.
    void open(std::size_t k);
    /// Stores block_column k from its device.
    void store(std::size_t k);
    /// True if the device has block_column k, or a copy.
    [[nodiscard]] bool holds(DeviceIndex device, std::size_t k) const { return held_.contains({device, k}); }
    /// Sends other devices what they need of a panel of block_column k: the rows below the block_column's
    /// square.
    void send(std::size_t k, const Span& panel, std::span<const DeviceIndex> to);
    /// Loads what a device needs of a block_column that is stored: the rows below its square, of the present
    /// pass.
    void load_copy(DeviceIndex device, std::size_t k);

    /// Rows and columns of block_column k on a device that holds it: as adjoints, if they are stored so.
    [[nodiscard]] RegisterId window(DeviceIndex device, std::size_t k, const Span& rows, const Span& cols);
    [[nodiscard]] bool is_transposed() const noexcept { return transposed_; }
    [[nodiscard]] ElementType type() const noexcept { return type_; }

  private:
    /// A block_column on a device, from a row on.
    struct ResidentBlockColumn {
        RegisterId reg = kNoRegister;
        std::int64_t first_row = 0;
    };

    ResidentBlockColumn& hold(DeviceIndex device, std::size_t k, std::int64_t first_row);
    [[nodiscard]] HostTile tile(const Span& rows, const Span& cols) const noexcept;
    [[nodiscard]] HostTile exchange_tile(const Span& rows, const Span& panel) const noexcept;
    [[nodiscard]] HostTile triangle(const Span& diagonal) const noexcept;

    ProgramBuilder& builder_;
    const CholeskyLayout& layout_;
    ElementType type_;
    bool transposed_;
    ParameterId parameter_;
    ParameterId exchange_{};      ///< room for panels on their way from device to device
    std::int64_t first_row_ = 0;  ///< of the present pass
    std::map<std::pair<DeviceIndex, std::size_t>, ResidentBlockColumn> held_{};
};

}  // namespace hg
