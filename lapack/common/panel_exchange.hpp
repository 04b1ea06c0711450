#pragma once

#include <cstdint>

#include "lapack/common/tile.hpp"
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// Which panels pass through an exchange.
struct ExchangedPanels {
    std::int64_t m = 0;      ///< rows
    std::int64_t width = 0;  ///< columns, at most
    std::int64_t count = 3;  ///< that may be under way at once
    bool adjoint = false;    ///< registers have their rows and columns interchanged
};

/// Room in host memory for panels on their way from device to device. Panels may be overwritten on their own
/// device meanwhile.
class PanelExchange {
  public:
    /// Declares the program's matrix parameter `exchange`, a workspace; if the width is 0, nothing.
    PanelExchange(ProgramBuilder& builder, ElementType type, const ExchangedPanels& panels);

    /// The room of rows of a panel that begins with a multiple of the width: columns without gaps.
    [[nodiscard]] HostTile tile(const Tile& tile) const noexcept;

  private:
    ExchangedPanels panels_;
    ParameterId parameter_{};
};

/// Appends tile := reg and reg := tile. A large tile goes in parts: if another device waits for it, one part
/// is on its way in while the next is on its way out.
void store_in_parts(ProgramBuilder& builder, const HostTile& tile, RegisterId reg);
void load_in_parts(ProgramBuilder& builder, RegisterId reg, const HostTile& tile);

/// Stores a panel that may change at once. Returns the copy that does not change.
RegisterId store_copy(ProgramBuilder& builder, const HostTile& tile, RegisterId panel);

}  // namespace hg
