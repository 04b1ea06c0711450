#include "runtime/program/simulate/fair_share.hpp"

#include <algorithm>
#include <limits>

namespace hg {

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
            return std::any_of(used.begin(), used.end(), [&](auto r) { return resources_[r].full; });
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
        for (std::uint32_t r : flow->used()) {
            Resource& resource = resources_[r];
            if (resource.users++ > 0) continue;
            resource.left = resource.capacity;
            resource.full = false;
            used_.push_back(r);
        }
}

/// Returns the rate that all growing flows reach when the next resource is full, and marks the full
/// resources.
double FairShare::fill_up() {
    constexpr double kRounding = 1 + 1e-12;
    double level = std::numeric_limits<double>::infinity();
    std::erase_if(used_, [&](std::uint32_t r) { return resources_[r].users == 0; });
    for (std::uint32_t r : used_)
        level = std::min(level, resources_[r].left / static_cast<double>(resources_[r].users));
    for (std::uint32_t r : used_)
        resources_[r].full =
            resources_[r].left <= level * kRounding * static_cast<double>(resources_[r].users);
    return level;
}

void FairShare::settle(Flow& flow, double rate) {
    flow.rate = rate;
    for (std::uint32_t r : flow.used()) {
        resources_[r].left -= rate;
        --resources_[r].users;
    }
}

}  // namespace hg
