#include "lapack/passes/distribute.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "lapack/passes/divide.hpp"

namespace hg {
namespace {

using Kind = TileOperation::Kind;

class Distributor {
  public:
    Distributor(const TileOperations& operations, const Distribution& distribution)
        : how_(distribution), held_(writing(operations, distribution.held)) {
        for (const BlockColumn& b : how_.blocks)
            for (std::int64_t c = b.first; overlap(how_.held, Span{b.first, b.end()}) && c < b.end();
                 c += how_.unit)
                list_.push_back({.kind = Kind::copy,
                                 .writes = {{}, {c, std::min(c + how_.unit, b.end())}},
                                 .device = b.device});
        for (TileOperation& op : held_) {
            op.device = device_of(op.writes.cols.begin);
            if (op.kind == Kind::factor) panels_[op.writes.cols.begin].cols = op.writes.cols;
        }
    }

    TileOperations distribute() && {
        for (std::size_t i = 0; i < held_.size(); ++i) {
            note_written(i);
            note_read(held_[i]);
        }
        for (std::size_t i = 0; i < held_.size(); ++i) {
            list_.push_back(held_[i]);
            const auto panel = panels_.find(held_[i].writes.cols.begin);
            if (panel != panels_.end() && panel->second.last_written == i)
                exchange(panel->second, held_[i].device);
        }
        return std::move(list_);
    }

  private:
    /// Columns that are factored together.
    struct Panel {
        Span cols;
        std::size_t last_written = 0;        ///< by this operation
        std::map<DeviceIndex, Span> read{};  ///< rows, by other devices
    };

    [[nodiscard]] DeviceIndex device_of(std::int64_t column) const {
        return how_.blocks[block_at(how_.blocks, column)].device;
    }

    /// The list has the loads alone so far.
    void note_written(std::size_t i) {
        const Tile& tile = held_[i].writes;
        auto load = std::ranges::lower_bound(list_, tile.cols.begin, {},
                                             [](const TileOperation& op) { return op.writes.cols.end - 1; });
        for (; load != list_.end() && load->writes.cols.begin < tile.cols.end; ++load)
            extend(load->writes.rows, tile.rows);
        const auto panel = panels_.find(tile.cols.begin);
        if (panel != panels_.end()) panel->second.last_written = i;
    }

    /// Rows above the diagonal are not those of a panel.
    void note_read(const TileOperation& op) {
        const auto [rows, cols] = op.left;
        for (auto p = panels_.lower_bound(cols.begin); p != panels_.end() && p->first < cols.end; ++p)
            if (device_of(p->first) != op.device)
                extend(p->second.read[op.device], {std::max(rows.begin, p->first), rows.end});
    }

    /// To the device of the next columns first.
    void exchange(const Panel& panel, DeviceIndex from) {
        std::set<DeviceIndex> sent;
        for (const BlockColumn& b : how_.blocks) {
            const auto read = panel.read.find(b.device);
            if (b.end() <= panel.cols.end || read == panel.read.end() || !sent.insert(b.device).second)
                continue;
            list_.push_back(
                {.kind = Kind::copy, .writes = {read->second, panel.cols}, .device = b.device, .from = from});
        }
    }

    const Distribution& how_;
    TileOperations held_;  ///< operations on columns that the devices hold
    std::map<std::int64_t, Panel> panels_{};
    TileOperations list_{};
};

/// Whether two neighbours are one step of an algorithm: by the same columns of one triangle.
bool are_one_step(const TileOperation& a, const TileOperation& b) {
    return equal(a.left.cols, b.left.cols) && a.uplo == b.uplo && a.adjoint == b.adjoint;
}

}  // namespace

TileOperations distribute(const TileOperations& operations, const Distribution& distribution) {
    return Distributor(operations, distribution).distribute();
}

TileOperations copy_on_demand(const TileOperations& operations, const CopiesOnDemand& how) {
    TileOperations loads;
    std::vector<std::size_t> load_of(operations.size());
    std::set<std::pair<std::int64_t, std::int64_t>> kept;  // tiles, by their first rows and columns
    Tile written{};
    for (std::size_t i = 0; i < operations.size(); ++i) {
        const TileOperation& op = operations[i];
        if (i == 0 || !are_one_step(operations[i - 1], op)) {
            TileOperation& load = loads.emplace_back(op);
            load.kind = Kind::copy;
            load.writes = {{}, op.left.cols};
            load.left = load.right = {};
        }
        load_of[i] = loads.size() - 1;
        const bool is_new =
            !how.is_kept(op.left) || kept.emplace(op.left.rows.begin, op.left.cols.begin).second;
        if (is_new) extend(loads.back().writes.rows, op.left.rows);
        extend(written.rows, op.writes.rows);
        extend(written.cols, op.writes.cols);
    }
    TileOperations list;
    std::size_t loaded = 0;
    std::optional<DeviceIndex> holder;
    for (std::size_t i = 0; i < operations.size(); ++i) {
        for (; loaded < loads.size() && loaded <= load_of[i] + how.ahead; ++loaded)
            if (!loads[loaded].writes.empty()) list.push_back(loads[loaded]);
        const DeviceIndex device = operations[i].device;
        if (holder != device)
            list.push_back({.kind = Kind::copy, .writes = written, .device = device, .from = holder});
        holder = device;
        list.push_back(operations[i]);
    }
    return list;
}

}  // namespace hg
