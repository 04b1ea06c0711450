#pragma once

#include <algorithm>

#include "interfaces/dropin/faces/call.hpp"
#include "kernels/cpu/cpu_blas.hpp"

namespace hg::dropin {

template <class T>
struct GesvCall;
template <class T>
struct DsgesvCall;

/// All of it in double precision, as LAPACK's iter of -1 tells.
template <class T>
void dsgesv_on_cpu(const DsgesvCall<T>& call, const kernels::CpuBlas& cpu) {
    const DsgesvArguments<T>& c = call.arguments;
    const auto system = [&](auto* B, std::int64_t ldb) {
        return GesvCall<T>{{c.n, c.nrhs, c.A, c.lda, c.ipiv, const_cast<T*>(B), ldb, c.info}};
    };
    if (is_valid_call(call))
        for (std::int64_t j = 0; j < c.nrhs; ++j) std::copy_n(c.B + j * c.ldb, c.n, c.X + j * c.ldx);
    else if (is_valid_call(system(c.B, c.ldb)))
        *c.info = -9;  // ldx alone is wrong
    *c.iter = -1;
    if (*c.info == 0) system(c.X, c.ldx).run_on(cpu);
}

}  // namespace hg::dropin
