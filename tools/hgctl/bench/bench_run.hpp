#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "tools/hgctl/bench/peer_turns.hpp"
#include "tools/hgctl/bench/routines/bench_routine.hpp"

namespace hgctl {

struct BenchResult {
    Samples times;
    BenchError error;
    std::uint64_t fingerprint = 0;
    int chain = 1;                      ///< calls that were timed together
    std::vector<hg::Program> programs;  ///< that one call ran; none if it needed none
    std::vector<PeerResult> peers;
};

using PeerTurnList = std::vector<std::unique_ptr<PeerTurns>>;

/// The turns of all peers at a problem, which is restored before each of them.
PeerTurnList turns_of(const std::vector<std::unique_ptr<Peer>>& peers, int devices, BenchProblem& problem);

/// Runs one case: `warmup` rounds that do not count, then `repeat` rounds. In each round hg and each peer
/// take their turn, so that a machine that slows down slows all alike. All share the matrices, which are
/// restored before each run. A run is one call, or several if the routine is chained; then one more call
/// shows whether results are right. `trace`, if given, watches one more run after the last round.
BenchResult run_bench(hg::Session& session, const BenchCase& bench,
                      const std::vector<std::unique_ptr<Peer>>& peers, hg::Observer* trace);

}  // namespace hgctl
