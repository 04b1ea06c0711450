#include "sparse/formats/row_order.hpp"

#include <algorithm>
#include <numeric>

#include "sparse/matrix/buckets.hpp"

namespace hg::sparse {
namespace {

/// Larger windows are sorted by all threads, smaller ones each by one.
constexpr std::int64_t kLargeWindow = 1 << 16;

/// The rows of one window.
struct Window {
    std::span<const std::int32_t> row_start;
    std::int64_t first, last;

    [[nodiscard]] std::int64_t length(std::int64_t r) const noexcept {
        const auto at = static_cast<std::size_t>(r);
        return row_start[at + 1] - row_start[at];
    }
};

void sort_by_one(const Window& window, std::int32_t* order) noexcept {
    std::iota(order + window.first, order + window.last, static_cast<std::int32_t>(window.first));
    std::sort(order + window.first, order + window.last, [&](std::int32_t a, std::int32_t b) {
        const std::int64_t of_a = window.length(a), of_b = window.length(b);
        return of_a != of_b ? of_a > of_b : a < b;
    });
}

/// A bucket for each length.
void sort_by_all(const Window& window, std::int32_t* order) {
    std::int64_t longest = 0;
    for (std::int64_t r = window.first; r < window.last; ++r) longest = std::max(longest, window.length(r));
    const std::int64_t rows = window.last - window.first, parts = parts_for_buckets(rows, longest + 1);
    HostArray<std::int64_t> start(longest + 2);
    const auto visit = [&](std::int64_t part, const auto& take) {
        for (auto i = begin_of_share(part, parts, rows); i < begin_of_share(part + 1, parts, rows); ++i)
            take(longest - window.length(window.first + i), window.first + i);
    };
    const auto place = [&](std::int64_t position, std::int64_t r) {
        order[window.first + position] = static_cast<std::int32_t>(r);
    };
    into_buckets(longest + 1, parts, visit, place, start.data());
}

}  // namespace

HostArray<std::int32_t> row_order(std::span<const std::int32_t> row_start, std::int64_t window) {
    const auto rows = static_cast<std::int64_t>(row_start.size()) - 1;
    HostArray<std::int32_t> order(rows);
    window = std::clamp<std::int64_t>(window, 1, std::max<std::int64_t>(rows, 1));
    const std::int64_t windows = (rows + window - 1) / window;
    const auto window_at = [&](std::int64_t i) {
        return Window{row_start, i * window, std::min(rows, (i + 1) * window)};
    };
    if (window > kLargeWindow)
        for (std::int64_t i = 0; i < windows; ++i) sort_by_all(window_at(i), order.data());
    else
        parallel_for(windows,
                     [&](std::int64_t first, std::int64_t last) {
                         for (std::int64_t i = first; i < last; ++i) sort_by_one(window_at(i), order.data());
                     },
                     {.least = kWorkOfShare / window + 1});
    return order;
}

}  // namespace hg::sparse
