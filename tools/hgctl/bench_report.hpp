#pragma once

#include <iosfwd>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "bench_gemm.hpp"
#include "blas/model/machine_model.hpp"
#include "runtime/machine/trace.hpp"

namespace hgctl {

/// One row of `hgctl bench`, measured.
struct BenchRow {
    BenchCase bench;
    hg::Target target;     ///< the machine of this row, as measured
    hg::LinkRates staged;  ///< transfers of all its devices from and to pageable memory
    BenchResult result;
    Roofline roof;
    std::optional<double> predicted;  ///< seconds by simulation; none where the call ran no program

    [[nodiscard]] double seconds() const { return result.times.best(); }
    [[nodiscard]] double flops() const;
    [[nodiscard]] double rate() const { return flops() / seconds(); }  ///< flop/s
    [[nodiscard]] const char* memory() const { return bench.pinned ? "pinned" : "pageable"; }
    /// "4096", or "100 x 200 x 300" for m x n x k.
    [[nodiscard]] std::string size_text() const;
    /// The result of a peer; null where it was left out.
    [[nodiscard]] const PeerResult* peer(const std::string& name) const;
};

/// Everything that one `hgctl bench` measured.
struct BenchRun {
    std::string routine;
    double beta = 0;
    int repeat = 0;
    std::vector<std::string> peers;    ///< asked for
    std::vector<std::string> devices;  ///< names of the selected ones
    std::vector<BenchRow> rows;
    std::optional<hg::WatchedRun> last;  ///< one more run of the last row; none where nothing asked for it
};

/// What all links of a target's devices together carry, bytes/s.
hg::LinkRates links_of(const hg::Target& target);

/// "dgemm n = 4096, 2 devices, pageable".
std::string title(const std::string& routine, const BenchCase& bench);

nlohmann::ordered_json bench_json(const BenchRun& run);

/// The rows as cells of text, the head first.
std::vector<std::vector<std::string>> bench_cells(const BenchRun& run);

/// What transfers reach, a line for each number of devices.
std::vector<std::string> link_lines(const BenchRun& run);

}  // namespace hgctl
