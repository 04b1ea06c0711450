#include "tools/workload/resident/resident_gemm.hpp"

namespace hgctl {

ResidentGemm::ResidentGemm(ResidentDevice& device, const hg::kernels::GemmParameters& parameters,
                           const ResidentShape& shape)
    : device_(device), parameters_(parameters), shape_(shape), product_(hg::kernels::gemm(parameters)) {
    device_.prepare(*product_);
    if (parameters.split_k > 1) {
        sum_ = hg::kernels::gemm_sum(parameters.type, parameters.split_k, parameters.overwrite);
        device_.prepare(*sum_);
    }
    allocate();
}

void ResidentGemm::allocate() {
    const hg::kernels::GemmParameters& p = parameters_;
    const auto stored = [&](bool transposed, std::int64_t rows, std::int64_t cols, std::int64_t ld) {
        return device_.matrix(p.type, transposed ? cols : rows, transposed ? rows : cols, ld, shape_.guard);
    };
    a_ = stored(p.transpose_a, shape_.m, shape_.k, shape_.lda);
    b_ = stored(p.transpose_b, shape_.k, shape_.n, shape_.ldb);
    c_ = stored(false, shape_.m, shape_.n, shape_.ldc);
    if (sum_) workspace_ = device_.matrix(p.type, shape_.m, shape_.n * p.split_k, shape_.m);
}

void ResidentGemm::release() {
    for (ResidentMatrix* matrix : {&a_, &b_, &c_, &workspace_}) matrix->memory.reset();
}

ChainTimes ResidentGemm::multiply(const hg::ScalarValue& alpha, const hg::ScalarValue& beta, int times) {
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
