#include "kernels/tuner/tuning_plan.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <utility>

namespace hg::kernels {
namespace {

double distance(const GemmExtent& x, const GemmExtent& y) {
    const auto apart = [](std::int64_t a, std::int64_t b) {
        return std::log(static_cast<double>(a)) - std::log(static_cast<double>(b));
    };
    return std::hypot(apart(x.m, y.m), apart(x.n, y.n), apart(x.k, y.k));
}

std::int64_t tile_area(const GemmParameters& p) {
    return std::int64_t{p.tile_m} * p.tile_n;
}

std::int64_t tiles(std::int64_t extent, int tile) {
    return tile > 0 ? (extent + tile - 1) / tile : extent;
}

}  // namespace

std::vector<GemmExtent> cells_of(const TuningGrid& grid) {
    std::vector<GemmExtent> cells;
    const auto add = [&](const GemmExtent& cell) {
        if (std::find(cells.begin(), cells.end(), cell) == cells.end()) cells.push_back(cell);
    };
    for (const GemmExtent& cell : grid.single) add(cell);
    for (const std::int64_t m : grid.m)
        for (const std::int64_t n : grid.n)
            for (const std::int64_t k : grid.k) add({m, n, k});
    return cells;
}

std::vector<GemmExtent> spread_out(std::vector<GemmExtent> cells, const GemmExtent& first) {
    std::vector<GemmExtent> order;
    std::vector<double> least(cells.size(), std::numeric_limits<double>::infinity());
    GemmExtent next = first;
    while (!cells.empty()) {
        order.push_back(next);
        const auto place = std::find(cells.begin(), cells.end(), next);
        if (place != cells.end()) {
            least.erase(least.begin() + (place - cells.begin()));
            cells.erase(place);
        }
        for (std::size_t i = 0; i < cells.size(); ++i)
            least[i] = std::min(least[i], distance(cells[i], next));
        const auto furthest = std::max_element(least.begin(), least.end());
        if (furthest != least.end()) next = cells[static_cast<std::size_t>(furthest - least.begin())];
    }
    return order;
}

std::vector<GemmParameters> choose_finalists(const SearchResult& result, int count) {
    std::vector<GemmParameters> chosen;
    std::int64_t smallest = std::numeric_limits<std::int64_t>::max();
    int fastest = (count + 1) / 2;  // the rest are smaller
    for (const Measured& m : result.measured) {
        if (m.outcome.verdict != Verdict::good || static_cast<int>(chosen.size()) == count) break;
        const bool is_smaller = tile_area(m.parameters) < smallest;
        if (!is_smaller && fastest == 0) continue;
        if (fastest > 0) --fastest;
        smallest = std::min(smallest, tile_area(m.parameters));
        chosen.push_back(m.parameters);
    }
    return chosen;
}

double flops(const GemmShape& s) noexcept {
    return 2 * static_cast<double>(s.m) * static_cast<double>(s.n) * static_cast<double>(s.k);
}

std::vector<int> parts_worth_trying(const GemmShape& shape, const GemmParameters& kernel,
                                    const DeviceModel& device) {
    constexpr std::int64_t kShortest = 256;  // steps of k in a part: less does not pay for adding them up
    constexpr int kMost = 32;
    std::vector<int> parts{1};
    const std::int64_t groups = tiles(shape.m, kernel.tile_m) * tiles(shape.n, kernel.tile_n);
    if (groups >= 2 * device.traits.compute_units) return parts;
    for (int count = 2; count <= kMost && shape.k / count >= kShortest; count *= 2) parts.push_back(count);
    return parts;
}

bool has_winner(const SearchResult& result) noexcept {
    return !result.measured.empty() && result.measured.front().outcome.verdict == Verdict::good;
}

void absorb(SearchResult& into, SearchResult more) {
    const auto best = [](const SearchResult& r) {
        return has_winner(r) ? r.measured.front().outcome.seconds : std::numeric_limits<double>::infinity();
    };
    if (best(more) < best(into)) std::swap(into.measured, more.measured);
    if (more.candidates > into.candidates) {
        into.tried = more.tried;
        into.candidates = more.candidates;
        into.complete = more.complete;
    }
    std::set<std::string> known;
    for (const Measured& m : into.measured) known.insert(name(m.parameters));
    for (Measured& m : more.measured)
        if (known.insert(name(m.parameters)).second) into.measured.push_back(std::move(m));
    std::stable_partition(into.measured.begin(), into.measured.end(),
                          [](const Measured& m) { return m.outcome.verdict == Verdict::good; });
}

}  // namespace hg::kernels
