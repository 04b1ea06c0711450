#include "runtime/program/base/environment_variable.hpp"

#include <cstdlib>

namespace hg {

std::string environment_variable(const char* name) {
    const char* value = secure_getenv(name);
    return value == nullptr ? "" : value;
}

bool has_environment_variable(const char* name) {
    return secure_getenv(name) != nullptr;
}

}  // namespace hg
