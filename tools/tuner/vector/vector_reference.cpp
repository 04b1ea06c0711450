#include "tools/tuner/vector/vector_reference.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace hg::kernels {
namespace {

/// An element after an operation, and the size of its terms.
struct Expected {
    double value;
    double terms;  ///< 0: nothing is rounded
};

/// x and y after the operation.
struct ExpectedPair {
    Expected x;
    Expected y;
};

ExpectedPair changed(VectorOperation operation, const VectorNumbers& p, double x, double y) {
    const auto sum = [](double a, double b) { return Expected{a + b, std::fabs(a) + std::fabs(b)}; };
    switch (operation) {
        case VectorOperation::swap:
            return {{y, 0}, {x, 0}};
        case VectorOperation::scal:
            return {sum(p.alpha * x, 0), {y, 0}};
        case VectorOperation::axpy:
            return {{x, 0}, sum(p.alpha * x, y)};
        case VectorOperation::rot:
            return {sum(p.c * x, p.s * y), sum(p.c * y, -p.s * x)};
        default:
            return {{x, 0}, {x, 0}};
    }
}

template <class T>
bool is_right(T got, const Expected& expected) {
    constexpr double kEps = 4 * std::numeric_limits<T>::epsilon();
    return std::fabs(static_cast<double>(got) - expected.value) <= kEps * expected.terms;
}

template <class T>
VectorResult first_largest(std::int64_t n, HostElements<T> x) {
    std::int64_t place = 0;
    for (std::int64_t i = 1; i < n; ++i)
        if (std::fabs(x[i]) > std::fabs(x[place])) place = i;
    return {static_cast<long double>(place), 0};
}

}  // namespace

template <class T>
std::string fault_of_change(VectorOperation operation, const VectorNumbers& numbers, std::int64_t n,
                            HostElements<T> x, HostElements<T> y, HostElements<T> new_x,
                            HostElements<T> new_y) {
    const bool has_y = y.first != nullptr;
    const bool reads_y = has_y && operation != VectorOperation::copy;
    for (std::int64_t i = 0; i < n; ++i) {
        const ExpectedPair expected = changed(operation, numbers, x[i], reads_y ? y[i] : 0);
        if (!is_right(new_x[i], expected.x)) return "x(" + std::to_string(i) + ") is wrong";
        if (has_y && !is_right(new_y[i], expected.y)) return "the y of x(" + std::to_string(i) + ") is wrong";
    }
    return {};
}

template <class T>
VectorResult plain_reduction(VectorOperation operation, std::int64_t n, HostElements<T> x,
                             HostElements<T> y) {
    constexpr std::int64_t kPiece = 4096;  // sums of pieces: rounding errors stay far below those of kernels
    if (operation == VectorOperation::iamax) return first_largest(n, x);
    VectorResult all;
    for (std::int64_t first = 0; first < n; first += kPiece) {
        VectorResult piece;
        for (std::int64_t i = first; i < std::min(first + kPiece, n); ++i) {
            const long double term = operation == VectorOperation::asum ? std::fabs(x[i])
                                     : operation == VectorOperation::dot
                                         ? static_cast<long double>(x[i]) * y[i]
                                         : static_cast<long double>(x[i]) * x[i];
            piece.value += term;
            piece.terms += std::fabs(term);
        }
        all.value += piece.value;
        all.terms += piece.terms;
    }
    if (operation == VectorOperation::nrm2) all.value = all.terms = std::sqrt(all.value);
    return all;
}

double bound_of_result(const VectorParameters& p, std::int64_t n, const VectorResult& result) {
    if (p.operation == VectorOperation::iamax) return 0;
    const VectorBlocking& b = p.blocking;
    const std::int64_t groups = groups_of(p, n);
    const int tree = std::bit_width(static_cast<unsigned>(b.items));
    // A lane's steps; a work-item's lanes and its part of what is behind all steps; the group; the groups.
    const std::int64_t additions = n / (groups * chunk_of(p)) + 1 + 2 * std::int64_t{b.vector} * b.work +
                                   tree + groups / b.items + 1 + tree;
    const double eps = p.type == ElementType::f64 ? std::numeric_limits<double>::epsilon()
                                                  : std::numeric_limits<float>::epsilon();
    constexpr int kRest = 4;  // the terms themselves, and the square root
    return eps * static_cast<double>(additions + kRest) * static_cast<double>(result.terms);
}

template std::string fault_of_change(VectorOperation, const VectorNumbers&, std::int64_t, HostElements<float>,
                                     HostElements<float>, HostElements<float>, HostElements<float>);
template std::string fault_of_change(VectorOperation, const VectorNumbers&, std::int64_t,
                                     HostElements<double>, HostElements<double>, HostElements<double>,
                                     HostElements<double>);
template VectorResult plain_reduction(VectorOperation, std::int64_t, HostElements<float>,
                                      HostElements<float>);
template VectorResult plain_reduction(VectorOperation, std::int64_t, HostElements<double>,
                                      HostElements<double>);

}  // namespace hg::kernels
