#include "sparse/spmv/row_division.hpp"

#include <algorithm>
#include <cstddef>

namespace hg::sparse {
namespace {

/// What the rows before row i cost.
class CostOfRows {
  public:
    CostOfRows(std::span<const std::int64_t> row_start, ElementType type) noexcept
        : row_start_(row_start),
          of_nonzero_(static_cast<double>(bytes_of_nonzero(type))),
          of_row_(static_cast<double>(2 * size_of(type) + size_of(ElementType::i32))) {}

    [[nodiscard]] double before(std::int64_t i) const noexcept {
        const std::int64_t nonzeros = row_start_[static_cast<std::size_t>(i)];
        return static_cast<double>(nonzeros) * of_nonzero_ + static_cast<double>(i) * of_row_;
    }
    /// The first row from `first` on before which rows cost `cost` or more; `last` if there is none.
    [[nodiscard]] std::int64_t row_at(double cost, std::int64_t first, std::int64_t last) const noexcept {
        while (first < last) {
            const std::int64_t middle = first + (last - first) / 2;
            if (before(middle) < cost)
                first = middle + 1;
            else
                last = middle;
        }
        return first;
    }

  private:
    std::span<const std::int64_t> row_start_;
    double of_nonzero_, of_row_;
};

}  // namespace

std::vector<RowRange> divided_rows(std::span<const std::int64_t> row_start, ElementType type,
                                   const std::vector<DeviceModel>& devices) {
    const auto rows = static_cast<std::int64_t>(row_start.size()) - 1;
    const CostOfRows cost(row_start, type);
    const auto rate = [&](const DeviceModel& device) {
        return device.available && device.computes(type) ? device.memory_rate : 0;
    };
    double all = 0;
    for (const DeviceModel& device : devices) all += rate(device);
    std::vector<RowRange> divided;
    double done = 0;
    std::int64_t first = 0;
    for (const DeviceModel& device : devices) {
        done += rate(device);
        // The last one takes all that rounding leaves.
        const std::int64_t last =
            done >= all ? rows : cost.row_at(cost.before(rows) * (done / all), first, rows);
        divided.push_back({first, rate(device) > 0 ? last : first});
        first = divided.back().last;
    }
    return divided;
}

std::vector<RowRange> row_blocks(std::span<const std::int64_t> row_start, const RowRange& rows,
                                 std::int64_t nonzeros, std::int64_t unit) {
    nonzeros = std::clamp<std::int64_t>(nonzeros, 1, kMostOnDevice);
    std::vector<RowRange> blocks;
    for (std::int64_t first = rows.first; first < rows.last;) {
        const std::int64_t most = row_start[static_cast<std::size_t>(first)] + nonzeros;
        const auto begin = row_start.begin();
        const auto end = std::upper_bound(begin + first + 1, begin + rows.last + 1, most);
        // Rows take room, too.
        const std::int64_t count = std::min(end - begin - 1 - first, nonzeros);
        const std::int64_t whole = std::max<std::int64_t>(count / unit, 1) * unit;
        const std::int64_t last = first + count == rows.last ? rows.last : std::min(rows.last, first + whole);
        blocks.push_back({first, last});
        first = last;
    }
    return blocks;
}

}  // namespace hg::sparse
