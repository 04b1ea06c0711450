#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/hgctl/bench/bench_run.hpp"
#include "tools/report/report.hpp"
#include <hg/runtime/machine/machine_model.hpp>
#include <hg/runtime/machine/trace.hpp>

namespace hgctl {

/// One row of `hgctl bench`, measured.
struct BenchRow {
    BenchCase bench;
    hg::Target target;     ///< the machine of this row, as measured
    hg::LinkRates staged;  ///< transfers of all its devices from and to pageable memory
    BenchResult result;
    Roofline roof;
    std::optional<double> predicted;  ///< seconds by simulation of its programs; none if it ran none

    [[nodiscard]] double seconds() const { return result.times.best(); }
    [[nodiscard]] double rate() const { return bench.routine->amount(bench) / seconds(); }
    /// Who did the work.
    [[nodiscard]] const char* worker() const { return predicted ? "devices" : "CPU"; }
    [[nodiscard]] const char* memory() const { return bench.pinned ? "pinned" : "pageable"; }
};

/// Everything that one `hgctl bench` measured.
struct BenchRun {
    BenchCase base;                    ///< what all rows have in common
    std::vector<std::string> peers;    ///< asked for
    std::vector<std::string> devices;  ///< names of the selected ones
    bool names_workers = false;        ///< rows may be the CPU's, and say so
    std::vector<BenchRow> rows;
    std::optional<hg::WatchedRun> last;  ///< one more run of the last row; none if nothing asked for it
};

/// All rows. On the page, rates (measured, T*, ideal, peers) over the number of devices for each size, or
/// over n if there is one number of devices, and the timeline of one run.
Report bench_report(const BenchRun& run);

}  // namespace hgctl
