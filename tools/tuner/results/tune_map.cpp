#include "tools/tuner/results/tune_map.hpp"

#include <algorithm>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

#include "tools/report/page/html_page.hpp"
#include "tools/report/page/rate_colour.hpp"
#include "tools/report/quantity.hpp"

namespace hgctl {
namespace {

using hg::kernels::TunedCell;

constexpr int kCellWidth = 92;
constexpr int kCellHeight = 40;
constexpr int kLabelWidth = 110;
constexpr int kHeadHeight = 28;

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

template <class T>
int place_of(const std::set<T>& values, const T& value) {
    return static_cast<int>(std::distance(values.begin(), values.find(value)));
}

void write_text(std::ostream& svg, int x, int y, const std::string& attributes, const std::string& text) {
    svg << "<text x=\"" << x << "\" y=\"" << y << "\" " << attributes << ">" << escaped(text) << "</text>\n";
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

void write_cell(std::ostream& svg, int x, int y, const TuneRun& run, const TunedCell& cell,
                const KernelLetters& letters, double best_rate) {
    const hg::kernels::Measured* best = winner(cell);
    const double reached = best == nullptr ? 0 : rate(cell, *best);
    const RateColour colour = rate_colour(best_rate > 0 ? reached / best_rate : 0);
    svg << "<g><title>" << kind_text(cell.problem) << ", " << extent_text(cell.problem) << ": "
        << (best == nullptr ? "no kernel works"
                            : escaped(best->kernel.name) + ", " + rate_text(run, cell, *best));
    if (const hg::kernels::Measured* next = runner_up(cell))
        svg << "; next " << escaped(next->kernel.name) << ", " << rate_text(run, cell, *next);
    svg << "</title>\n<rect x=\"" << x + 2 << "\" y=\"" << y + 2 << "\" width=\"" << kCellWidth - 4
        << "\" height=\"" << kCellHeight - 4 << "\" rx=\"4\" fill=\""
        << (best == nullptr ? "#808080" : colour.fill) << "\"/>\n";
    const std::string paint = "text-anchor=\"middle\" style=\"fill:" + colour.text + "\"";
    const int middle = x + kCellWidth / 2;
    if (best == nullptr) {
        write_text(svg, middle, y + 25, "text-anchor=\"middle\" style=\"fill:#ffffff\"", "none");
    } else {
        write_text(svg, middle, y + 18, paint + " font-weight=\"bold\"", letters.of(cell));
        write_text(svg, middle, y + 33, paint, map_text(run, cell, reached, best_rate));
    }
    svg << "</g>\n";
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
    for (const TunedCell* cell : cells) {
        rows.insert(row_of(cell->problem.extents));
        columns.insert(cell->problem.extents.back());
    }
    const int width = kLabelWidth + kCellWidth * static_cast<int>(columns.size());
    const int height = kHeadHeight + kCellHeight * static_cast<int>(rows.size());
    std::ostringstream svg;
    svg << "<svg width=\"" << width << "\" height=\"" << height << "\" viewBox=\"0 0 " << width << ' '
        << height << "\" role=\"img\">\n";
    const std::vector<std::string_view>& names = cells.front()->problem.routine->extents;
    write_text(svg, kLabelWidth - 8, 19, "text-anchor=\"end\" class=\"label\"", product_text(row_of(names)));
    for (const std::int64_t column : columns)
        write_text(svg, kLabelWidth + kCellWidth * place_of(columns, column) + kCellWidth / 2, 19,
                   "text-anchor=\"middle\" class=\"label\"",
                   std::string(names.back()) + " = " + std::to_string(column));
    for (const Extents& row : rows)
        write_text(svg, kLabelWidth - 8, kHeadHeight + kCellHeight * place_of(rows, row) + 25,
                   "text-anchor=\"end\" class=\"label\"", product_text(row));
    for (const TunedCell* cell : cells)
        write_cell(svg, kLabelWidth + kCellWidth * place_of(columns, cell->problem.extents.back()),
                   kHeadHeight + kCellHeight * place_of(rows, row_of(cell->problem.extents)), run, *cell,
                   letters, best_rate);
    svg << "</svg>\n";
    return svg.str();
}

MapUnit map_unit(const hg::kernels::TunableRoutine& routine, double best_rate) {
    if (routine.unit == hg::kernels::RateUnit::bytes) return {"GB/s", 1e9, 0};
    return best_rate >= 1e12 ? MapUnit{"TFLOP/s", 1e12, 2} : MapUnit{"GFLOP/s", 1e9, 1};
}

}  // namespace hgctl
