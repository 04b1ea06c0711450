#include "blas/call/call_policy.hpp"

#include <utility>

namespace hg {
namespace {

thread_local constinit CallPolicy::Wishes wishes_of_thread{};

}  // namespace

CallPolicy::CallPolicy(const Wishes& wishes) noexcept : before_(std::exchange(wishes_of_thread, wishes)) {}

CallPolicy::~CallPolicy() {
    wishes_of_thread = before_;
}

const CallPolicy::Wishes& CallPolicy::current() noexcept {
    return wishes_of_thread;
}

}  // namespace hg
