#pragma once

#include <memory>
#include <string>

#include "tools/tuner/gemm/gemm_kernel.hpp"
#include "tools/tuner/gemm/gemm_reference.hpp"
#include "tools/tuner/problem/trial.hpp"

namespace hg::kernels {

/// Other than 0 and 1, exact in both precisions; without imaginary parts for real elements.
inline GemmScalars gemm_example_scalars(ElementType type) {
    if (is_complex(type)) return {.alpha = {kExampleAlpha, -0.625}, .beta = {kExampleBeta, 0.75}};
    return {.alpha = kExampleAlpha, .beta = kExampleBeta};
}

/// A product. Small results are compared element by element, large ones by their product with a random
/// vector: see GemmReference for the bounds.
template <class T>
class GemmJudge final : public Judge {
  public:
    explicit GemmJudge(const GemmShape& shape) : shape_(shape) {}

    void see(const HostOperands& before) override {
        constexpr double kSmall = 0x1p27;  // steps: a host does as many in milliseconds
        const double steps =
            static_cast<double>(shape_.m) * static_cast<double>(shape_.n) * static_cast<double>(shape_.k);
        const GemmOperands<T> operands{before.elements<T>(0), before.elements<T>(1), before.elements<T>(2),
                                       before.shapes[0].ld,   before.shapes[1].ld,   before.shapes[2].ld};
        const auto make = steps <= kSmall ? whole_reference<T> : projected_reference<T>;
        reference_ = make(shape_, operands, gemm_example_scalars(shape_.type));
    }

    std::string fault_of(const PreparedKernel& kernel, const HostOperands& /*before*/,
                         const HostOperands& after) override {
        return reference_->fault_of(after.elements<T>(2), kernel.kernel.values[kGemmOverwrite] == 0);
    }

  private:
    GemmShape shape_;
    std::unique_ptr<GemmReference<T>> reference_;
};

}  // namespace hg::kernels
