#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "runtime/program/simulate/fair_share.hpp"

namespace {

using namespace hg;

struct Sharing {
    std::vector<double> capacities;
    std::vector<Flow> flows;

    [[nodiscard]] double used(std::uint32_t resource) const {
        double total = 0;
        for (const Flow& flow : flows) total += flow.rate * weight(flow, resource);
        return total;
    }
    /// The highest rate of a flow that uses the resource.
    [[nodiscard]] double most(std::uint32_t resource) const {
        double rate = 0;
        for (const Flow& flow : flows)
            if (uses(flow, resource)) rate = std::max(rate, flow.rate);
        return rate;
    }
    static bool uses(const Flow& flow, std::uint32_t resource) { return weight(flow, resource) > 0; }
    static double weight(const Flow& flow, std::uint32_t resource) {
        const auto used = flow.used();
        const auto found = std::ranges::find(used, resource, &Flow::Use::resource);
        return found == used.end() ? 0 : found->weight;
    }
};

Sharing random_sharing() {
    Sharing s;
    s.capacities = *rc::gen::nonEmpty(
        rc::gen::container<std::vector<double>>(rc::gen::element(1.0, 2.5, 7.0, 100.0, 1e30)));
    const auto resources = static_cast<std::uint32_t>(s.capacities.size());
    s.flows.resize(*rc::gen::inRange<std::size_t>(0, 20));
    for (Flow& flow : s.flows) {
        const auto count = *rc::gen::inRange<std::size_t>(1, Flow::kMostResources + 1);
        for (std::size_t i = 0; i < count; ++i) {
            const auto resource = *rc::gen::inRange<std::uint32_t>(0, resources);
            if (!Sharing::uses(flow, resource)) flow.use(resource, *rc::gen::element(1.0, 0.3, 1.7));
        }
        flow.limit = *rc::gen::element(0.5, 3.0, std::numeric_limits<double>::infinity());
    }
    return s;
}

void share(FairShare& fair_share, Sharing& s) {
    std::vector<Flow*> flows;
    for (Flow& flow : s.flows) flows.push_back(&flow);
    fair_share.share(flows);
}

RC_GTEST_PROP(FairShareProperty, NothingIsFilledBeyondItsCapacity, ()) {
    Sharing s = random_sharing();
    FairShare fair_share(s.capacities);
    share(fair_share, s);
    for (std::uint32_t r = 0; r < s.capacities.size(); ++r)
        RC_ASSERT(s.used(r) <= s.capacities[r] * (1 + 1e-9));
    for (const Flow& flow : s.flows) RC_ASSERT(flow.rate > 0 && flow.rate <= flow.limit * (1 + 1e-9));
}

/// The definition of max-min fairness: each flow is at its limit, or it has a bottleneck, a full resource
/// whose other flows are no faster.
RC_GTEST_PROP(FairShareProperty, EachFlowHasABottleneck, ()) {
    Sharing s = random_sharing();
    FairShare fair_share(s.capacities);
    share(fair_share, s);
    for (const Flow& flow : s.flows) {
        const auto used = flow.used();
        RC_ASSERT(flow.rate >= flow.limit * (1 - 1e-9) ||
                  std::any_of(used.begin(), used.end(), [&](const Flow::Use& use) {
                      const std::uint32_t r = use.resource;
                      return s.used(r) >= s.capacities[r] * (1 - 1e-9) && s.most(r) <= flow.rate * (1 + 1e-9);
                  }));
    }
}

RC_GTEST_PROP(FairShareProperty, WhatWasSharedBeforeDoesNotMatter, ()) {
    Sharing s = random_sharing();
    FairShare fresh(s.capacities);
    FairShare used(s.capacities);
    Sharing other = s;
    other.flows.resize(other.flows.size() / 2);
    share(used, other);
    Sharing again = s;
    share(fresh, s);
    share(used, again);
    for (std::size_t f = 0; f < s.flows.size(); ++f) RC_ASSERT(s.flows[f].rate == again.flows[f].rate);
}

}  // namespace
