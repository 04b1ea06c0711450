#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "tools/tuner/problem/trial.hpp"
#include "tools/tuner/vector/vector_reference.hpp"

namespace hg::kernels {

inline VectorOperation vector_operation_of(const TuningProblem& problem) {
    return *std::ranges::find_if(kVectorOperations, [&](VectorOperation operation) {
        return name(operation) == problem.routine->word;
    });
}

/// An operation on vectors. Elements that it changes are compared one by one, results of reductions with
/// plain ones, see bound_of_result().
template <class T>
class VectorJudge final : public Judge {
  public:
    explicit VectorJudge(const TuningProblem& problem)
        : operation_(vector_operation_of(problem)), n_(problem.extents.at(0)) {}

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
