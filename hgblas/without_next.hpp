#pragma once

#include <new>

#include "hgblas/offload.hpp"
#include "hgblas/settings.hpp"

namespace hg::dropin {

/// Does a call that no CPU BLAS stands behind, or tells what is wrong with its arguments, as BLAS does.
template <class Call>
[[gnu::noinline]] void without_next(const Call& call) noexcept {
    warn_once(Warning::no_cpu_blas,
              "behind libhgblas.so there is no library with the BLAS and LAPACK routines called here: the "
              "one that hg was "
              "linked with serves, or hg's own, which are slow. HG_CPU_BLAS names another, for example "
              "libopenblas.so.0");
    const Engine* const engine = load_engine();
    if (engine == nullptr) return;
    try {
        if (!call.is_valid() || call.cpu_takes())
            call.run_on(engine->cpu_blas());
        else if (start_engine() != nullptr)
            static_cast<void>(call.run(*engine, Place::chosen));
    } catch (const std::bad_alloc&) {
        warn_once(Warning::spoilt, "there is no memory for pivots");
    }
}

}  // namespace hg::dropin
