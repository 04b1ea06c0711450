#include "tools/tuner/tuning_plan.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <utility>

namespace hg::kernels {
namespace {

/// Every combination of the sizes of a grid, the last extent running fastest.
std::vector<Extents> combinations(const std::vector<Extents>& sizes) {
    if (sizes.empty()) return {};
    std::vector<Extents> all{{}};
    for (const Extents& values : sizes) {
        std::vector<Extents> longer;
        for (const Extents& begun : all)
            for (const std::int64_t value : values) {
                longer.push_back(begun);
                longer.back().push_back(value);
            }
        all = std::move(longer);
    }
    return all;
}

}  // namespace

double distance(const Extents& x, const Extents& y) {
    std::vector<double> apart;
    for (std::size_t i = 0; i < x.size(); ++i)
        apart.push_back(std::fabs(std::log(static_cast<double>(x[i])) - std::log(static_cast<double>(y[i]))));
    const double most = apart.empty() ? 0 : *std::max_element(apart.begin(), apart.end());
    if (most == 0) return 0;
    double squares = 0;
    for (const double a : apart) squares += (a / most) * (a / most);
    return most * std::sqrt(squares);
}

std::vector<Extents> cells_of(const TuningGrid& grid) {
    std::vector<Extents> cells;
    const auto add = [&](const Extents& cell) {
        if (std::find(cells.begin(), cells.end(), cell) == cells.end()) cells.push_back(cell);
    };
    for (const Extents& cell : grid.single) add(cell);
    for (const Extents& cell : combinations(grid.sizes)) add(cell);
    return cells;
}

std::vector<Extents> spread_out(std::vector<Extents> cells, const Extents& first) {
    std::vector<Extents> order;
    std::vector<double> least(cells.size(), std::numeric_limits<double>::infinity());
    Extents next = first;
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

std::vector<TunableKernel> choose_finalists(const TunableRoutine& routine, const SearchResult& result,
                                            int count) {
    std::vector<TunableKernel> chosen;
    std::int64_t smallest = std::numeric_limits<std::int64_t>::max();
    int fastest = (count + 1) / 2;  // the rest are smaller
    for (const Measured& m : result.measured) {
        if (m.outcome.verdict != Verdict::good || static_cast<int>(chosen.size()) == count) break;
        const std::int64_t size = routine.size(m.kernel);
        if (size >= smallest && fastest == 0) continue;
        if (fastest > 0) --fastest;
        smallest = std::min(smallest, size);
        chosen.push_back(m.kernel);
    }
    return chosen;
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
    for (const Measured& m : into.measured) known.insert(m.kernel.name);
    for (Measured& m : more.measured)
        if (known.insert(m.kernel.name).second) into.measured.push_back(std::move(m));
    std::stable_partition(into.measured.begin(), into.measured.end(),
                          [](const Measured& m) { return m.outcome.verdict == Verdict::good; });
}

}  // namespace hg::kernels
