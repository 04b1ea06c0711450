#pragma once

#include "interfaces/dropin/entry_points/mixed_on_cpu.hpp"

namespace hg::dropin {

template <class T>
struct PosvCall;

/// dsposv and zcposv.
template <class Call>
void mixed_posv_on_cpu(const Call& call, const CpuBlas& cpu) {
    const auto& c = call.arguments;
    mixed_on_cpu(call, cpu, [&]<class T>(T* B, std::int64_t ldb) {
        return PosvCall<T>{{c.uplo, c.n, c.nrhs, c.A, c.lda, B, ldb, c.info}};
    });
}

}  // namespace hg::dropin
