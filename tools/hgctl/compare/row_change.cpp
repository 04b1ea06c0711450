#include "tools/hgctl/compare/row_change.hpp"

#include <algorithm>
#include <array>

#include "tools/hgctl/compare/rank_sum.hpp"

namespace hgctl {
namespace {

constexpr double kSignificant = 0.05;

/// The least p-value that so many samples can have.
double least_p(double first, double second) {
    double choices = 1;
    for (double i = 1; i <= first; ++i) choices *= (second + i) / i;
    return 2 / choices;
}

double change_of(const Samples& before, const Samples& after) {
    return before.median() > 0 ? after.median() / before.median() - 1 : 0;
}

RowVerdict verdict_of(const RowChange& row) {
    const auto count = [](const Samples& samples) { return static_cast<double>(samples.seconds.size()); };
    if (least_p(count(row.before), count(row.after)) >= kSignificant) return RowVerdict::too_few_runs;
    if (row.p >= kSignificant || row.change == 0) return RowVerdict::same;
    return row.change > 0 ? RowVerdict::slower : RowVerdict::faster;
}

}  // namespace

std::string_view name(RowVerdict verdict) {
    constexpr std::array<std::string_view, 4> kNames{"faster", "slower", "same", "too few runs"};
    return kNames.at(static_cast<std::size_t>(verdict));
}

RowChange::RowChange(const BenchFileRow& row_before, const BenchFileRow& row_after)
    : first(&row_before),
      second(&row_after),
      before{row_before.seconds},
      after{row_after.seconds},
      change(change_of(before, after)),
      p(rank_sum_p(before.seconds, after.seconds)),
      verdict(verdict_of(*this)) {}

BenchComparison compared(const BenchFile& first, const BenchFile& second) {
    BenchComparison comparison;
    for (const BenchFileRow& row : second.rows) comparison.only_second.push_back(&row);
    for (const BenchFileRow& row : first.rows) {
        const auto match = std::ranges::find_if(
            comparison.only_second, [&](const BenchFileRow* other) { return row.is_same(*other); });
        if (match == comparison.only_second.end()) {
            comparison.only_first.push_back(&row);
        } else {
            comparison.changes.emplace_back(row, **match);
            comparison.only_second.erase(match);
        }
    }
    return comparison;
}

}  // namespace hgctl
