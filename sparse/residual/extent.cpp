#include "sparse/residual/extent.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "host_blas/each_element.hpp"
#include "sparse/matrix/row_shares.hpp"
#include "sparse/residual/power_of_two.hpp"

namespace hg::sparse {
namespace {

constexpr int kMostExponent = 1000;  ///< 2^-e is a normal number

/// The parts of complex elements side by side.
template <Element T>
auto parts_of(std::span<const T> x) noexcept {
    using Part = RealOf<T>;
    return std::span(reinterpret_cast<const Part*>(x.data()), x.size() * (sizeof(T) / sizeof(Part)));
}

template <class Part>
Extent extent_of_parts(std::span<const Part> parts) noexcept {
    Extent made;
    for (const Part part : parts) {
        const double magnitude = std::fabs(static_cast<double>(part));
        if (std::isfinite(magnitude))
            made.largest = std::max(made.largest, magnitude);
        else
            made.is_finite = false;
    }
    return made;
}

/// What of_share(part of x) makes of each share; the shares depend on x's length alone.
template <class Made, class Part, class OfShare>
std::vector<Made> by_shares(std::span<const Part> x, const OfShare& of_share) {
    const auto count = static_cast<std::int64_t>(x.size());
    const std::int64_t shares = shares_of(count);
    std::vector<Made> made(static_cast<std::size_t>(shares));
    for_shares(shares, [&](std::int64_t share) {
        const std::int64_t first = begin_of_share(share, shares, count);
        const std::int64_t last = begin_of_share(share + 1, shares, count);
        made[static_cast<std::size_t>(share)] =
            of_share(x.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(last - first)));
    });
    return made;
}

}  // namespace

int Extent::exponent() const noexcept {
    return largest == 0 ? 0 : std::clamp(std::ilogb(largest), -kMostExponent, kMostExponent);
}

template <Element T>
Extent extent_of(std::span<const T> x) {
    Extent made;
    for (const Extent& share : by_shares<Extent>(parts_of(x), extent_of_parts<RealOf<T>>)) {
        made.largest = std::max(made.largest, share.largest);
        made.is_finite = made.is_finite && share.is_finite;
    }
    return made;
}

template <Element T>
double scaled_norm(std::span<const T> x, int exponent) {
    const PowerOfTwo unit(-exponent);
    const std::vector<double> squares = by_shares<double>(parts_of(x), [=](auto parts) {
        double sum = 0;
        for (const auto part : parts) {
            const double scaled = unit(static_cast<double>(part));
            sum += scaled * scaled;
        }
        return sum;
    });
    return std::sqrt(std::accumulate(squares.begin(), squares.end(), 0.0));
}

#define HG_INSTANTIATE(T)                          \
    template Extent extent_of(std::span<const T>); \
    template double scaled_norm(std::span<const T>, int);
HG_FOR_EACH_ELEMENT(HG_INSTANTIATE)
#undef HG_INSTANTIATE

}  // namespace hg::sparse
