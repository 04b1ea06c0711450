#include <utility>

#include "blas/call/thread_state.hpp"
#include <hg/blas/session.hpp>

namespace hg {

ArithmeticScope::ArithmeticScope(Arithmetic arithmetic) noexcept
    : before_(std::exchange(thread_state().overrides.arithmetic, arithmetic)) {}

ArithmeticScope::~ArithmeticScope() {
    thread_state().overrides.arithmetic = before_;
}

}  // namespace hg
