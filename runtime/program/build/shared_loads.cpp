#include <algorithm>
#include <bit>
#include <limits>
#include <span>
#include <tuple>

#include "runtime/program/build/host_tile_index.hpp"
#include "runtime/program/check/rules.hpp"
#include <hg/runtime/program/shared_loads.hpp>

namespace hg {
namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

/// An LD. Two LDs read the same values if they have the same tile and the same writer.
struct Load {
    const HostTile* tile = nullptr;
    std::uint32_t writer = kNone;  ///< the last ST before it that overlaps its tile
    DeviceIndex device = 0;
    std::uint32_t command = 0;
    std::uint64_t hash = 0;  ///< hash of values(), which decides most comparisons of a sort
    std::uint32_t turn = 0;  ///< position among its device's LDs of these values

    [[nodiscard]] auto values() const {
        return std::tuple(tile->parameter, tile->row, tile->col, tile->rows, tile->cols, tile->part, writer);
    }
};

/// Finds the last ST to any part of a tile.
class LastWriters {
  public:
    explicit LastWriters(const ProgramParts& parts) : hosts_(index_host_accesses(parts)) {}

    void store(std::uint32_t command, const HostTile& tile) {
        hosts_.indices[index(tile.parameter)].access(static_cast<CommandId>(command), tile, true,
                                                     [](CommandId, Hazard) {});
    }

    std::uint32_t before(std::uint32_t command, const HostTile& tile) {
        std::uint32_t last = kNone;
        if (!hosts_.stored[index(tile.parameter)]) return last;
        hosts_.indices[index(tile.parameter)].access(static_cast<CommandId>(command), tile, false,
                                                     [&](CommandId writer, Hazard) {
                                                         const auto w = static_cast<std::uint32_t>(writer);
                                                         if (last == kNone || w > last) last = w;
                                                     });
        return last;
    }

  private:
    HostAccesses hosts_;
};

std::uint64_t hash(const Load& load) {
    std::uint64_t h = load.writer;
    for (const auto part : {static_cast<std::int64_t>(load.tile->parameter), load.tile->row, load.tile->col,
                            load.tile->rows, load.tile->cols})
        h = std::rotl((h ^ static_cast<std::uint64_t>(part)) * 0x9e3779b97f4a7c15U, 29);
    return h;
}

std::vector<Load> loads_of(const ProgramParts& parts) {
    LastWriters writers(parts);
    std::vector<Load> loads;
    for (std::uint32_t c = 0; c < parts.commands.size(); ++c) {
        const Command& command = parts.commands[c];
        if (!is_transfer(command.operation)) continue;
        const HostTile& tile = parts.tiles[command.subject];
        if (!lies_within(tile, parts.matrices[index(tile.parameter)])) continue;  // verify() refuses it
        if (command.operation == Operation::store) {
            writers.store(c, tile);
            continue;
        }
        if (parts.registers[index(parts.operands[command.first_operand])].in_place) continue;
        loads.push_back({&tile, writers.before(c, tile), command.device, c});
        loads.back().hash = hash(loads.back());
    }
    return loads;
}

/// Appends the groups among the loads of the same values.
void group(std::span<Load> same, std::vector<std::span<const Load>>& groups) {
    for (std::size_t i = 1; i < same.size(); ++i)
        if (same[i].device == same[i - 1].device) same[i].turn = same[i - 1].turn + 1;
    std::sort(same.begin(), same.end(), [](const Load& a, const Load& b) {
        return std::pair(a.turn, a.command) < std::pair(b.turn, b.command);
    });
    for (std::size_t begin = 0; begin < same.size();) {
        std::size_t end = begin + 1;
        while (end < same.size() && same[end].turn == same[begin].turn) ++end;
        if (end - begin > 1) groups.emplace_back(same.subspan(begin, end - begin));
        begin = end;
    }
}

}  // namespace

SharedLoads find_shared_loads(const ProgramParts& parts) {
    if (parts.target.devices.size() < 2) return {};
    std::vector<Load> loads = loads_of(parts);
    std::sort(loads.begin(), loads.end(), [](const Load& a, const Load& b) {
        if (a.hash != b.hash) return a.hash < b.hash;
        return std::tuple(a.values(), a.device, a.command) < std::tuple(b.values(), b.device, b.command);
    });
    std::vector<std::span<const Load>> groups;
    for (std::size_t begin = 0; begin < loads.size();) {
        std::size_t end = begin + 1;
        while (end < loads.size() && loads[end].values() == loads[begin].values()) ++end;
        group(std::span(loads).subspan(begin, end - begin), groups);
        begin = end;
    }
    if (groups.empty()) return {};
    std::sort(groups.begin(), groups.end(),
              [](auto a, auto b) { return a.front().command < b.front().command; });
    SharedLoads shared;
    shared.group_of.assign(parts.commands.size(), kNotShared);
    for (std::uint32_t g = 0; g < groups.size(); ++g) {
        shared.first_user.push_back(static_cast<std::uint32_t>(shared.users.size()));
        for (const Load& load : groups[g]) {
            shared.group_of[load.command] = g;
            shared.users.push_back(static_cast<CommandId>(load.command));
        }
    }
    shared.first_user.push_back(static_cast<std::uint32_t>(shared.users.size()));
    return shared;
}

}  // namespace hg
