#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tools/tuner/problem/plain_sum.hpp"
#include "tools/tuner/problem/trial.hpp"

namespace hg::kernels {

/// y := alpha A x + beta y with one triangle of a symmetric A; the other triangle holds NaN. Each element of
/// y is compared with plain sums in double precision, within 4 eps times the sum of its terms' sizes.
template <class T>
class SymvJudge final : public Judge {
  public:
    explicit SymvJudge(const TuningProblem& problem) : upper_(problem.operation != 0) {}

    void prepare(HostOperands& operands) const override { operands.triangle<T>(0, upper_).blank_the_rest(); }

    void see(const HostOperands& before) override {
        const HostTriangle<const T> a = before.triangle<T>(0, upper_);
        const std::vector<T> x = before.x<T>(1), y = before.vector<T>(2);
        const auto at = [](std::int64_t i) { return static_cast<std::size_t>(i); };
        sums_.resize(x.size());
        for (std::int64_t j = 0; j < a.n; ++j) {
            sums_[at(j)].add(kExampleBeta * y[at(j)]);
            sums_[at(j)].add(kExampleAlpha * a(j, j) * x[at(j)]);
            for (std::int64_t i = a.first(j); i < a.last(j); ++i) {
                const double scaled = kExampleAlpha * a(i, j);
                sums_[at(j)].add(scaled * x[at(i)]);
                sums_[at(i)].add(scaled * x[at(j)]);
            }
        }
    }

    std::string fault_of(const PreparedKernel& /*kernel*/, const HostOperands& /*before*/,
                         const HostOperands& after) override {
        return fault_of_sums("y", after.vector<T>(2), sums_, 4);
    }

  private:
    bool upper_;
    std::vector<PlainSum> sums_;
};

}  // namespace hg::kernels
