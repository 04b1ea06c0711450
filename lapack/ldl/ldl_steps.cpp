#include "lapack/ldl/ldl_steps.hpp"

#include <cstddef>
#include <utility>

namespace hg {

std::vector<LdlStep> ldl_steps(Uplo uplo, std::int64_t n, const std::int64_t* ipiv,
                               std::vector<LdlStep> room) {
    const bool upper = uplo == Uplo::upper;
    std::vector<LdlStep> steps = std::move(room);
    steps.clear();
    steps.reserve(static_cast<std::size_t>(n));
    for (std::int64_t done = 0; done < n; done += steps.back().order) {
        const std::int64_t k = upper ? n - 1 - done : done;
        const std::int64_t next = upper ? k - 1 : k + 1;
        const bool is_block = ipiv[k] < 0;
        if (is_block && (done + 1 == n || ipiv[next] != ipiv[k])) break;
        const std::int64_t row = is_block ? next : k;
        const std::int64_t with = is_block ? -(ipiv[k] + 1) : ipiv[k] - 1;
        if (upper ? with < 0 || with > row : with < row || with >= n) break;
        steps.push_back({is_block && upper ? next : k, is_block ? 2 : 1, row, with});
    }
    return steps;
}

}  // namespace hg
