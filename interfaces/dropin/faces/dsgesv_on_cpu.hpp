#pragma once

#include "interfaces/dropin/faces/mixed_on_cpu.hpp"

namespace hg::dropin {

template <class T>
struct GesvCall;
template <class T>
struct DsgesvCall;

template <class T>
void dsgesv_on_cpu(const DsgesvCall<T>& call, const kernels::CpuBlas& cpu) {
    const DsgesvArguments<T>& c = call.arguments;
    mixed_on_cpu(call, cpu, [&](T* B, std::int64_t ldb) {
        return GesvCall<T>{{c.n, c.nrhs, c.A, c.lda, c.ipiv, B, ldb, c.info}};
    });
}

}  // namespace hg::dropin
