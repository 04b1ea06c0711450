#pragma once

#include <string>

namespace hg {

/// Returns the value of an environment variable. Empty if it is not set, or if the program runs with more
/// rights than its caller (setuid, setgid) and must therefore ignore the caller's environment. Thread-safe as
/// long as nobody changes the environment.
[[nodiscard]] std::string environment_variable(const char* name);

/// Returns true if such a variable is set, even to an empty value.
[[nodiscard]] bool has_environment_variable(const char* name);

}  // namespace hg
