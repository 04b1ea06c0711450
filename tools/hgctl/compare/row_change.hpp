#pragma once

#include <string_view>
#include <vector>

#include "tools/report/comparison/bench_file.hpp"
#include "tools/workload/timing/samples.hpp"

namespace hgctl {

enum class RowVerdict { faster, slower, same, too_few_runs };

/// "faster", "slower", "same", "too few runs"
std::string_view name(RowVerdict verdict);

/// A row in two runs, which must outlive it.
struct RowChange {
    RowChange(const BenchFileRow& row_before, const BenchFileRow& row_after);

    const BenchFileRow* first;
    const BenchFileRow* second;
    Samples before, after;
    double change;  ///< of the median time, as a share of the first; above 0 if the second run takes longer
    double p;       ///< see rank_sum_p()
    /// Faster or slower if p is below 5 %, the same otherwise. Too few runs if there are so few samples that
    /// no times could make p that small.
    RowVerdict verdict;

    /// True if the row is slower by more than a share of the first median, and not the same.
    [[nodiscard]] bool is_beyond(double limit) const { return change > limit && verdict != RowVerdict::same; }
};

/// Two reports, row by row.
struct BenchComparison {
    std::vector<RowChange> changes;
    std::vector<const BenchFileRow*> only_first, only_second;
};

/// Matches rows with equal keys, the i-th of one report with the i-th of the other. Both files must outlive
/// the result.
BenchComparison compared(const BenchFile& first, const BenchFile& second);

}  // namespace hgctl
