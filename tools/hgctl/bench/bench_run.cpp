#include "tools/hgctl/bench/bench_run.hpp"

#include <algorithm>
#include <chrono>

#include "tools/workload/timing/chain_length.hpp"

namespace hgctl {
namespace {

/// Keeps the programs that it sees run.
class ProgramWatch final : public hg::Observer {
  public:
    void on_begin(std::uint64_t /*run*/, const hg::Program& program) noexcept override {
        programs_.push_back(program);
    }
    [[nodiscard]] const std::vector<hg::Program>& programs() const noexcept { return programs_; }

  private:
    std::vector<hg::Program> programs_;
};

/// Seconds of a call.
double time_ours(BenchProblem& problem) {
    problem.restore();
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < problem.chain(); ++i) problem.run();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() / problem.chain();
}

double time_watched(hg::Session& session, BenchProblem& problem, hg::Observer& observer) {
    session.observe(&observer);
    const double seconds = time_ours(problem);
    session.observe(nullptr);
    return seconds;
}

/// The calls of one run, found by a run of one call.
int chain_of(hg::Session& session, const BenchCase& bench, BenchProblem& problem, ProgramWatch& watch) {
    if (!bench.routine->moves_memory()) return 1;
    time_watched(session, problem, watch);  // it makes what later calls find
    return bench.chain > 0 ? bench.chain : chain_length(time_ours(problem));
}

/// Makes run() leave what one call leaves.
template <class Run>
void run_once(BenchProblem& problem, const Run& run) {
    const int chain = problem.chain();
    problem.set_chain(1);
    run();
    problem.set_chain(chain);
}

}  // namespace

PeerTurnList turns_of(const std::vector<std::unique_ptr<Peer>>& peers, int devices, BenchProblem& problem) {
    PeerTurnList turns;
    for (const auto& peer : peers)
        turns.push_back(std::make_unique<PeerTurns>(*peer, devices, [&](Peer& theirs, std::size_t variant) {
            problem.restore();
            return problem.run(theirs, variant);
        }));
    return turns;
}

BenchResult run_bench(hg::Session& session, const BenchCase& bench,
                      const std::vector<std::unique_ptr<Peer>>& peers, hg::Observer* trace) {
    const std::unique_ptr<BenchProblem> problem =
        (bench.refine ? bench.routine->refined : bench.routine->make)(&session, bench);
    BenchResult result;
    ProgramWatch watch;
    result.chain = chain_of(session, bench, *problem, watch);
    problem->set_chain(result.chain);
    const PeerTurnList turns = turns_of(peers, bench.devices, *problem);
    const int peer_warmup = bench.peer_repeat ? 0 : bench.warmup;
    const int peer_repeat = bench.peer_repeat.value_or(bench.repeat);
    for (int round = -bench.warmup; round < std::max(bench.repeat, peer_repeat); ++round) {
        if (round < bench.repeat) {
            const bool first = round == -bench.warmup && !bench.routine->moves_memory();
            const double ours = first ? time_watched(session, *problem, watch) : time_ours(*problem);
            if (round >= 0) result.times.seconds.push_back(ours);
        }
        if (round == bench.repeat - 1) {
            if (result.chain > 1) run_once(*problem, [&] { time_ours(*problem); });
            result.error = problem->error();
            result.fingerprint = problem->fingerprint();
        }
        if (round < -peer_warmup || round >= peer_repeat) continue;
        for (const auto& turn : turns) {
            turn->take(round >= 0);
            if (round < peer_repeat - 1) continue;
            if (result.chain > 1) run_once(*problem, [&] { turn->take(false); });
            if (turn->succeeded()) turn->set_error(problem->error().error);
        }
    }
    result.programs = watch.programs();
    for (const auto& turn : turns) result.peers.push_back(turn->result());
    if (trace != nullptr) run_once(*problem, [&] { time_watched(session, *problem, *trace); });
    return result;
}

}  // namespace hgctl
