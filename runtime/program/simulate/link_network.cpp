#include "runtime/program/simulate/link_network.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "runtime/program/simulate/timing.hpp"

namespace hg {

LinkNetwork::LinkNetwork(const Program& program, const Target& target)
    : program_(program),
      target_(target),
      flow_in_(program.devices().size()),
      flow_out_(program.devices().size()) {
    add_resources(target);
    fair_share_ = FairShare(capacities_);
}

void LinkNetwork::add_resources(const Target& target) {
    constexpr double kAlways = std::numeric_limits<double>::infinity();
    const std::span<Flow> in(flow_in_), out(flow_out_);
    double rate_in = 0;
    double rate_out = 0;
    for (std::size_t d = 0; d < in.size(); ++d) {
        const DeviceModel& device = target.devices[d];
        const double link_in = link_rate(device, Operation::load);
        const double link_out = link_rate(device, Operation::store);
        add_resource(link_in, kAlways, in.subspan(d, 1), {});
        add_resource(link_out, kAlways, {}, out.subspan(d, 1));
        add_resource(device.link_both, link_in + link_out, in.subspan(d, 1), out.subspan(d, 1));
        rate_in += link_in;
        rate_out += link_out;
    }
    add_resource(target.links_in, rate_in, in, {});
    add_resource(target.links_out, rate_out, {}, out);
    add_resource(target.links_both, rate_in + rate_out, in, out);
    if (target.host_copy_rate >= kFastestRate) return;
    staging_ = static_cast<std::uint32_t>(capacities_.size());
    capacities_.push_back(target.host_copy_rate);
}

/// Adds a resource that these transfers share, unless all of them together cannot fill it.
void LinkNetwork::add_resource(double capacity, double largest_use, std::span<Flow> in, std::span<Flow> out) {
    if (capacity >= largest_use) return;
    const auto resource = static_cast<std::uint32_t>(capacities_.size());
    capacities_.push_back(capacity);
    for (Flow& flow : in) flow.use(resource);
    for (Flow& flow : out) flow.use(resource);
}

Directions LinkNetwork::directions_in_use(DeviceIndex device) const {
    Directions used;
    for (auto t = transfers_.begin(); t != transfers_.end(); ++t) {
        const Command& command = program_.command(t->command);
        const bool known = std::any_of(transfers_.begin(), t, [&](const Transfer& before) {
            const Command& other = program_.command(before.command);
            return other.device == command.device && other.operation == command.operation;
        });
        if (!known) ++(command.device == device ? used.own : used.others);
    }
    return used;
}

double LinkNetwork::share_moved(CommandId command) const {
    const auto found = std::ranges::find(transfers_, command, &Transfer::command);
    return found == transfers_.end() || found->bytes <= 0 ? 1 : 1 - found->left / found->bytes;
}

/// The bytes that the link carries: all of a tile, even if the host copies only a part of it.
double LinkNetwork::bytes_on_link(CommandId id) const {
    const auto bytes = static_cast<double>(program_.transfer_bytes(id));
    if (!program_.is_staged(id) ||
        !carries_whole_tiles(target_, target_.devices[program_.command(id).device]))
        return bytes;
    const HostTile& tile = program_.tile(id);
    const ElementType type = program_.matrices()[index(tile.parameter)].type;
    return static_cast<double>(tile.rows) * static_cast<double>(tile.cols) *
           static_cast<double>(size_of(type));
}

void LinkNetwork::start(CommandId id, bool staged) {
    const Command& command = program_.command(id);
    const bool is_load = command.operation == Operation::load;
    const DeviceModel& device = target_.devices[command.device];
    const double bytes = bytes_on_link(id);
    Transfer transfer{id, bytes, bytes, is_load ? flow_in_[command.device] : flow_out_[command.device]};
    if (staged && bytes > 0) {
        const auto column = static_cast<double>(program_.column_bytes(id));
        const double copied = static_cast<double>(program_.transfer_bytes(id));
        transfer.flow.limit = bytes / staged_seconds(target_, device, command.operation, bytes, column);
        if (staging_) transfer.flow.use(*staging_, copy_work(target_, device, copied, column) / bytes);
    } else if (program_.is_staged(id) && staging_ && shared_work(target_) > 0) {
        transfer.flow.use(*staging_, shared_work(target_));
    }
    transfers_.push_back(transfer);
    shared_ = false;
}

double LinkNetwork::next_end() {
    if (!shared_) share();
    double soonest = std::numeric_limits<double>::infinity();
    for (const Transfer& t : transfers_) soonest = std::min(soonest, t.left / t.flow.rate);
    return soonest;
}

void LinkNetwork::advance(double seconds, std::vector<CommandId>& ended) {
    if (!shared_) share();
    constexpr double kRounding = 1e-12;  // share of a transfer's bytes, so that equal transfers end together
    for (Transfer& t : transfers_) t.left -= t.flow.rate * seconds;
    const auto has_ended = [](const Transfer& t) { return t.left <= kRounding * t.bytes; };
    for (const Transfer& t : transfers_)
        if (has_ended(t)) ended.push_back(t.command);
    if (std::erase_if(transfers_, has_ended) > 0) shared_ = false;
}

void LinkNetwork::share() {
    flows_.clear();
    for (Transfer& t : transfers_) flows_.push_back(&t.flow);
    fair_share_.share(flows_);
    shared_ = true;
}

}  // namespace hg
