#pragma once

#include <string>

namespace hg {

/// Writes a warning to standard error for each variable in the environment whose name begins with HG_ and
/// means nothing to hg: once a process.
void warn_of_unknown_variables() noexcept;
/// Warns of a variable that hg cannot follow: on standard error, the same text once a process.
void warn_of_setting(const std::string& text) noexcept;
/// For libhgblas.so, which warns of unknown names and of HG_CPU_BLAS itself: warn_of_setting() writes only to
/// the log from now on, and warn_of_unknown_variables() does nothing.
void leave_settings_to_dropin() noexcept;

}  // namespace hg
