#pragma once

#include <vector>

#include "runtime/program/program.hpp"

namespace hg {

/// An edge of a MARK or BAR, or to one, that the program asks for.
struct ExplicitEdge {
    CommandId from{};
    CommandId to{};
};

/// The edges of all commands, one after the other; command i holds [first[i], first[i + 1]).
struct DependencyLists {
    std::vector<Dependency> edges;
    std::vector<std::uint32_t> first;
};

/// Derives every edge of a program from one rule, *last writer plus readers since*, over the slots of device
/// memory and the host tiles; `explicit_edges` (sorted by `to`) are added as they are.
///
/// Needs commands, operands, tiles, slots and slot_of_register of `parts`. Host tiles may overlap in any way;
/// the work is linear in the number of commands where tiles stand on a grid.
DependencyLists derive_dependencies(const ProgramParts& parts,
                                    const std::vector<ExplicitEdge>& explicit_edges);

}  // namespace hg
