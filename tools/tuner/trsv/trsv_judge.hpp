#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "tools/tuner/problem/trial.hpp"

namespace hg::kernels {

/// x := op(A)^-1 x with a triangle of order n, so that the solution is of the size of x. Each element is
/// compared with a plain solve in double precision, within 4 eps (sqrt(n) + 4) times the largest sum of the
/// terms' sizes.
template <class T>
class TrsvJudge final : public Judge {
  public:
    explicit TrsvJudge(const TuningProblem& problem) : transposed_(problem.operation != 0) {}

    /// Substitution.
    void see(const HostOperands& before) override {
        const HostTriangle<const T> a = before.triangle<T>(0, !before.aligned);
        const std::vector<T> b = before.x<T>(1);
        x_.assign(b.begin(), b.end());
        std::vector<double> terms(x_.size());
        const auto at = [](std::int64_t i) { return static_cast<std::size_t>(i); };
        const auto solve = [&](std::int64_t j) {
            terms_ = std::max(terms_, (terms[at(j)] + std::fabs(b[at(j)])) / std::fabs(a(j, j)));
            x_[at(j)] /= a(j, j);
        };
        const auto subtract = [&](std::int64_t to, double term) {
            x_[at(to)] -= term;
            terms[at(to)] += std::fabs(term);
        };
        for (std::int64_t step = 0; step < a.n; ++step) {
            const std::int64_t j = a.upper == transposed_ ? step : a.n - 1 - step;
            if (!transposed_) solve(j);
            for (std::int64_t i = a.first(j); i < a.last(j); ++i)
                transposed_ ? subtract(j, a(i, j) * x_[at(i)]) : subtract(i, a(i, j) * x_[at(j)]);
            if (transposed_) solve(j);
        }
    }

    std::string fault_of(const PreparedKernel& /*kernel*/, const HostOperands& /*before*/,
                         const HostOperands& after) override {
        const std::vector<T> x = after.x<T>(1);
        const double bound =
            4.0 * std::numeric_limits<T>::epsilon() * (std::sqrt(static_cast<double>(x.size())) + 4) * terms_;
        for (std::size_t i = 0; i < x.size(); ++i)
            if (!(std::fabs(static_cast<double>(x[i]) - x_[i]) <= bound))
                return "x(" + std::to_string(i) + ") is wrong";
        return {};
    }

  private:
    bool transposed_;
    std::vector<double> x_;  ///< the solution
    double terms_ = 0;       ///< the largest sum of the sizes of what x(i) is made of
};

}  // namespace hg::kernels
