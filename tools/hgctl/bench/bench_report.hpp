#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "tools/hgctl/bench/bench_run.hpp"
#include "tools/report/json.hpp"
#include <hg/blas/machine_model.hpp>
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
    /// What rates count, as BenchRoutine::unit says.
    [[nodiscard]] double amount() const { return bench.routine->amount(bench); }
    [[nodiscard]] double rate() const { return amount() / seconds(); }
    /// Of T*; 0 if it is not known.
    [[nodiscard]] double roof_rate() const { return roof.seconds > 0 ? amount() / roof.seconds : 0; }
    /// Who did the work.
    [[nodiscard]] const char* worker() const { return predicted ? "devices" : "CPU"; }
    [[nodiscard]] const char* memory() const { return bench.pinned ? "pinned" : "pageable"; }
    /// The result of a peer; null if it was left out.
    [[nodiscard]] const PeerResult* peer(const std::string& name) const;
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

/// What all links of a target's devices together carry, bytes/s.
hg::LinkRates links_of(const hg::Target& target);

/// "dgemm: C := A B from and to host memory".
std::string headline(const BenchRun& run);

Json bench_json(const BenchRun& run);

/// The rows as cells of text, the head first.
std::vector<std::vector<std::string>> bench_cells(const BenchRun& run);

/// "T* is what kernels, links and host copies allow as measured on this machine", and a hint if it is not known.
std::string roof_text(const BenchRun& run);

/// What transfers reach, a line for each number of devices.
std::vector<std::string> link_lines(const BenchRun& run);

}  // namespace hgctl
