#include <utility>

#include "blas/call/thread_state.hpp"
#include <hg/blas/session.hpp>

namespace hg {

ArithmeticScope::ArithmeticScope(Arithmetic arithmetic) noexcept
    : before_(std::exchange(thread_state().wishes.arithmetic, arithmetic)) {}

ArithmeticScope::~ArithmeticScope() {
    thread_state().wishes.arithmetic = before_;
}

}  // namespace hg
