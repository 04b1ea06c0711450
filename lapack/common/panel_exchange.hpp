#pragma once

#include <cstddef>
#include <cstdint>

#include <hg/runtime/program/builder.hpp>

namespace hg {

/// Room in host memory for panels on their way from device to device. Panels may be overwritten on their own
/// device meanwhile.
class PanelExchange {
  public:
    /// For panels of m rows and at most `width` columns. Declares the program's matrix parameter `exchange`,
    /// a workspace; if `width` is 0, nothing.
    PanelExchange(ProgramBuilder& builder, ElementType type, std::int64_t m, std::int64_t width);

    /// The room of panel k, from row `row` of the matrix down.
    [[nodiscard]] HostTile tile(std::size_t k, std::int64_t row, std::int64_t cols) const noexcept;

  private:
    std::int64_t m_;
    std::int64_t width_;
    ParameterId parameter_{};
};

/// Appends tile := reg and reg := tile. A large tile goes in parts: if another device waits for it, one part
/// is on its way in while the next is on its way out.
void store_in_parts(ProgramBuilder& builder, const HostTile& tile, RegisterId reg);
void load_in_parts(ProgramBuilder& builder, RegisterId reg, const HostTile& tile);

/// Stores a panel that may change at once. Returns the copy that does not change.
RegisterId store_copy(ProgramBuilder& builder, const HostTile& tile, RegisterId panel);

}  // namespace hg
