#include "sparse/matrix/row_lengths.hpp"

#include <array>
#include <bit>
#include <limits>

#include "sparse/matrix/row_shares.hpp"

namespace hg::sparse {
namespace {

/// What a share of the rows tells.
struct LengthsOfShare {
    std::int64_t shortest = std::numeric_limits<std::int64_t>::max(), longest = 0;
    double squares = 0;  ///< of the distances from the mean
    std::array<std::int64_t, 65> histogram{};

    void add(std::int64_t length, double mean) noexcept {
        shortest = std::min(shortest, length);
        longest = std::max(longest, length);
        const double distance = static_cast<double>(length) - mean;
        squares += distance * distance;
        ++histogram[static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(length)))];
    }

    void add(const LengthsOfShare& other) noexcept {
        shortest = std::min(shortest, other.shortest);
        longest = std::max(longest, other.longest);
        squares += other.squares;
        for (std::size_t bin = 0; bin < histogram.size(); ++bin) histogram[bin] += other.histogram[bin];
    }
};

}  // namespace

SparseStructure row_lengths(std::int64_t columns, std::span<const std::int64_t> row_start) {
    const auto rows = static_cast<std::int64_t>(row_start.size()) - 1;
    SparseStructure made{.rows = rows, .columns = columns, .nonzeros = row_start.back(), .histogram = {}};
    if (rows == 0) return made;
    made.mean = static_cast<double>(made.nonzeros) / static_cast<double>(rows);
    // Shares by the number of rows alone, added in order: the figures are the same on any machine.
    const std::int64_t shares = shares_of(rows);
    std::vector<LengthsOfShare> found(static_cast<std::size_t>(shares));
    for_shares(shares, [&](std::int64_t share) {
        auto& mine = found[static_cast<std::size_t>(share)];
        for (auto i = begin_of_share(share, shares, rows); i < begin_of_share(share + 1, shares, rows); ++i)
            mine.add(row_start[static_cast<std::size_t>(i + 1)] - row_start[static_cast<std::size_t>(i)],
                     made.mean);
    });
    for (std::size_t share = 1; share < found.size(); ++share) found[0].add(found[share]);
    made.shortest = found[0].shortest;
    made.longest = found[0].longest;
    made.empty_rows = found[0].histogram[0];
    made.variance = found[0].squares / static_cast<double>(rows);
    const auto bins = std::bit_width(static_cast<std::uint64_t>(made.longest)) + 1;
    made.histogram.assign(found[0].histogram.begin(), found[0].histogram.begin() + bins);
    return made;
}

}  // namespace hg::sparse
