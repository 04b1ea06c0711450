#include "runtime/program/simulate/fair_share.hpp"

#include <algorithm>
#include <limits>

namespace hg {
namespace {

constexpr double kLevelRounding = 1 + 1e-12;

}  // namespace

FairShare::FairShare(std::span<const double> capacities) {
    for (double capacity : capacities) resources_.push_back({.capacity = capacity});
}

void FairShare::share(std::span<Flow* const> flows) {
    count_users(flows);
    growing_.assign(flows.begin(), flows.end());
    while (!growing_.empty()) {
        const double level = fill_up();
        const auto at_its_limit = [&](Flow* flow) {
            const auto used = flow->used();
            return flow->limit <= level * kLevelRounding ||
                   std::any_of(used.begin(), used.end(), [&](auto u) { return resources_[u.resource].full; });
        };
        const auto settled =
            std::partition(growing_.begin(), growing_.end(), [&](Flow* flow) { return !at_its_limit(flow); });
        for (auto flow = settled; flow != growing_.end(); ++flow) settle(**flow, level);
        growing_.erase(settled, growing_.end());
    }
}

void FairShare::count_users(std::span<Flow* const> flows) {
    used_.clear();
    for (const Flow* flow : flows)
        for (const auto& [r, weight] : flow->used()) {
            Resource& resource = resources_[r];
            if (resource.users++ == 0) {
                resource = {.capacity = resource.capacity, .left = resource.capacity, .users = 1};
                used_.push_back(r);
            }
            resource.demand += weight;
        }
}

/// Returns the rate that all growing flows reach when the next resource is full or the next flow at its
/// limit, and marks the full resources.
double FairShare::fill_up() {
    double level = std::numeric_limits<double>::infinity();
    std::erase_if(used_, [&](std::uint32_t r) { return resources_[r].users == 0; });
    for (std::uint32_t r : used_) level = std::min(level, resources_[r].left / resources_[r].demand);
    for (const Flow* flow : growing_) level = std::min(level, flow->limit);
    for (std::uint32_t r : used_)
        resources_[r].full = resources_[r].left <= level * kLevelRounding * resources_[r].demand;
    return level;
}

void FairShare::settle(Flow& flow, double rate) {
    flow.rate = rate;
    for (const auto& [r, weight] : flow.used()) {
        resources_[r].left -= rate * weight;
        resources_[r].demand -= weight;
        --resources_[r].users;
    }
}

}  // namespace hg
