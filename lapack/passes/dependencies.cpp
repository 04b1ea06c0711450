#include "lapack/passes/dependencies.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

namespace hg {
namespace {

struct RowAccess {
    Span rows;
    std::uint32_t operation;
};

/// The accesses to columns between two neighbouring bounds, on one device, that later ones may have to wait
/// for.
struct ColumnAccesses {
    std::vector<RowAccess> writers{};
    std::vector<RowAccess> readers{};
};

/// Forgets accesses that a later writer of `rows` stands for.
void replace(std::vector<RowAccess>& accesses, const Span& rows) {
    for (RowAccess& access : accesses)
        if (rows.begin <= access.rows.begin)
            access.rows.begin = std::clamp(rows.end, access.rows.begin, access.rows.end);
        else if (rows.end >= access.rows.end)
            access.rows.end = std::clamp(rows.begin, access.rows.begin, access.rows.end);
    std::erase_if(accesses, [](const RowAccess& access) { return access.rows.empty(); });
}

class DependencyFinder {
  public:
    explicit DependencyFinder(const TileOperations& operations) : operations_(operations) {
        for (const TileOperation& op : operations)
            for_each_access(op, [&](DeviceIndex, const Tile& tile, bool) {
                bounds_.insert(bounds_.end(), {tile.cols.begin, tile.cols.end});
            });
        std::sort(bounds_.begin(), bounds_.end());
        bounds_.erase(std::unique(bounds_.begin(), bounds_.end()), bounds_.end());
    }

    OperationDependencies find() && {
        OperationDependencies found{std::vector<std::uint32_t>(operations_.size(), 0),
                                    std::vector<std::vector<std::uint32_t>>(operations_.size())};
        for (std::uint32_t i = 0; i < operations_.size(); ++i) {
            awaited_.clear();
            for_each_access(operations_[i], [&](DeviceIndex device, const Tile& tile, bool writes) {
                for_columns(device, tile.cols, [&](ColumnAccesses& columns) {
                    wait_for(columns.writers, tile.rows);
                    if (writes) wait_for(columns.readers, tile.rows);
                });
            });
            for_each_access(operations_[i], [&](DeviceIndex device, const Tile& tile, bool writes) {
                for_columns(device, tile.cols, [&](ColumnAccesses& columns) {
                    add(columns, {tile.rows, i}, writes);
                });
            });
            std::sort(awaited_.begin(), awaited_.end());
            awaited_.erase(std::unique(awaited_.begin(), awaited_.end()), awaited_.end());
            found.awaited[i] = static_cast<std::uint32_t>(awaited_.size());
            for (const std::uint32_t other : awaited_) found.followers[other].push_back(i);
        }
        return found;
    }

  private:
    template <class Body>
    void for_columns(DeviceIndex device, const Span& cols, const Body& body) {
        std::vector<ColumnAccesses>& all = accesses_[device];
        all.resize(bounds_.size());
        const auto first = std::lower_bound(bounds_.begin(), bounds_.end(), cols.begin) - bounds_.begin();
        for (auto c = static_cast<std::size_t>(first); bounds_[c] < cols.end; ++c) body(all[c]);
    }

    void wait_for(const std::vector<RowAccess>& accesses, const Span& rows) {
        for (const RowAccess& access : accesses)
            if (overlap(access.rows, rows)) awaited_.push_back(access.operation);
    }

    static void add(ColumnAccesses& columns, const RowAccess& access, bool writes) {
        if (!writes) return columns.readers.push_back(access);
        replace(columns.writers, access.rows);
        replace(columns.readers, access.rows);
        columns.writers.push_back(access);
    }

    const TileOperations& operations_;
    std::vector<std::int64_t> bounds_{};  ///< of columns, in ascending order
    std::map<DeviceIndex, std::vector<ColumnAccesses>> accesses_{};
    std::vector<std::uint32_t> awaited_{};  ///< by the present operation
};

}  // namespace

OperationDependencies dependencies(const TileOperations& operations) {
    return DependencyFinder(operations).find();
}

}  // namespace hg
