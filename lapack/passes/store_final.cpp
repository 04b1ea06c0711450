#include "lapack/passes/store_final.hpp"

#include <algorithm>
#include <cstddef>

namespace hg {
namespace {

class FinalStores {
  public:
    FinalStores(const TileOperations& operations, const FinalTiles& final_tiles)
        : operations_(operations), final_(final_tiles), rows_(final_tiles.units.size()) {
        for (const TileOperation& op : operations)
            for_units(op, [&](std::size_t u) { extend(rows_[u], op.writes.rows); });
        for (const Span& rows : rows_) first_changed_.push_back(rows.end);
    }

    TileOperations add() && {
        std::vector<TileOperations> stores(operations_.size());
        for (std::size_t i = operations_.size(); i-- > 0;)
            for_units(operations_[i], [&](std::size_t u) {
                const TileOperation& op = operations_[i];
                const std::int64_t end = stored_before(u);
                first_changed_[u] = std::min(first_changed_[u], op.writes.rows.begin);
                const Span rows{stored_before(u), end};
                if (!rows.empty())
                    stores[i].push_back({.kind = TileOperation::Kind::store,
                                         .writes = {rows, final_.units[u]},
                                         .device = op.device});
            });
        TileOperations list;
        for (std::size_t i = 0; i < operations_.size(); ++i) {
            list.push_back(operations_[i]);
            std::size_t behind = i;
            while (!final_.before_exchanges && behind + 1 < operations_.size() &&
                   is_exchange(operations_[behind + 1]))
                list.push_back(operations_[++behind]);
            list.insert(list.end(), stores[i].begin(), stores[i].end());
            i = behind;
        }
        return list;
    }

  private:
    /// Calls body(position of unit) for the units that an operation writes.
    template <class Body>
    void for_units(const TileOperation& op, const Body& body) const {
        if (is_exchange(op)) return;
        auto unit = std::ranges::upper_bound(final_.units, op.writes.cols.begin, {}, &Span::end);
        for (; unit != final_.units.end() && unit->begin < op.writes.cols.end; ++unit)
            body(static_cast<std::size_t>(unit - final_.units.begin()));
    }

    /// The end of the rows of a unit that leave before the operations seen so far.
    [[nodiscard]] std::int64_t stored_before(std::size_t u) const {
        const auto [first, end] = rows_[u];
        if (first_changed_[u] == end) return end;
        return final_.rows_before ? std::max(first, final_.rows_before(first_changed_[u], final_.units[u]))
                                  : first;
    }

    const TileOperations& operations_;
    const FinalTiles& final_;
    std::vector<Span> rows_;                     ///< of each unit, that are written
    std::vector<std::int64_t> first_changed_{};  ///< of each unit, the first row that operations seen write
};

}  // namespace

TileOperations store_final(const TileOperations& operations, const FinalTiles& final_tiles) {
    return FinalStores(operations, final_tiles).add();
}

}  // namespace hg
