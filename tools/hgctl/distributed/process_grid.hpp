#pragma once

#include <algorithm>
#include <cstdint>

namespace hgctl {

/// P x Q processes, over which matrices are dealt out block-cyclically.
struct ProcessGrid {
    std::int64_t rows = 1;
    std::int64_t cols = 1;

    [[nodiscard]] std::int64_t size() const noexcept { return rows * cols; }

    /// The one nearest to a square, with no more rows than columns.
    static ProcessGrid of(std::int64_t processes) noexcept {
        std::int64_t rows = 1;
        for (std::int64_t p = 1; p * p <= processes; ++p)
            if (processes % p == 0) rows = p;
        return {rows, processes / rows};
    }
};

/// Elements of n that the process `index` of `processes` holds, in blocks dealt out from
/// the first process on.
inline std::int64_t local_size(std::int64_t n, std::int64_t block, std::int64_t index,
                               std::int64_t processes) noexcept {
    const std::int64_t blocks = n / block;
    const std::int64_t extra = blocks % processes;
    const std::int64_t whole = blocks / processes * block;
    return whole + (index < extra ? block : index == extra ? n % block : 0);
}

/// The most that any process holds.
inline std::int64_t largest_local_size(std::int64_t n, std::int64_t block, std::int64_t processes) noexcept {
    return local_size(n, block, 0, processes);
}

}  // namespace hgctl
