#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include <hg/runtime/program/program_parts.hpp>

namespace hg {

/// Instead of a group: the command is no LD, or no other device loads the same elements.
inline constexpr std::uint32_t kNotShared = std::numeric_limits<std::uint32_t>::max();

/// The LDs that load the same elements to several devices.
///
/// A group is LDs of one host tile, identical to the element, on different devices. Between the first and the
/// last of them in program order there is no ST to an overlapping tile: all of them read the same values in
/// every run. If a device loads a tile several times, its i-th LD since such an ST belongs to the i-th group
/// of the tile. So groups do not depend on how devices take turns in the program.
struct SharedLoads {
    std::vector<std::uint32_t> group_of;    ///< by command; empty if nothing is shared
    std::vector<CommandId> users;           ///< of all groups, one after the other, each in program order
    std::vector<std::uint32_t> first_user;  ///< groups + 1 positions in `users`
};

/// Finds the groups, numbered in the order of their first LDs.
SharedLoads find_shared_loads(const ProgramParts& parts);

}  // namespace hg
