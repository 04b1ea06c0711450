#include "tools/peers/device_peer.hpp"

#include <chrono>

#include "tools/peers/integers.hpp"

namespace hgctl {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

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

/// Seconds of calls one after the other.
double run_chain(DeviceCall& there, int times) {
    there.wait();
    const auto begin = Clock::now();
    for (int i = 0; i < times; ++i) there.enqueue();
    there.wait();
    return Seconds(Clock::now() - begin).count();
}

}  // namespace

PeerTime DevicePeer::run(const ListedCall& call, std::size_t /*variant*/) {
    const std::unique_ptr<DeviceCall> there = prepare(call);
    const ListedCall used = placed(call);
    const std::vector<const ListedOperand*> operands = used.operands();
    const auto begin = Clock::now();
    for (std::size_t i = 0; i < operands.size(); ++i)
        if (operands[i]->read) load(*there, i, *operands[i]);
    const double resident = run_chain(*there, 1);
    for (std::size_t i = 0; i < operands.size(); ++i)
        if (operands[i]->written) store(*there, i, *operands[i], operands[i]->data);
    const double seconds = Seconds(Clock::now() - begin).count();
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
    std::vector<double> seconds;
    for (int run = 0; run < call.runs; ++run) seconds.push_back(run_chain(*there, call.chain) / call.chain);
    return seconds;
}

}  // namespace hgctl
