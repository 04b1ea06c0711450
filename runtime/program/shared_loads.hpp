#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include <hg/runtime/program/program_parts.hpp>

namespace hg {

/// Means no group: the command is not an LD, or no other device loads the same elements.
inline constexpr std::uint32_t kNotShared = std::numeric_limits<std::uint32_t>::max();

/// The LDs that load the same elements onto several devices.
///
/// A group consists of LDs of exactly the same host tile on different devices. Between the first and the last
/// of them in program order there is no ST to an overlapping tile, so all of them read the same values in
/// every run. If a device loads a tile several times, its i-th LD since such an ST belongs to the i-th group
/// of the tile. Groups therefore do not depend on how devices alternate in the program. LDs that leave their
/// tile in place are in no group.
struct SharedLoads {
    std::vector<std::uint32_t> group_of;  ///< by command; empty if nothing is shared
    /// Members of all groups, one group after another, each in program order.
    std::vector<CommandId> users;
    std::vector<std::uint32_t> first_user;  ///< positions in `users`, one more than groups
};

/// Finds the groups, numbered in the order of their first LDs.
SharedLoads find_shared_loads(const ProgramParts& parts);

}  // namespace hg
