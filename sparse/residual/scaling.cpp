#include "sparse/residual/scaling.hpp"

#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <utility>
#include <vector>

#include "host_blas/each_element.hpp"
#include "sparse/matrix/csr.hpp"
#include "sparse/matrix/row_shares.hpp"

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

/// Exponents that need no scaling: methods multiply with A twice before they take a norm, and single
/// precision ends at 2^127.
template <Element T>
constexpr int kHarmlessExponent = std::is_same_v<RealOf<T>, float> ? 16 : 200;

template <class E>
void copy_array(const E* from, HostArray<E>& to) {
    for_each_index(to.size(), [&, from](std::int64_t i) { to[i] = from[i]; });
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

template <Element T>
int exponent_of_matrix(const Extent& A) noexcept {
    const int exponent = A.exponent();
    return std::abs(exponent) <= kHarmlessExponent<T> ? 0 : exponent;
}

template <Element T>
SparseMatrix<T> scaled_matrix(const SparseMatrix<T>& A, int exponent) {
    if (exponent == 0) return A;
    CsrArrays<T> arrays = unset_csr<T>(A.rows(), A.cols(), A.nonzeros());
    copy_array(A.row_start().data(), arrays.row_start);
    if (A.is_wide())
        copy_array(A.wide_columns().data(), arrays.wide_column);
    else
        copy_array(A.columns().data(), arrays.column);
    const PowerOfTwo unit(-exponent);
    for_each_index(A.nonzeros(), [&](std::int64_t k) {
        arrays.value[k] =
            static_cast<T>(unit(static_cast<WideOf<T>>(A.values()[static_cast<std::size_t>(k)])));
    });
    return SparseMatrix<T>::adopt(std::move(arrays));
}

#define HG_INSTANTIATE(T)                                       \
    template Extent extent_of(std::span<const T>);              \
    template double scaled_norm(std::span<const T>, int);       \
    template int exponent_of_matrix<T>(const Extent&) noexcept; \
    template SparseMatrix<T> scaled_matrix(const SparseMatrix<T>&, int);
HG_FOR_EACH_ELEMENT(HG_INSTANTIATE)
#undef HG_INSTANTIATE

}  // namespace hg::sparse
