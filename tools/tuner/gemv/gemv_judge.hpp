#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tools/tuner/gemm/gemm_reference.hpp"
#include "tools/tuner/problem/trial.hpp"

namespace hg::kernels {

/// y := alpha op(A) x + beta y, a product with a matrix of one column: see GemmReference for the bounds.
template <class T>
class GemvJudge final : public Judge {
  public:
    explicit GemvJudge(const TuningProblem& problem) : transpose_(problem.operation != 0) {}

    void see(const HostOperands& before) override {
        const std::vector<T> x = before.x<T>(1), y = before.vector<T>(2);
        const auto in = static_cast<std::int64_t>(x.size()), out = static_cast<std::int64_t>(y.size());
        reference_ = projected_reference(
            {element_type_of<T>(), transpose_, false, out, 1, in},
            GemmOperands<T>{before.elements<T>(0), x.data(), y.data(), before.shapes[0].ld, in, out},
            {.alpha = kExampleAlpha, .beta = kExampleBeta});
    }

    std::string fault_of(const PreparedKernel& /*kernel*/, const HostOperands& /*before*/,
                         const HostOperands& after) override {
        return reference_->fault_of(after.vector<T>(2).data(), true);
    }

  private:
    bool transpose_;
    std::unique_ptr<GemmReference<T>> reference_;
};

}  // namespace hg::kernels
