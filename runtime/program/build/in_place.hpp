#pragma once

#include <vector>

#include <hg/runtime/program/program_parts.hpp>

namespace hg {

/// Returns, by RegisterId, which registers may be windows of the caller's memory (Register::in_place): those
/// on a device that shares it to which an LD of the whole register is the only write, and whose tile no ST
/// changes before the last command that reads it, in program order.
///
/// It needs these parts: target, registers, residents, instructions, matrices, tiles, operands and commands.
/// Takes about linear time.
std::vector<bool> may_be_in_place(const ProgramParts& parts);

/// Sets Register::in_place wherever it may be.
void set_in_place(ProgramParts& parts);

/// The host tiles behind a program's registers in place.
class TilesInPlace {
  public:
    explicit TilesInPlace(const ProgramParts& parts);

    [[nodiscard]] bool empty() const noexcept { return tiles_.empty(); }
    /// Returns the tile that a command reads through this register or window, or null if it reads a copy.
    [[nodiscard]] const HostTile* behind(RegisterId id) const noexcept {
        return tiles_.empty() ? nullptr : tiles_[index(whole(parts_.registers, id))];
    }

  private:
    const ProgramParts& parts_;
    std::vector<const HostTile*> tiles_;  ///< by whole register; empty if none is in place
};

}  // namespace hg
