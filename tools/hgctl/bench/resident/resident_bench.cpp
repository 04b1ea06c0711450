#include "tools/hgctl/bench/resident/resident_bench.hpp"

#include <algorithm>

#include "tools/hgctl/bench/resident/resident_data.hpp"
#include "tools/hgctl/bench/resident/resident_program.hpp"
#include "tools/workload/timing/chain_length.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

void load(ResidentDevice& device, const ResidentProgram& program, ResidentData& data) {
    for (std::size_t i = 0; i < data.size(); ++i) device.load(program.operand(i), data.before(i));
}

double check(ResidentDevice& device, ResidentProgram& program, ResidentData& data) {
    load(device, program, data);
    program.run_once();
    for (std::size_t i = 0; i < data.size(); ++i)
        if (void* const after = data.after(i)) device.store(program.operand(i), after);
    data.widen_index();
    return data.error();
}

ResidentPeerResult bench_peer(Peer& peer, const ResidentCase& bench, ResidentData& data, int chain) {
    ResidentPeerResult result{.name = peer.name(), .failure = {}, .times = {}};
    try {
        ListedCall call = data.listed();
        call.chain = chain;
        call.runs = bench.runs;
        result.times.seconds = peer.repeat(call);
        result.error = data.error();
    } catch (const hg::Error& error) {
        result.failure = error.what();
    }
    return result;
}

}  // namespace

ResidentResult bench_resident(ResidentDevice& device, const hg::DeviceModel& model, const ResidentCase& bench,
                              ResidentData& data, const std::vector<std::unique_ptr<Peer>>& peers) {
    ResidentProgram program(device, model, bench);
    ResidentResult result;
    result.kernels = program.kernels();
    result.error = check(device, program, data);
    result.chain = bench.chain > 0 ? bench.chain : chain_length(program.run(2).wall / 2);
    for (int round = -bench.warm_up; round < bench.runs; ++round) {
        const ChainTimes times = program.run(result.chain);
        if (round < 0) continue;
        result.wall.seconds.push_back(times.wall / result.chain);
        result.device.seconds.push_back((times.device > 0 ? times.device : times.wall) / result.chain);
    }
    for (const auto& peer : peers) result.peers.push_back(bench_peer(*peer, bench, data, result.chain));
    return result;
}

}  // namespace hgctl
