#include "tools/hgctl/compare/rank_sum.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <numeric>
#include <utility>

namespace hgctl {
namespace {

constexpr std::size_t kMostExact = 50;

/// Twice the rank of each value, from 1 on, in ascending order, with whether it is of the first list. Doubled
/// mean ranks are whole numbers.
struct DoubledRank {
    long rank = 0;
    bool is_first = false;
};

std::vector<DoubledRank> doubled_ranks(const std::vector<double>& first, const std::vector<double>& second) {
    std::vector<std::pair<double, bool>> values;
    for (const double value : first) values.emplace_back(value, true);
    for (const double value : second) values.emplace_back(value, false);
    std::ranges::sort(values);
    std::vector<DoubledRank> ranks;
    for (std::size_t begin = 0, end = 0; begin < values.size(); begin = end) {
        while (end < values.size() && values[end].first == values[begin].first) ++end;
        for (std::size_t i = begin; i < end; ++i)
            ranks.push_back({static_cast<long>(begin + 1 + end), values[i].second});
    }
    return ranks;
}

/// By counting the sums of all choices of `count` ranks.
double exact_p(const std::vector<DoubledRank>& ranks, std::size_t count, long difference, long mean) {
    long total = 0;
    for (const DoubledRank& rank : ranks) total += rank.rank;
    const auto sums = static_cast<std::size_t>(total) + 1;
    // The number of choices of `chosen` ranks with a sum, by chosen and sum.
    std::vector<std::vector<double>> ways(count + 1, std::vector<double>(sums, 0));
    ways[0][0] = 1;
    for (const DoubledRank& rank : ranks)
        for (std::size_t chosen = count; chosen > 0; --chosen)
            for (auto sum = static_cast<std::size_t>(rank.rank); sum < sums; ++sum)
                ways[chosen][sum] += ways[chosen - 1][sum - static_cast<std::size_t>(rank.rank)];
    double extreme = 0;
    for (std::size_t sum = 0; sum < sums; ++sum)
        if (std::labs(static_cast<long>(sum) - mean) >= difference) extreme += ways[count][sum];
    return extreme / std::accumulate(ways[count].begin(), ways[count].end(), 0.0);
}

/// With the correction for continuity; the ranks' own variance has that for ties.
double normal_p(const std::vector<DoubledRank>& ranks, double count, double difference) {
    const auto all = static_cast<double>(ranks.size());
    double squares = 0;
    for (const DoubledRank& rank : ranks) {
        const double deviation = static_cast<double>(rank.rank) - (all + 1);
        squares += deviation * deviation;
    }
    const double variance = count * (all - count) / (all * (all - 1)) * squares;
    if (variance <= 0) return 1;
    return std::min(1.0, std::erfc(std::max(0.0, difference - 1) / std::sqrt(2 * variance)));
}

}  // namespace

double rank_sum_p(const std::vector<double>& first, const std::vector<double>& second) {
    if (first.empty() || second.empty()) return 1;
    const std::vector<DoubledRank> ranks = doubled_ranks(first, second);
    long sum = 0;
    for (const DoubledRank& rank : ranks) sum += rank.is_first ? rank.rank : 0;
    const long mean = static_cast<long>(first.size() * (ranks.size() + 1));
    const long difference = std::labs(sum - mean);
    if (ranks.size() <= kMostExact) return exact_p(ranks, first.size(), difference, mean);
    return normal_p(ranks, static_cast<double>(first.size()), static_cast<double>(difference));
}

}  // namespace hgctl
