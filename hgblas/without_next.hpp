#pragma once

#include "hgblas/offload.hpp"
#include "hgblas/settings.hpp"

namespace hg::dropin {

/// Does a call that no CPU BLAS stands behind.
template <class Call>
[[gnu::noinline]] void without_next(const Call& call) noexcept {
    warn_once(Warning::no_cpu_blas,
              "no library behind libhgblas.so has the BLAS routines called here; hg's own serve. HG_CPU_BLAS "
              "names a "
              "library that has them, for example libopenblas.so.0");
    if (const Engine* const engine = engine_without_devices(); engine != nullptr && call.is_valid())
        static_cast<void>(call.run(*engine, Place::host));
}

}  // namespace hg::dropin
