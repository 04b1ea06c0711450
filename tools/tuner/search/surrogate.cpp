#include "tools/tuner/search/surrogate.hpp"

#include <cmath>
#include <numeric>
#include <utility>

namespace hg::kernels {
namespace {

using Matrix = std::vector<std::vector<double>>;  // rows

/// Solves a x = b for a symmetric positive definite a, which is destroyed; by Cholesky's factors.
std::vector<double> solve(Matrix& a, std::vector<double> b) {
    const std::size_t n = b.size();
    for (std::size_t j = 0; j < n; ++j) {
        for (std::size_t i = j; i < n; ++i) {
            const double sum =
                a[i][j] - std::inner_product(a[i].begin(), a[i].begin() + static_cast<std::ptrdiff_t>(j),
                                             a[j].begin(), 0.0);
            a[i][j] = i == j ? std::sqrt(sum) : sum / a[j][j];
        }
        for (std::size_t i = 0; i < j; ++i) b[j] -= a[j][i] * b[i];
        b[j] /= a[j][j];
    }
    for (std::size_t j = n; j-- > 0;) {
        for (std::size_t i = j + 1; i < n; ++i) b[j] -= a[i][j] * b[i];
        b[j] /= a[j][j];
    }
    return b;
}

/// Times differ by about this from what parameters explain, next to a likeness of 1.
constexpr double kRidge = 1e-3;

double likeness(const std::vector<double>& x, const std::vector<double>& y) {
    // Agreement of parameters multiplies: pairs and triples of them matter as well as each alone.
    double distance = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double steps = std::fabs(x[i] - y[i]);
        distance += steps > 0 ? 0.1 + 0.1 * steps : 0;
    }
    return std::exp(-distance);
}

}  // namespace

Surrogate::Surrogate(const std::vector<KernelAxis>& axes, const std::vector<TunableKernel>& known,
                     const std::vector<double>& times)
    : axes_(axes), weights_(times) {
    if (known.empty()) return;
    for (const TunableKernel& p : known) known_.push_back(point(p));
    mean_ = std::accumulate(times.begin(), times.end(), 0.0) / static_cast<double>(times.size());
    for (double& w : weights_) w -= mean_;
    Matrix a(known_.size(), std::vector<double>(known_.size()));
    for (std::size_t i = 0; i < known_.size(); ++i) {
        for (std::size_t j = 0; j <= i; ++j) a[i][j] = likeness(known_[i], known_[j]);
        a[i][i] += kRidge;
    }
    weights_ = solve(a, std::move(weights_));
}

/// Numbers count by their ratio: from 64 to 128 is as far as from 4 to 8.
Surrogate::Point Surrogate::point(const TunableKernel& kernel) const {
    Point place;
    for (const KernelAxis& axis : axes_) place.push_back(std::log2(kernel.values[axis.field] + 1.0));
    return place;
}

double Surrogate::operator()(const TunableKernel& kernel) const {
    const Point place = point(kernel);
    double guess = mean_;
    for (std::size_t i = 0; i < known_.size(); ++i) guess += weights_[i] * likeness(place, known_[i]);
    return guess;
}

}  // namespace hg::kernels
