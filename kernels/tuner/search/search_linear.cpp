#include "kernels/tuner/search/search_linear.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

namespace hg::kernels {
namespace {

constexpr double kHopeless = 1.5;
/// Kernels that the runner hears of ahead.
constexpr std::ptrdiff_t kAhead = 32;

using Group = std::vector<GemmParameters>;

/// The space in order, cut into groups.
std::vector<Group> groups_of(const SearchSpace& space, bool pruned) {
    std::vector<Group> groups;
    std::map<std::array<int, 7>, std::size_t> places;
    for (const GemmParameters& p : space.kernels()) {
        const std::array key{
            static_cast<int>(p.family), p.tile_m, p.tile_n, p.tile_k, p.work_m, p.work_n, p.split_k};
        const auto [place, is_new] = places.try_emplace(key, groups.size());
        if (is_new || !pruned) groups.emplace_back();
        groups[pruned ? place->second : groups.size() - 1].push_back(p);
    }
    return groups;
}

/// The next kernels from a place in the list of groups: the first of each, and the rest of this one.
void expect_from(const std::vector<Group>& groups, std::size_t place, Trials& trials) {
    std::vector<GemmParameters> next = groups[place];
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
        for (const GemmParameters& p : groups[i]) {
            if (trials.over()) return false;
            const double seconds = trials.seconds(p);
            if (&p == &groups[i].front() && seconds > kHopeless * trials.best()) break;
        }
    }
    return true;
}

}  // namespace hg::kernels
