#include "interfaces/dropin/engine/attempt.hpp"

#include "runtime/program/base/error_words.hpp"

namespace hg::dropin {
namespace {

thread_local constinit ErrorWords words;

}  // namespace

const char* last_error() noexcept {
    return words.c_str();
}

void save_error(const Error& error) noexcept {
    words.keep(error.what());
}

}  // namespace hg::dropin
