#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "lapack/cholesky/cholesky_kernels.hpp"
#include "lapack/cholesky/cholesky_layout.hpp"
#include "lapack/common/block_columns.hpp"
#include "lapack/common/panel_exchange.hpp"
#include "lapack/passes/lower.hpp"

namespace hg {

/// A = L L^H: the operations on tiles of L, and L's block columns on other devices than their own.
class CholeskyTiles final : public TileKernels {
  public:
    /// Declares the program's matrix parameters `exchange` and `info` if there are several devices. All
    /// arguments must outlive the object.
    CholeskyTiles(ProgramBuilder& builder, const CholeskyProblem& problem, const CholeskyLayout& layout,
                  const kernels::Database& database, BlockColumns& L);

    void open(const Span& columns) override;
    void factor(const TileOperation& op) override;
    void solve(const TileOperation& op) override;
    void update(const TileOperation& op) override;
    void exchange(const TileOperation& op) override;
    void store(const TileOperation& op) override { L_.store(op.writes); }

  private:
    /// What a device does, and what it makes of the present diagonal block. `info` is that of
    /// kernels::cholesky_diagonal(): it tells that a column has failed.
    struct OnDevice {
        CholeskyKernels kernels;
        RegisterId info = kNoRegister;         ///< what the device knows
        RegisterId info_behind = kNoRegister;  ///< what it knows behind the block
        std::optional<InvertedTriangle> inverse{};
        RoomBeside room{};  ///< that the block needs
    };
    /// A block column on another device, from a row on, and what was known behind it.
    struct Copy {
        RegisterId reg = kNoRegister;
        std::int64_t first_row = 0;
        RegisterId info = kNoRegister;
    };

    OnDevice& on(DeviceIndex device);
    void end_panel(DeviceIndex device, const Span& panel);
    void bring(DeviceIndex device, const Span& columns);
    Copy& copy_on(DeviceIndex device, std::int64_t column, std::int64_t first_row);
    void load_info(Copy& copy, std::size_t k);
    [[nodiscard]] RegisterId window(DeviceIndex device, const Tile& tile);
    [[nodiscard]] std::size_t block_of(std::int64_t column) const {
        return static_cast<std::size_t>(column / layout_.block_column);
    }
    [[nodiscard]] HostTile info_of(std::size_t k) const {
        return {info_, 0, static_cast<std::int64_t>(k), 1, 1};
    }

    ProgramBuilder& builder_;
    const CholeskyLayout& layout_;
    BlockColumns& L_;
    PanelExchange exchange_;
    ParameterId info_{};  ///< of each block column
    std::map<DeviceIndex, OnDevice> devices_{};
    std::map<std::pair<DeviceIndex, std::size_t>, Copy> copies_{};  ///< by the block column
    std::int64_t exchanged_ = 0;  ///< panels before this column are in the exchange
    Span held_{};
};

}  // namespace hg
