#pragma once

#include <string>

#include "host_blas/cpu_blas.hpp"
#include "runtime/machine/settings/setting_warnings.hpp"

namespace hg {

/// Warns of libraries in HG_CPU_BLAS that hg cannot use, once a process.
inline void warn_of_cpu_blas() {
    if (const std::string& fault = cpu_blas().fault; !fault.empty()) warn_of_setting("HG_CPU_BLAS: " + fault);
}

}  // namespace hg
