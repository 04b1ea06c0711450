#pragma once

#include <new>

#include "hgblas/offload.hpp"
#include "hgblas/settings.hpp"

namespace hg::dropin {

/// Does a call that no CPU BLAS stands behind, or tells what is wrong with its arguments, as BLAS does.
template <class Call>
[[gnu::noinline]] void without_next(const Call& call) noexcept {
    const Engine* const engine = load_engine();
    if (engine == nullptr) return;
    const kernels::CpuBlas& cpu = engine->cpu_blas();
    if (cpu.library.empty())
        warn_once(Warning::no_cpu_blas,
                  "there is no BLAS of the CPU behind libhgblas.so: hg's own routines serve, which are slow. "
                  "HG_CPU_BLAS names "
                  "one, for example libopenblas.so.0");
    try {
        if (!call.is_valid() || call.cpu_takes())
            call.run_on(cpu);
        else if (start_engine() != nullptr)
            static_cast<void>(call.run(*engine, Place::chosen));
    } catch (const std::bad_alloc&) {
        warn_once(Warning::spoilt, "there is no memory for pivots");
    }
}

}  // namespace hg::dropin
