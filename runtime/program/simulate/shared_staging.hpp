#pragma once

#include <cstdint>
#include <vector>

#include "runtime/program/simulate/link_network.hpp"
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// The chunks of pinned memory through which several devices load the same tiles. The host copies a tile for
/// the first device that loads it. Its chunks are kept for the others, but chunks are few: if a device comes
/// after more has been staged than they hold, the host copies the tile again.
class SharedStaging {
  public:
    SharedStaging(const Program& program, const Target& target);

    /// Returns whether the host copies the tile of an LD that gets its link now.
    [[nodiscard]] bool copies(CommandId load, const LinkNetwork& links);
    /// Releases the chunks of the tile if this was the last LD of it.
    void completed(CommandId load);

  private:
    /// The LD for which a tile was copied last.
    struct Kept {
        std::uint32_t group = 0;
        CommandId load{};
        double bytes = 0;
    };

    const Program& program_;
    double capacity_;                  ///< bytes of tiles that are kept for other devices
    std::vector<std::uint32_t> left_;  ///< by group of shared loads: LDs that have not completed
    std::vector<Kept> kept_;           ///< in the order of the copies
};

}  // namespace hg
