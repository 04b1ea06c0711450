#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "tools/tuner/problem/trial.hpp"
#include "tools/tuner/tabled_family.hpp"
#include <hg/kernels/vector.hpp>

namespace hg::kernels {

/// A vector of n elements in host memory.
template <class T>
struct HostElements {
    const T* first = nullptr;
    std::int64_t stride = 1;  ///< may be negative

    [[nodiscard]] T operator[](std::int64_t i) const { return first[i * stride]; }
};

/// The numbers that trials are run with.
struct VectorNumbers {
    double alpha = 1;  ///< of scal and axpy
    double c = 1;      ///< of rot
    double s = 0;
};

/// A reduction's result.
struct VectorResult {
    long double value = 0;  ///< of iamax the place
    long double terms = 0;  ///< the sum of the terms' sizes, which rounding errors are measured by
};
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

inline ExpectedPair changed(VectorOperation operation, const VectorNumbers& p, double x, double y) {
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

/// What is wrong with x and y after an operation that changes them, of n elements, from what they were
/// before: empty if nothing is. y is null for scal.
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

/// The result by plain loops.
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

/// How far a result of a kernel may be from the plain one; 0 for iamax.
inline double bound_of_result(const VectorParameters& p, std::int64_t n, const VectorResult& result) {
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

/// An operation on vectors. Elements that it changes are compared one by one, results of reductions with
/// plain ones, see bound_of_result().
template <class T>
class VectorJudge final : public Judge {
  public:
    explicit VectorJudge(const TuningProblem& problem)
        : operation_(operation_of(kVectorOperations, problem)), n_(problem.extents.at(0)) {}

    void see(const HostOperands& before) override {
        if (is_reduction(operation_))
            plain_ = plain_reduction(operation_, n_, x_of(before), y_of(before));
        else
            before_ = before;
    }

    std::string fault_of(const PreparedKernel& kernel, const HostOperands& /*before*/,
                         const HostOperands& after) override {
        if (!is_reduction(operation_)) {
            // Large vectors that are only read are not looked at again.
            const HostOperands& x_after = after.storage[0].empty() ? before_ : after;
            return fault_of_change(operation_, kNumbers, n_, x_of(before_), y_of(before_), x_of(x_after),
                                   y_of(after));
        }
        const auto result = static_cast<std::size_t>(vectors_of(operation_));
        const bool is_place = operation_ == VectorOperation::iamax;
        const auto got = is_place ? static_cast<long double>(*after.elements<std::int32_t>(result))
                                  : static_cast<long double>(*after.elements<T>(result));
        const double bound = bound_of_result(parse_vector(kernel.kernel.name).value(), n_, plain_);
        return std::fabs(got - plain_.value) <= bound ? "" : "the result is wrong";
    }

  private:
    static constexpr VectorNumbers kNumbers{.alpha = kExampleAlpha, .c = kExampleC, .s = kExampleS};

    static HostElements<T> x_of(const HostOperands& operands) {
        return {operands.elements<T>(0), operands.aligned ? 1 : operands.shapes[0].ld};
    }
    /// What meets x; null if there is none. Rows count from their end.
    [[nodiscard]] HostElements<T> y_of(const HostOperands& operands) const {
        if (vectors_of(operation_) < 2) return {};
        if (operands.aligned) return {operands.elements<T>(1), 1};
        const std::int64_t stride = operands.shapes[1].ld;
        return {operands.elements<T>(1) + (n_ - 1) * stride, -stride};
    }

    VectorOperation operation_;
    std::int64_t n_;
    VectorResult plain_;   ///< of reductions
    HostOperands before_;  ///< of the others
};

}  // namespace hg::kernels
