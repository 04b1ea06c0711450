#include "tools/peers/device_peer.hpp"

#include "tools/cli/stopwatch.hpp"
#include "tools/peers/chain.hpp"
#include "tools/peers/integers.hpp"

namespace hgctl {
namespace {

void load(DeviceCall& there, std::size_t i, const ListedOperand& operand) {
    if (!operand.is_integral()) return there.load(i, operand.data);
    there.load(i, narrow(operand).data());
}

void store(DeviceCall& there, std::size_t i, const ListedOperand& operand, void* to) {
    if (!operand.is_integral()) return there.store(i, to);
    std::vector<int> integers(static_cast<std::size_t>(operand.rows));
    there.store(i, integers.data());
    widen(integers, operand, to, there.first_index());
}

}  // namespace

PeerTime DevicePeer::run(const ListedCall& call, std::size_t /*variant*/) {
    const std::unique_ptr<DeviceCall> there = prepare(call);
    const ListedCall used = placed(call);
    const std::vector<const ListedOperand*> operands = used.operands();
    Stopwatch watch;
    for (std::size_t i = 0; i < operands.size(); ++i)
        if (operands[i]->read) load(*there, i, *operands[i]);
    const double resident = run_chain(*there, 1);
    for (std::size_t i = 0; i < operands.size(); ++i)
        if (operands[i]->written) store(*there, i, *operands[i], operands[i]->data);
    const double seconds = watch.lap();
    finish();
    there->check();
    return {seconds, resident};
}

std::vector<double> DevicePeer::repeat(const ListedCall& call) {
    const std::unique_ptr<DeviceCall> there = prepare(call);
    const std::vector<const ListedOperand*> operands = call.operands();
    for (std::size_t i = 0; i < operands.size(); ++i) load(*there, i, *operands[i]);
    run_chain(*there, 1);
    for (std::size_t i = 0; i < operands.size(); ++i)
        if (operands[i]->result != nullptr) store(*there, i, *operands[i], operands[i]->result);
    return run_chains(*there, call.runs, call.chain);
}

}  // namespace hgctl
