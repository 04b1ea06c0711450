#include "hgblas/engine/attempt.hpp"

#include <new>
#include <string>

namespace hg::dropin {
namespace {

std::string& words() noexcept {
    thread_local std::string words;
    return words;
}

}  // namespace

const char* last_error() noexcept {
    return words().c_str();
}

void keep_error(const Error& error) noexcept {
    try {
        words() = error.what();
    } catch (const std::bad_alloc&) {
        words().clear();
    }
}

}  // namespace hg::dropin
