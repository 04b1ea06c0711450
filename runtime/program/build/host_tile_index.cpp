#include "runtime/program/build/host_tile_index.hpp"

#include <algorithm>

namespace hg {

HostAccesses index_host_accesses(const ProgramParts& parts) {
    std::vector<HostTile> largest(parts.matrices.size());
    HostAccesses accesses;
    accesses.stored.assign(parts.matrices.size(), false);
    for (const Command& command : parts.commands) {
        if (!is_transfer(command.operation)) continue;
        const HostTile& tile = parts.tiles[command.subject];
        HostTile& bound = largest[index(tile.parameter)];
        bound.rows = std::max(bound.rows, tile.rows);
        bound.cols = std::max(bound.cols, tile.cols);
        if (command.operation == Operation::store) accesses.stored[index(tile.parameter)] = true;
    }
    for (const HostTile& bound : largest)
        accesses.indices.emplace_back(std::max<std::int64_t>(bound.rows, 1),
                                      std::max<std::int64_t>(bound.cols, 1));
    return accesses;
}

}  // namespace hg
