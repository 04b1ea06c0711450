#include "tools/hgctl/tune/tune_map.hpp"

#include <algorithm>
#include <set>
#include <sstream>
#include <utility>

#include "tools/hgctl/cli/quantity.hpp"
#include "tools/hgctl/matrices/gemm_words.hpp"
#include "tools/hgctl/pages/html_page.hpp"
#include "tools/hgctl/pages/rate_colour.hpp"

namespace hgctl {
namespace {

using hg::kernels::TunedCell;

constexpr int kCellWidth = 92;
constexpr int kCellHeight = 40;
constexpr int kLabelWidth = 110;
constexpr int kHeadHeight = 28;

std::string name_without_ops(hg::kernels::GemmParameters parameters) {
    parameters.transpose_a = parameters.transpose_b = false;
    std::string name = hg::kernels::name(parameters);
    const std::size_t ops = name.find("_nn");
    return ops == std::string::npos ? name : name.erase(ops, 3);
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

void write_cell(std::ostream& svg, int x, int y, const TunedCell& cell, const KernelLetters& letters,
                double best_rate) {
    const hg::kernels::Measured* best = winner(cell);
    const double reached = best == nullptr ? 0 : rate(cell, *best);
    const RateColour colour = rate_colour(best_rate > 0 ? reached / best_rate : 0);
    const double unit = in_teraflops(best_rate) ? 1e12 : 1e9;
    svg << "<g><title>" << kind_text(cell.shape) << ", " << extent_text(cell.shape) << ": "
        << (best == nullptr ? "no kernel works"
                            : escaped(hg::kernels::name(best->parameters)) + ", " + flops_rate_text(reached));
    if (const hg::kernels::Measured* next = runner_up(cell))
        svg << "; next " << escaped(hg::kernels::name(next->parameters)) << ", "
            << flops_rate_text(rate(cell, *next));
    svg << "</title>\n<rect x=\"" << x + 2 << "\" y=\"" << y + 2 << "\" width=\"" << kCellWidth - 4
        << "\" height=\"" << kCellHeight - 4 << "\" rx=\"4\" fill=\""
        << (best == nullptr ? "#808080" : colour.fill) << "\"/>\n";
    const std::string paint = "text-anchor=\"middle\" style=\"fill:" + colour.text + "\"";
    const int middle = x + kCellWidth / 2;
    if (best == nullptr) {
        write_text(svg, middle, y + 25, "text-anchor=\"middle\" style=\"fill:#ffffff\"", "none");
    } else {
        write_text(svg, middle, y + 18, paint + " font-weight=\"bold\"", letters.of(best->parameters));
        write_text(svg, middle, y + 33, paint, fixed(reached / unit, unit == 1e12 ? 2 : 1));
    }
    svg << "</g>\n";
}

}  // namespace

KernelLetters::KernelLetters(const hg::kernels::TuneReport& report) {
    std::map<std::string, std::size_t> won;
    for (const TunedCell& cell : report.cells)
        if (const hg::kernels::Measured* best = winner(cell)) ++won[name_without_ops(best->parameters)];
    for (const auto& [kernel, cells] : won) entries_.push_back({"", kernel, cells});
    std::stable_sort(entries_.begin(), entries_.end(),
                     [](const Entry& a, const Entry& b) { return a.cells > b.cells; });
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        entries_[i].letter = letters_of(i);
        letter_of_[entries_[i].kernel] = entries_[i].letter;
    }
}

const std::string& KernelLetters::of(const hg::kernels::GemmParameters& parameters) const {
    return letter_of_.at(name_without_ops(parameters));
}

std::string tune_map(const std::vector<const TunedCell*>& cells, const KernelLetters& letters,
                     double best_rate) {
    std::set<std::pair<std::int64_t, std::int64_t>> rows;
    std::set<std::int64_t> columns;
    for (const TunedCell* cell : cells) {
        rows.insert({cell->shape.m, cell->shape.n});
        columns.insert(cell->shape.k);
    }
    const int width = kLabelWidth + kCellWidth * static_cast<int>(columns.size());
    const int height = kHeadHeight + kCellHeight * static_cast<int>(rows.size());
    std::ostringstream svg;
    svg << "<svg width=\"" << width << "\" height=\"" << height << "\" viewBox=\"0 0 " << width << ' '
        << height << "\" role=\"img\">\n";
    write_text(svg, kLabelWidth - 8, 19, "text-anchor=\"end\" class=\"label\"", "m x n");
    for (const std::int64_t k : columns)
        write_text(svg, kLabelWidth + kCellWidth * place_of(columns, k) + kCellWidth / 2, 19,
                   "text-anchor=\"middle\" class=\"label\"", "k = " + std::to_string(k));
    for (const auto& row : rows)
        write_text(svg, kLabelWidth - 8, kHeadHeight + kCellHeight * place_of(rows, row) + 25,
                   "text-anchor=\"end\" class=\"label\"",
                   std::to_string(row.first) + " x " + std::to_string(row.second));
    for (const TunedCell* cell : cells)
        write_cell(svg, kLabelWidth + kCellWidth * place_of(columns, cell->shape.k),
                   kHeadHeight + kCellHeight * place_of(rows, std::pair(cell->shape.m, cell->shape.n)), *cell,
                   letters, best_rate);
    svg << "</svg>\n";
    return svg.str();
}

bool in_teraflops(double best_rate) {
    return best_rate >= 1e12;
}

}  // namespace hgctl
