#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tools/tuner/problem/plain_sum.hpp"
#include "tools/tuner/problem/trial.hpp"

namespace hg::kernels {

/// x := alpha op(A) x with a triangle of order n. Each element is compared with plain sums in double
/// precision, within eps (sqrt(n) + 4) times the sum of its terms' sizes.
template <class T>
class TrmvJudge final : public Judge {
  public:
    explicit TrmvJudge(const TuningProblem& problem) : transpose_(problem.operation != 0) {}

    void see(const HostOperands& before) override {
        const HostTriangle<const T> a = before.triangle<T>(0, !before.aligned);
        const std::vector<T> x = before.x<T>(1);
        const auto add = [&](std::int64_t to, std::int64_t i, std::int64_t j, std::int64_t from) {
            sums_[static_cast<std::size_t>(to)].add(kExampleAlpha * a(i, j) *
                                                    x[static_cast<std::size_t>(from)]);
        };
        sums_.resize(x.size());
        for (std::int64_t j = 0; j < a.n; ++j) {
            add(j, j, j, j);
            for (std::int64_t i = a.first(j); i < a.last(j); ++i)
                add(transpose_ ? j : i, i, j, transpose_ ? i : j);
        }
    }

    std::string fault_of(const PreparedKernel& /*kernel*/, const HostOperands& /*before*/,
                         const HostOperands& after) override {
        return fault_of_sums("x", after.x<T>(1), sums_, std::sqrt(static_cast<double>(sums_.size())) + 4);
    }

  private:
    bool transpose_;
    std::vector<PlainSum> sums_;
};

}  // namespace hg::kernels
