#include <algorithm>

#include "tools/hgctl/distributed/collectives.hpp"
#include "tools/hgctl/distributed/distributed_model.hpp"

namespace hgctl {

DistributedTime summa_time(const DistributedProblem& problem, const RankModel& rank, LocalCosts& costs) {
    const auto [n, block, grid, recursive, look_ahead] = problem;
    DistributedTime time;
    if (grid.size() == 1) {
        time.seconds = time.update = costs.gemm_at(n, n, n);
        return time;
    }
    const std::int64_t m_local = largest_local_size(n, block, grid.rows);
    const std::int64_t n_local = largest_local_size(n, block, grid.cols);
    for (std::int64_t first = 0; first < n; first += block) {
        const std::int64_t k = std::min(block, n - first);
        time.update += costs.gemm(m_local, n_local, k);
        time.network += broadcast_seconds(rank.network, m_local * k, grid.cols) +
                        broadcast_seconds(rank.network, k * n_local, grid.rows);
    }
    time.seconds = time.update + time.network;
    return time;
}

}  // namespace hgctl
