#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "blas/session.hpp"
#include "peer_turns.hpp"
#include "roofline.hpp"

namespace hgctl {

/// One row of `hgctl bench`: C := A B + beta C, column-major, from host memory to host memory.
struct BenchCase {
    hg::ElementType type = hg::ElementType::f64;
    std::int64_t m = 0, n = 0, k = 0;
    double beta = 0;
    bool pinned = false;
    std::int64_t block = 0;  ///< 0: the library's choice
    int warmup = 1;
    int repeat = 5;
    std::optional<int> peer_repeat;  ///< turns of each peer, all of which count; else as many as ours
    int devices = 1;                 ///< of the session; also for peers that can use several

    [[nodiscard]] GemmWork work() const {
        return {.type = type, .m = m, .n = n, .k = k, .reads_c = beta != 0, .pinned = pinned};
    }
};

struct BenchResult {
    Samples times;
    double error = 0;                    ///< in units of the bound, see gemm_error_estimate()
    std::uint64_t fingerprint = 0;       ///< of C's bits: equal for equal results
    std::optional<hg::Program> program;  ///< that the session ran; none where the call needed none
    std::vector<PeerResult> peers;
};

/// Runs one case: `warmup` rounds that do not count, then `repeat` rounds. In each round hg and each peer
/// take their turn, so that a machine that slows down slows all alike. All share A, B and C; before each run
/// C is filled afresh, with NaN where beta is 0. `trace`, where given, watches one more run after the last
/// round.
BenchResult bench_gemm(hg::Session& session, const BenchCase& bench,
                       const std::vector<std::unique_ptr<Peer>>& peers, hg::Observer* trace);

}  // namespace hgctl
