#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>

#include "lapack/cholesky/cholesky_layout.hpp"
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// L of A = L L^H: its strips in host memory and on the devices. For A = U^H U, L is U^H, and all that is
/// stored is the adjoint; rows and columns are those of L here all the same.
class CholeskyStrips {
  public:
    /// Declares the program's matrix parameter `A`, and `exchange` if there are several devices. The builder and the layout must outlive the object.
    CholeskyStrips(ProgramBuilder& builder, const CholeskyProblem& problem, const CholeskyLayout& layout);

    /// The devices hold strips from this one on, and none before.
    void begin_sweep(std::size_t first);
    /// Loads strip k of A to its device. Imaginary parts on the diagonal count for nothing.
    void open(std::size_t k);
    /// Stores strip k from its device.
    void store(std::size_t k);
    /// True if the device has strip k, or a copy.
    [[nodiscard]] bool holds(DeviceIndex device, std::size_t k) const { return held_.contains({device, k}); }
    /// Sends other devices what they need of a panel of strip k: the rows below the strip's square.
    void send(std::size_t k, const Span& panel, std::span<const DeviceIndex> to);
    /// Loads what a device needs of a strip that is stored: the rows below its square, of the present sweep.
    void load_copy(DeviceIndex device, std::size_t k);

    /// Rows and columns of strip k on a device that holds it: as adjoints, if they are stored so.
    [[nodiscard]] RegisterId window(DeviceIndex device, std::size_t k, const Span& rows, const Span& cols);
    [[nodiscard]] bool is_transposed() const noexcept { return transposed_; }
    [[nodiscard]] ElementType type() const noexcept { return type_; }

  private:
    /// A strip on a device, from a row on.
    struct HeldStrip {
        RegisterId reg = kNoRegister;
        std::int64_t first_row = 0;
    };

    HeldStrip& hold(DeviceIndex device, std::size_t k, std::int64_t first_row);
    [[nodiscard]] HostTile tile(const Span& rows, const Span& cols) const noexcept;
    [[nodiscard]] HostTile exchange_tile(const Span& rows, const Span& panel) const noexcept;
    [[nodiscard]] HostTile triangle(const Span& diagonal) const noexcept;

    ProgramBuilder& builder_;
    const CholeskyLayout& layout_;
    ElementType type_;
    bool transposed_;
    ParameterId parameter_;
    ParameterId exchange_{};      ///< room for panels on their way from device to device
    std::int64_t first_row_ = 0;  ///< of the present sweep
    std::map<std::pair<DeviceIndex, std::size_t>, HeldStrip> held_{};
};

}  // namespace hg
