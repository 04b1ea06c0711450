#include "blas/session/thread_counts.hpp"

namespace hg {

std::size_t ThreadCounts::number_thread() noexcept {
    static constinit std::atomic<std::size_t> numbered{0};
    return thread_state().number = numbered.fetch_add(1, std::memory_order_relaxed) + 1;
}

}  // namespace hg
