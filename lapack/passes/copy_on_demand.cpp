#include "lapack/passes/copy_on_demand.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace hg {
namespace {

/// The smallest tile that has both.
Tile hull(const Tile& a, const Tile& b) {
    if (a.empty()) return b;
    return {{std::min(a.rows.begin, b.rows.begin), std::max(a.rows.end, b.rows.end)},
            {std::min(a.cols.begin, b.cols.begin), std::max(a.cols.end, b.cols.end)}};
}

/// Whether two neighbours are one step of an algorithm: by the same columns of one triangle.
bool are_one_step(const TileOperation& a, const TileOperation& b) {
    return equal(a.left.cols, b.left.cols) && a.uplo == b.uplo && a.adjoint == b.adjoint;
}

}  // namespace

TileOperations copy_on_demand(const TileOperations& operations, const CopiesOnDemand& how) {
    TileOperations loads;
    std::vector<std::size_t> load_of(operations.size());
    std::set<std::pair<std::int64_t, std::int64_t>> kept;  // tiles, by their first rows and columns
    Tile written{};
    for (std::size_t i = 0; i < operations.size(); ++i) {
        const TileOperation& op = operations[i];
        if (i == 0 || !are_one_step(operations[i - 1], op)) {
            TileOperation& load = loads.emplace_back(op);
            load.kind = TileOperation::Kind::copy;
            load.writes = load.left = load.right = {};
        }
        load_of[i] = loads.size() - 1;
        const bool is_new =
            !how.is_kept(op.left) || kept.emplace(op.left.rows.begin, op.left.cols.begin).second;
        if (is_new) loads.back().writes = hull(loads.back().writes, op.left);
        written = hull(written, op.writes);
    }
    TileOperations list;
    std::size_t loaded = 0;
    std::optional<DeviceIndex> holder;
    for (std::size_t i = 0; i < operations.size(); ++i) {
        for (; loaded < loads.size() && loaded <= load_of[i] + how.ahead; ++loaded)
            if (!loads[loaded].writes.empty()) list.push_back(loads[loaded]);
        const DeviceIndex device = operations[i].device;
        if (holder != device)
            list.push_back(
                {.kind = TileOperation::Kind::copy, .writes = written, .device = device, .from = holder});
        holder = device;
        list.push_back(operations[i]);
    }
    return list;
}

}  // namespace hg
