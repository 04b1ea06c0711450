#pragma once

#include <algorithm>
#include <cstdint>

#include "host_blas/cpu_blas.hpp"
#include "interfaces/dropin/entry_points/call.hpp"

namespace hg::dropin {

/// Solves a system in double precision instead of by refinement, and reports this as LAPACK does: iter = -1.
/// `in_double(B, ldb)` returns the call that overwrites B by the solution.
template <class Call, class InDouble>
void mixed_on_cpu(const Call& call, const CpuBlas& cpu, const InDouble& in_double) {
    const auto& c = call.arguments;
    const auto system = [&](auto* B, std::int64_t ldb) {
        return in_double(const_cast<decltype(c.X)>(B), ldb);
    };
    if (is_valid_call(call))
        for (std::int64_t j = 0; j < c.nrhs; ++j) std::copy_n(c.B + j * c.ldb, c.n, c.X + j * c.ldx);
    else if (is_valid_call(system(c.B, c.ldb)))
        *c.info = -9;  // only ldx is wrong, the ninth argument of both routines
    *c.iter = -1;
    if (*c.info == 0) system(c.X, c.ldx).run_on(cpu);
}

}  // namespace hg::dropin
