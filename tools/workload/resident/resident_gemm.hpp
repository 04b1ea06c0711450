#pragma once

#include <cstdint>
#include <vector>

#include "tools/workload/resident/resident_device.hpp"
#include <hg/kernels/gemm.hpp>

namespace hgctl {

/// Sizes of a product and how its matrices lie: op(A) is m x k, op(B) k x n.
struct ResidentShape {
    std::int64_t m = 0, n = 0, k = 0;
    std::int64_t lda = 0, ldb = 0, ldc = 0;
    std::int64_t guard = 0;  ///< columns behind each matrix, see ResidentMatrix
};

/// C := alpha op(A) op(B) + beta C by one kernel of the GEMM families, in a device's memory. A kernel for
/// parts of the sum over k brings its workspace and the instruction that adds them up.
class ResidentGemm {
  public:
    /// Compiles and allocates. Throws what ResidentDevice throws, and hg::Error{invalid_argument} for
    /// parameters of which no kernel can be made.
    ResidentGemm(ResidentDevice& device, const hg::kernels::GemmParameters& parameters,
                 const ResidentShape& shape);

    [[nodiscard]] const ResidentMatrix& a() const noexcept { return a_; }
    [[nodiscard]] const ResidentMatrix& b() const noexcept { return b_; }
    [[nodiscard]] const ResidentMatrix& c() const noexcept { return c_; }

    /// Allocates the matrices, which hold nothing yet. The constructor does so.
    void allocate();
    /// Frees them, until allocate() is called again.
    void release();

    /// `times` products one after the other. With overwrite C is not read, and beta not used.
    ChainTimes multiply(const hg::ScalarValue& alpha, const hg::ScalarValue& beta, int times = 1);

  private:
    ResidentDevice& device_;
    hg::kernels::GemmParameters parameters_;
    ResidentShape shape_;
    ResidentMatrix a_;
    ResidentMatrix b_;
    ResidentMatrix c_;
    ResidentMatrix workspace_;
    hg::InstructionPtr product_;
    hg::InstructionPtr sum_;  ///< null if the product writes C itself
};

}  // namespace hgctl
