#pragma once

#include <cstdint>
#include <string>

#include "blas/session.hpp"

namespace hgctl {

/// How one random problem went.
struct CheckResult {
    bool passed = false;
    double error = 0;  ///< in units of the bound, see gemm_error()
    std::string
        problem;  ///< for example "dgemm row_major N T m=17 n=3 k=40 alpha=-1 beta=0 lda=20 ldb=40 ldc=3"
    std::string fault;  ///< what is wrong, where it did not pass
};

/// Draws one gemm from `seed` (layout, ops, sizes up to n_max and zero too, alpha, beta, leading dimensions,
/// block size), runs it and compares it with a reference. What must not be read holds NaN; what must not be
/// written is compared bit by bit afterwards.
template <class T>
CheckResult check_gemm(hg::Session& session, std::uint64_t seed, std::int64_t n_max);

extern template CheckResult check_gemm<float>(hg::Session&, std::uint64_t, std::int64_t);
extern template CheckResult check_gemm<double>(hg::Session&, std::uint64_t, std::int64_t);

}  // namespace hgctl
