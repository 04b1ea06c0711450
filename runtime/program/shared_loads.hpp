#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "runtime/program/location.hpp"

namespace hg {

struct ProgramParts;

/// In the place of a group: the command is no LD, or no other device loads the same.
inline constexpr std::uint32_t kNotShared = std::numeric_limits<std::uint32_t>::max();

/// The LDs that bring the same elements to several devices.
///
/// A group is LDs of one host tile, identical to the element, on different devices, with no ST to an
/// overlapping tile between the first and the last of them in program order: all of them read the same
/// values in every run. Where a device loads a tile several times, its i-th LD since such an ST belongs to
/// the i-th group of the tile, so that groups do not depend on how devices take turns in the program.
struct SharedLoads {
    std::vector<std::uint32_t> group_of;    ///< by command; empty where nothing is shared
    std::vector<CommandId> users;           ///< of all groups, one after the other, each in program order
    std::vector<std::uint32_t> first_user;  ///< groups + 1 positions in `users`
};

/// Finds the groups, numbered in the order of their first LDs.
SharedLoads find_shared_loads(const ProgramParts& parts);

}  // namespace hg
