#pragma once

#include <vector>

#include <hg/runtime/program/program_parts.hpp>

namespace hg {

/// An edge that the program requests: from or to a MARK or BAR, or any edge in a text.
struct ExplicitEdge {
    CommandId from{};  ///< the earlier command
    CommandId to{};    ///< the later command, which waits
};

/// The edges of all commands, one command after another. Command i holds the edges [first[i], first[i + 1]).
struct DependencyLists {
    std::vector<Dependency> edges;     ///< the edges of all commands, in program order
    std::vector<std::uint32_t> first;  ///< positions in `edges`, one more than commands
};

/// Derives every edge of a program from one rule, *last writer plus readers since*, over the slots of device
/// memory and the host tiles. `explicit_edges` (sorted by `to`) are added unchanged.
///
/// It needs these parts: commands, operands, tiles, slots and slot_of_register. Host tiles may overlap in any
/// way. If the tiles form a grid, the work is linear in the number of commands.
DependencyLists derive_dependencies(const ProgramParts& parts,
                                    const std::vector<ExplicitEdge>& explicit_edges);

/// The same without leaving out what the orders of EXEC and EXEC2 imply: there is an edge from each EXEC that
/// a command must wait for. The edges are valid for the commands in any order that the edges allow.
DependencyLists derive_all_dependencies(const ProgramParts& parts,
                                        const std::vector<ExplicitEdge>& explicit_edges);

}  // namespace hg
