#include "tools/hgctl/bench/resident/resident_times.hpp"

#include "tools/workload/timing/chain_length.hpp"

namespace hgctl {

void add_run_options(Command& command, ResidentRuns& runs, const std::string& calls) {
    command.option("--runs", runs.runs, "Timed runs").whole_number(1, 100000).show_default();
    command.option("--warm-up", runs.warm_up, "Runs before those").whole_number(0, 100000).show_default();
    command.option("--chain", runs.chain, calls + " of one run; else as many as take a twentieth of a second")
        .whole_number(1, 100000);
}

void time_chains(const ResidentRuns& runs, const std::function<ChainTimes(int)>& run, ResidentTimes& times,
                 const std::function<void(int)>& after) {
    times.chain = runs.chain > 0 ? runs.chain : chain_length(run(2).wall / 2);
    for (int round = -runs.warm_up; round < runs.runs; ++round) {
        const ChainTimes taken = run(times.chain);
        if (round >= 0) {
            times.wall.seconds.push_back(taken.wall / times.chain);
            times.device.seconds.push_back((taken.device > 0 ? taken.device : taken.wall) / times.chain);
        }
        after(round);
    }
}

}  // namespace hgctl
