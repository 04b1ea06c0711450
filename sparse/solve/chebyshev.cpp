#include "sparse/solve/chebyshev.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace hg::sparse {
namespace {

/// Eigenvalues below this part of the largest one are left to conjugate gradients: polynomials of few products cannot have all.
constexpr double kRange = 30;
/// An estimate by few steps is too small by some percent.
constexpr double kSafety = 1.1;

/// True if no eigenvalue is x or more: all pivots of the matrix minus x are negative (Sturm).
bool is_above_all(double x, const std::vector<double>& diagonal, const std::vector<double>& beside) {
    double pivot = diagonal[0] - x;
    for (std::size_t i = 0; i < beside.size() && pivot < 0; ++i)
        pivot = diagonal[i + 1] - x - beside[i] * beside[i] / pivot;
    return pivot < 0;
}

}  // namespace

// The iteration of Chebyshev as Saad has it (Iterative Methods for Sparse Linear Systems, algorithm 12.1), for z times `middle`, which
// saves a pass over the first z.
std::vector<ChebyshevStep> chebyshev_steps(int degree, double largest) {
    const double first = largest / kRange, last = kSafety * largest;
    const double middle = (first + last) / 2, radius = (last - first) / 2;
    std::vector<ChebyshevStep> steps;
    double rho = radius / middle;
    for (int i = 0; i < degree; ++i) {
        const double next = 1 / (2 * middle / radius - rho);
        const double momentum = next * rho, factor = 2 * next / radius;
        steps.push_back({1 + momentum, factor * middle, -factor, -momentum});
        rho = next;
    }
    return steps;
}

double largest_of_tridiagonal(const std::vector<double>& diagonal, const std::vector<double>& beside) {
    constexpr int kHalvings = 60;
    double low = *std::ranges::max_element(diagonal), high = low;
    for (const double element : beside) high += 2 * std::abs(element);
    for (int i = 0; i < kHalvings; ++i) {
        const double middle = low + (high - low) / 2;
        (is_above_all(middle, diagonal, beside) ? high : low) = middle;
    }
    return high;
}

}  // namespace hg::sparse
