#pragma once

#include <cstdint>
#include <string>

#include "sparse/matrix/check_csr.hpp"
#include "sparse/matrix/mixed_bits.hpp"

namespace hg::sparse {

/// What rows of random matrices are made by.
struct RandomRows {
    std::int64_t rows, cols, fewest, most;
    std::uint64_t seed;

    void check(const char* routine) const {
        check_size(routine, rows, cols);
        if (most == 0) check_rows(routine, 1, "rows", rows, 0);
        require_argument(fewest >= 0 && fewest <= most && most <= cols, routine, 3, "fewest",
                         "fewest = " + std::to_string(fewest) + " and most = " + std::to_string(most) +
                             " must be in order, from 0 to cols = " + std::to_string(cols));
    }

    [[nodiscard]] std::uint64_t bits(std::int64_t i, std::uint64_t what) const noexcept {
        return mixed_bits(mixed_bits(~seed, what), static_cast<std::uint64_t>(i));
    }

    [[nodiscard]] std::int64_t length(std::int64_t i) const noexcept {
        return fewest + static_cast<std::int64_t>(bits(i, 1) % static_cast<std::uint64_t>(most - fewest + 1));
    }

    [[nodiscard]] bool is_empty(std::int64_t i) const noexcept {
        return i == 0 || i == rows - 1 || bits(i, 2) % 3 != 0;
    }
};

}  // namespace hg::sparse
