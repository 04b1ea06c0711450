#include "runtime/program/build/conflicts.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <queue>
#include <span>
#include <tuple>
#include <vector>

#include "runtime/program/build/in_place.hpp"
#include "runtime/program/build/slot_access.hpp"

namespace hg {
namespace {

struct TileAccess {
    HostTile tile;
    CommandId command{};
    bool writes = false;
};

/// Visits the accesses to one place in program order: a read conflicts with the last write, a write with the
/// reads since, or with the last write if there are none. All other conflicts follow from these.
template <class Visit>
class Chain {
  public:
    explicit Chain(Visit visit) : visit_(visit) {}

    template <class T>
    void add(const T& access) {
        if (!access.writes) {
            if (writer_) visit_(*writer_, access.command);
            readers_.push_back(access.command);
            return;
        }
        for (CommandId reader : readers_) visit_(reader, access.command);
        if (readers_.empty() && writer_) visit_(*writer_, access.command);
        readers_.clear();
        writer_ = access.command;
    }

  private:
    Visit visit_;
    std::optional<CommandId> writer_;
    std::vector<CommandId> readers_;
};

/// Visits the accesses to one slot in program order. EXECs of one queue are in order anyway, so only their
/// conflicts with transfers and with EXECs of the other queue are visited.
template <class Visit>
class SlotChain {
  public:
    explicit SlotChain(Visit visit) : visit_(visit) {}

    void add(const SlotAccess& access) {
        if (access.region.tenant != tenant_) {
            // All of the last tenant's accesses are ordered after those of earlier ones.
            std::erase_if(kept_, [&](const SlotAccess& a) { return a.region.tenant != tenant_; });
            tenant_ = access.region.tenant;
        }
        for (const SlotAccess& before : kept_)
            if (!before.is_in_order_with(access) && before.conflicts(access))
                visit_(before.command, access.command);
        // An access that is ordered after this one is also ordered after these.
        std::erase_if(kept_, [&](const SlotAccess& a) {
            const bool stands_for_it = access.writes || (access.is_in_order_with(a) && !a.writes);
            return stands_for_it && access.region.covers(a.region);
        });
        kept_.push_back(access);
    }

