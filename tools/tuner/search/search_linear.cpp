#include "tools/tuner/search/search_linear.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace hg::kernels {
namespace {

constexpr double kHopeless = 1.5;
/// Kernels that the runner hears of ahead.
constexpr std::ptrdiff_t kAhead = 32;

using Group = std::vector<TunableKernel>;

/// The space in order, cut into groups.
std::vector<Group> groups_of(const SearchSpace& space, bool pruned) {
    std::vector<Group> groups;
    std::map<std::pair<std::string, std::vector<int>>, std::size_t> places;
    for (const TunableKernel& p : space.kernels()) {
        std::pair key(p.family, std::vector<int>());
        for (const std::size_t field : space.problem().routine->blocking)
            key.second.push_back(p.values[field]);
        const auto [place, is_new] = places.try_emplace(std::move(key), groups.size());
        if (is_new || !pruned) groups.emplace_back();
        groups[pruned ? place->second : groups.size() - 1].push_back(p);
    }
    return groups;
}

/// The next kernels from a place in the list of groups: the first of each, and the rest of this one.
void expect_from(const std::vector<Group>& groups, std::size_t place, Trials& trials) {
    std::vector<TunableKernel> next = groups[place];
    for (std::size_t i = place + 1; i < groups.size() && std::ssize(next) < kAhead; ++i)
        next.push_back(groups[i].front());
    trials.expect(next);
}

}  // namespace

bool search_linear(const SearchSpace& space, Trials& trials, bool pruned) {
    trials.plan(space.kernels().size());
    const std::vector<Group> groups = groups_of(space, pruned);
    for (std::size_t i = 0; i < groups.size(); ++i) {
        expect_from(groups, i, trials);
        for (const TunableKernel& p : groups[i]) {
            if (trials.over()) return false;
            const double seconds = trials.seconds(p);
            if (&p == &groups[i].front() && seconds > kHopeless * trials.best()) break;
        }
    }
    return true;
}

}  // namespace hg::kernels
