#include "tools/tuner/results/tune_map.hpp"

#include <algorithm>
#include <set>
#include <string_view>

#include "tools/report/page/figure.hpp"
#include "tools/report/quantity.hpp"

namespace hgctl {
namespace {

using hg::kernels::TunedCell;

using hg::kernels::Extents;
using hg::kernels::product_text;

/// The name of a cell's winner without its operation.
std::string winner_without_ops(const TunedCell& cell) {
    std::string name = winner(cell)->kernel.name;
    const std::string operation(operation_word(cell.problem));
    const std::size_t place = operation.empty() ? std::string::npos : name.find("_" + operation);
    return place == std::string::npos ? name : name.erase(place, operation.size() + 1);
}

/// All extents but the last, or all their words.
template <class T>
std::vector<T> row_of(std::vector<T> extents) {
    extents.pop_back();
    return extents;
}

/// A to Z, then AA, AB, ...
std::string letters_of(std::size_t place) {
    std::string text(1, static_cast<char>('A' + place % 26));
    return place < 26 ? text : letters_of(place / 26 - 1) + text;
}

/// "12.3" in the map's unit, with a share of the memory's rate "3812, 91 %".
std::string map_text(const TuneRun& run, const TunedCell& cell, double reached, double best_rate) {
    const hg::kernels::TunableRoutine& routine = *cell.problem.routine;
    const MapUnit unit = map_unit(routine, best_rate);
    const double figure = reached / unit.size;
    const bool bytes = routine.unit == hg::kernels::RateUnit::bytes;
    const int more = !bytes || figure >= 100 ? 0
                     : figure >= 10          ? 1
                                             : 2;  // short vectors are far from the longest
    const std::string text = fixed(figure, unit.decimals + more);
    const double share = share_of_memory(run, routine, reached);
    return share > 0 ? text + ", " + fixed(100 * share, 0) + " %" : text;
}

/// All about a cell: its kernels and their rates.
std::string title_of(const TuneRun& run, const TunedCell& cell) {
    const std::string title = kind_text(cell.problem) + ", " + extent_text(cell.problem) + "\n";
    const hg::kernels::Measured* best = winner(cell);
    if (best == nullptr) return title + "no kernel works";
    const auto text = [&](const hg::kernels::Measured& of) {
        return of.kernel.name + ", " + rate_text(run, cell, of);
    };
    const hg::kernels::Measured* next = runner_up(cell);
    return title + text(*best) + (next == nullptr ? "" : "\nnext " + text(*next));
}

Json cell_json(const TuneRun& run, const TunedCell& cell, const KernelLetters& letters, double best_rate) {
    const hg::kernels::Measured* best = winner(cell);
    const double reached = best == nullptr ? 0 : rate(cell, *best);
    Json json{{"row", product_text(row_of(cell.problem.extents))},
              {"column", std::to_string(cell.problem.extents.back())},
              {"title", title_of(run, cell)}};
    if (best == nullptr) return json;
    json.update({{"letter", letters.of(cell)},
                 {"rate", reached / map_unit(*cell.problem.routine, best_rate).size},
                 {"text", map_text(run, cell, reached, best_rate)}});
    return json;
}

}  // namespace

KernelLetters::KernelLetters(const hg::kernels::TuneReport& report) {
    std::map<std::string, std::size_t> won;
    for (const TunedCell& cell : report.cells)
        if (winner(cell) != nullptr) ++won[winner_without_ops(cell)];
    for (const auto& [kernel, cells] : won) entries_.push_back({"", kernel, cells});
    std::stable_sort(entries_.begin(), entries_.end(),
                     [](const Entry& a, const Entry& b) { return a.cells > b.cells; });
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        entries_[i].letter = letters_of(i);
        letter_of_[entries_[i].kernel] = entries_[i].letter;
    }
}

const std::string& KernelLetters::of(const TunedCell& cell) const {
    return letter_of_.at(winner_without_ops(cell));
}

std::string tune_map(const TuneRun& run, const std::vector<const TunedCell*>& cells,
                     const KernelLetters& letters, double best_rate) {
    std::set<Extents> rows;
    std::set<std::int64_t> columns;
    Json list = Json::array();
    for (const TunedCell* cell : cells) {
        rows.insert(row_of(cell->problem.extents));
        columns.insert(cell->problem.extents.back());
        list.push_back(cell_json(run, *cell, letters, best_rate));
    }
    Json row_names = Json::array();
    for (const Extents& row : rows) row_names.push_back(product_text(row));
    Json column_names = Json::array();
    for (const std::int64_t column : columns) column_names.push_back(std::to_string(column));
    const hg::kernels::TunableRoutine& routine = *cells.front()->problem.routine;
    const MapUnit unit = map_unit(routine, best_rate);
    const std::vector<std::string_view>& names = routine.extents;
    return figure("map",
                  {{"title", kind_text(cells.front()->problem)},
                   {"x", Json{{"title", names.back()}, {"names", column_names}}},
                   {"y", Json{{"title", product_text(row_of(names))}, {"names", row_names}}},
                   {"unit", unit.name},
                   {"best", best_rate / unit.size},
                   {"cells", list}},
                  "");
}

MapUnit map_unit(const hg::kernels::TunableRoutine& routine, double best_rate) {
    if (routine.unit == hg::kernels::RateUnit::bytes) return {"GB/s", 1e9, 0};
    return best_rate >= 1e12 ? MapUnit{"TFLOP/s", 1e12, 2} : MapUnit{"GFLOP/s", 1e9, 1};
}

}  // namespace hgctl