  private:
    Visit visit_;
    RegisterId tenant_ = kNoRegister;
    std::vector<SlotAccess> kept_;
};

void visit_slot_conflicts(const Program& program, const std::function<void(const Conflict&)>& visit) {
    std::vector<std::vector<SlotAccess>> slots(program.slots().size());
    for (std::uint32_t c = 0; c < program.size(); ++c) {
        const auto id = static_cast<CommandId>(c);
        std::optional<QueueKind> exec_queue;
        if (program.command(id).operation == Operation::exec) exec_queue = program.command(id).queue;
        const auto registers = program.operands(id);
        for (const bool is_write : {false, true})
            for (std::size_t i = 0; i < registers.size(); ++i)
                if (is_write ? writes(program.access(id, i)) : reads(program.access(id, i)))
                    slots[index(program.slot_of(registers[i]))].push_back(
                        {id, SlotRegion::of(program.parts().registers, registers[i]), is_write, exec_queue});
    }
    for (std::uint32_t slot = 0; slot < slots.size(); ++slot) {
        SlotChain chain([&](CommandId first, CommandId second) { visit({first, second, slot, false}); });
        for (const SlotAccess& access : slots[slot]) chain.add(access);
    }
}

/// All accesses to the tiles of written matrices, including those through registers in place. Accesses to one
/// tile are adjacent, in program order; tiles of one matrix are sorted by their first row.
std::vector<TileAccess> sorted_tile_accesses(const Program& program) {
    std::vector<bool> written(program.matrices().size(), false);
    for (std::uint32_t c = 0; c < program.size(); ++c)
        if (program.commands()[c].operation == Operation::store)
            written[index(program.tile(static_cast<CommandId>(c)).parameter)] = true;
    const TilesInPlace in_place(program.parts());
    std::vector<TileAccess> accesses;
    const auto add = [&](const HostTile& tile, CommandId id, bool writes) {
        if (written[index(tile.parameter)]) accesses.push_back({tile, id, writes});
    };
    for (std::uint32_t c = 0; c < program.size(); ++c) {
        const Operation operation = program.commands()[c].operation;
        const auto id = static_cast<CommandId>(c);
        if (is_transfer(operation)) add(program.tile(id), id, operation == Operation::store);
        if (operation == Operation::load) continue;
        for (const RegisterId reg : program.operands(id))
            if (const HostTile* const tile = in_place.behind(reg)) add(*tile, id, false);
    }
    const auto key = [](const TileAccess& a) {
        return std::tuple(a.tile.parameter, a.tile.row, a.tile.col, a.tile.rows, a.tile.cols, a.tile.part,
                          a.command);
    };
    std::sort(accesses.begin(), accesses.end(),
              [&](const auto& a, const auto& b) { return key(a) < key(b); });
    return accesses;
}

using Group = std::span<const TileAccess>;  ///< the accesses to one tile

std::vector<Group> groups_of(const std::vector<TileAccess>& accesses) {
    std::vector<Group> groups;
    for (std::size_t begin = 0; begin < accesses.size();) {
        std::size_t end = begin + 1;
        while (end < accesses.size() && accesses[end].tile == accesses[begin].tile) ++end;
        groups.emplace_back(accesses.data() + begin, end - begin);
        begin = end;
    }
    return groups;
}

void visit_within(Group group, const std::function<void(const Conflict&)>& visit) {
    const auto matrix = static_cast<std::uint32_t>(group.front().tile.parameter);
    Chain chain([&](CommandId first, CommandId second) { visit({first, second, matrix, true}); });
    for (const TileAccess& access : group) chain.add(access);
}

/// Conflicts between the accesses to two tiles that overlap; those within one tile are visited elsewhere.
void visit_between(Group a, Group b, const std::function<void(const Conflict&)>& visit) {
    struct Tagged {
        CommandId command{};
        bool writes = false;
        bool in_a = false;
    };
    std::vector<Tagged> merged;
    merged.reserve(a.size() + b.size());
    for (const TileAccess& x : a) merged.push_back({x.command, x.writes, true});
    for (const TileAccess& x : b) merged.push_back({x.command, x.writes, false});
    const auto earlier = [](const Tagged& x, const Tagged& y) { return x.command < y.command; };
    std::inplace_merge(merged.begin(), merged.begin() + std::ssize(a), merged.end(), earlier);
    const auto in_a = [&](CommandId id) {
        return std::lower_bound(merged.begin(), merged.end(), Tagged{id}, earlier)->in_a;
    };
    const auto matrix = static_cast<std::uint32_t>(a.front().tile.parameter);
    Chain chain([&](CommandId first, CommandId second) {
        if (in_a(first) != in_a(second)) visit({first, second, matrix, true});
    });
    for (const Tagged& access : merged) chain.add(access);
}

/// Sweeps down the rows of one matrix. Stores the tiles that intersect the present row by their first column.
class OverlapSweep {
  public:
    explicit OverlapSweep(std::span<const Group> groups) {
        for (const Group& group : groups) widest_ = std::max(widest_, group.front().tile.cols);
    }

    template <class Overlap>
    void add(const Group& group, Overlap overlap) {
        const HostTile& tile = group.front().tile;
        for (; !ends_.empty() && ends_.top().row_end <= tile.row; ends_.pop())
            active_.erase(ends_.top().entry);
        const auto end = active_.lower_bound(tile.col + tile.cols);
        for (auto other = active_.lower_bound(tile.col - widest_ + 1); other != end; ++other)
            if (other->second.front().tile.overlaps(tile)) overlap(other->second);
        ends_.push({tile.row + tile.rows, active_.emplace(tile.col, group)});
    }

  private:
    using Active = std::multimap<std::int64_t, Group>;
    struct End {
        std::int64_t row_end = 0;
        Active::iterator entry;
        friend bool operator<(const End& a, const End& b) { return a.row_end > b.row_end; }
    };
    std::int64_t widest_ = 0;
    Active active_;
    std::priority_queue<End> ends_;
};

void visit_tile_conflicts(const Program& program, const std::function<void(const Conflict&)>& visit) {
    const std::vector<TileAccess> accesses = sorted_tile_accesses(program);
    const std::vector<Group> groups = groups_of(accesses);
    for (std::size_t begin = 0; begin < groups.size();) {
        std::size_t end = begin + 1;
        while (end < groups.size() &&
               groups[end].front().tile.parameter == groups[begin].front().tile.parameter)
            ++end;
        const auto matrix = std::span(groups).subspan(begin, end - begin);
        OverlapSweep sweep(matrix);
        for (const Group& group : matrix) {
            visit_within(group, visit);
            sweep.add(group, [&](const Group& other) { visit_between(other, group, visit); });
        }
        begin = end;
    }
}

}  // namespace

void visit_conflicts(const Program& program, const std::function<void(const Conflict&)>& visit) {
    visit_slot_conflicts(program, visit);
    visit_tile_conflicts(program, visit);
}

}  // namespace hg
