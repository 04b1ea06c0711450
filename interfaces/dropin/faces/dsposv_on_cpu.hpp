#pragma once

#include "interfaces/dropin/faces/mixed_on_cpu.hpp"

namespace hg::dropin {

template <class T>
struct PosvCall;
template <class T>
struct DsposvCall;

template <class T>
void dsposv_on_cpu(const DsposvCall<T>& call, const kernels::CpuBlas& cpu) {
    const DsposvArguments<T>& c = call.arguments;
    mixed_on_cpu(call, cpu, [&](T* B, std::int64_t ldb) {
        return PosvCall<T>{{c.uplo, c.n, c.nrhs, c.A, c.lda, B, ldb, c.info}};
    });
}

}  // namespace hg::dropin
