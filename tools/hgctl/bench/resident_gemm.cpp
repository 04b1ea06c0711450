#include "tools/hgctl/bench/resident_gemm.hpp"

namespace hgctl {

ResidentGemm::ResidentGemm(ResidentDevice& device, const hg::kernels::GemmParameters& parameters,
                           const ResidentShape& shape)
    : device_(device), product_(hg::kernels::gemm(parameters)) {
    const hg::kernels::GemmParameters& p = parameters;
    device_.prepare(*product_);
    const auto stored = [&](bool transposed, std::int64_t rows, std::int64_t cols, std::int64_t ld) {
        return device_.matrix(p.type, transposed ? cols : rows, transposed ? rows : cols, ld, shape.guard);
    };
    a_ = stored(p.transpose_a, shape.m, shape.k, shape.lda);
    b_ = stored(p.transpose_b, shape.k, shape.n, shape.ldb);
    c_ = stored(false, shape.m, shape.n, shape.ldc);
    if (p.split_k <= 1) return;
    sum_ = hg::kernels::gemm_sum(p.type, p.split_k, p.overwrite);
    device_.prepare(*sum_);
    workspace_ = device_.matrix(p.type, shape.m, shape.n * p.split_k, shape.m);
}

ChainTimes ResidentGemm::multiply(double alpha, double beta, int times) {
    const std::vector<hg::ScalarValue> scalars{alpha, beta};
    if (!sum_) {
        const ResidentStep product{product_, {a_.live(), b_.live(), c_.live()}, scalars};
        return device_.run({&product, 1}, times);
    }
    const std::vector<ResidentStep> steps{{product_, {a_.live(), b_.live(), workspace_.live()}, scalars},
                                          {sum_, {workspace_.live(), c_.live()}, scalars}};
    return device_.run(steps, times);
}

}  // namespace hgctl
