#pragma once

#include <string>

namespace hg {

/// The value of a variable of the environment; empty if it is not set, and in a program that runs with rights
/// its caller lacks (setuid, setgid), which must not follow its caller's overrides. Thread-safe as long as
/// nobody changes the environment.
[[nodiscard]] std::string environment_variable(const char* name);

/// True if such a variable is set, even to an empty value.
[[nodiscard]] bool has_environment_variable(const char* name);

}  // namespace hg
