#include <algorithm>
#include <cmath>
#include <numeric>

#include <hg/blas/tiling.hpp>

namespace hg {

BlockBounds split_blocks(std::int64_t size, std::int64_t block) {
    BlockBounds bounds{0};
    if (size <= 0) return bounds;
    for (std::int64_t regular = 1; regular < size / block; ++regular) bounds.push_back(bounds.back() + block);
    const std::int64_t rest = size - bounds.back();
    if (rest >= block && rest > 1) bounds.push_back(bounds.back() + (rest + 1) / 2);
    bounds.push_back(size);
    return bounds;
}

BlockBounds split_evenly(std::int64_t size, std::int64_t block, std::int64_t alignment) {
    if (block % alignment != 0) alignment = 1;
    BlockBounds bounds{0};
    if (size <= 0) return bounds;
    const std::int64_t count = (size + block - 1) / block;
    const std::int64_t even = (size + count - 1) / count;
    const std::int64_t aligned = (even + alignment - 1) / alignment * alignment;
    while (bounds.back() < size) bounds.push_back(std::min(size, bounds.back() + aligned));
    return bounds;
}

BlockBounds split_by_rate(std::int64_t size, const std::vector<double>& rates) {
    const double total = std::accumulate(rates.begin(), rates.end(), 0.0);
    std::vector<std::int64_t> parts;
    std::vector<double> remainders;
    for (double rate : rates) {
        const double share = static_cast<double>(size) * rate / total;
        parts.push_back(static_cast<std::int64_t>(std::floor(share)));
        remainders.push_back(share - std::floor(share));
    }
    std::vector<std::size_t> order(rates.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](auto a, auto b) { return remainders[a] > remainders[b]; });
    std::int64_t left = size - std::accumulate(parts.begin(), parts.end(), std::int64_t{0});
    for (std::size_t i = 0; left > 0; i = (i + 1) % order.size(), --left) ++parts[order[i]];
    BlockBounds bounds{0};
    for (std::int64_t part : parts) bounds.push_back(bounds.back() + part);
    return bounds;
}

}  // namespace hg
