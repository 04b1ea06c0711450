#include "blas/call/thread_state.hpp"

namespace hg {

ThreadState& thread_state() noexcept {
    thread_local constinit ThreadState state;
    return state;
}

}  // namespace hg
