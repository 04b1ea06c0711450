#pragma once

#include <vector>

#include <hg/runtime/program/program_parts.hpp>

namespace hg {

/// An edge that the program asks for: from or to a MARK or BAR, or any in a text.
struct ExplicitEdge {
    CommandId from{};  ///< the earlier command
    CommandId to{};    ///< the later one, which waits
};

/// The edges of all commands, one after the other. Command i holds the edges [first[i], first[i + 1]).
struct DependencyLists {
    std::vector<Dependency> edges;     ///< of all commands, in program order
    std::vector<std::uint32_t> first;  ///< commands + 1 positions in `edges`
};

/// Derives every edge of a program from one rule, *last writer plus readers since*, over the slots of device
/// memory and the host tiles. `explicit_edges` (sorted by `to`) are added as they are.
///
/// It needs these parts: commands, operands, tiles, slots and slot_of_register. Host tiles may overlap in any
/// way. If tiles stand on a grid, the work is linear in the number of commands.
DependencyLists derive_dependencies(const ProgramParts& parts,
                                    const std::vector<ExplicitEdge>& explicit_edges);

/// The same without what the orders of EXEC and EXEC2 imply: edges from each EXEC that a command must wait for. They hold for
/// the commands in any order that they allow.
DependencyLists derive_all_dependencies(const ProgramParts& parts,
                                        const std::vector<ExplicitEdge>& explicit_edges);

}  // namespace hg
