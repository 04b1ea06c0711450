#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "blas/level3/triangle/triangle_shape.hpp"
#include <hg/lapack/cholesky_problem.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// How a Cholesky factorization is divided. L is cut into block_columns of `block_column` columns from the
/// diagonal down, which are dealt out to the devices in turn. Panels of `panel` columns are factored within a
/// block_column. A pass is what the devices hold at once: consecutive block_columns. Widths do not depend on
/// the devices, so that the bits of results do not.
struct CholeskyLayout {
    std::int64_t n = 0;
    std::int64_t block_column = 0;
    std::int64_t panel = 0;
    std::vector<DeviceIndex> devices;
    std::size_t block_columns_per_pass = 1;
    /// Diagonal blocks are factored in EXEC2, beside the updates of what is below them.
    bool beside = false;
    /// A block_column is updated by the one before it panel by panel, as the panels' turns come: so there is
    /// work beside diagonal blocks.
    bool last_by_panels = true;

    [[nodiscard]] std::size_t block_columns() const noexcept {
        return static_cast<std::size_t>((n + block_column - 1) / block_column);
    }
    /// The first column of block_column k; n for k = block_columns().
    [[nodiscard]] std::int64_t first_of(std::size_t k) const noexcept {
        return std::min(n, static_cast<std::int64_t>(k) * block_column);
    }
    /// The columns of block_column k, which are also the rows of its square.
    [[nodiscard]] Span columns_of(std::size_t k) const noexcept { return {first_of(k), first_of(k + 1)}; }
    /// The device that factors block_column k.
    [[nodiscard]] DeviceIndex device_of(std::size_t k) const noexcept { return devices[k % devices.size()]; }
};

/// The layout that suits the sizes, with all block_columns in one pass. Throws Error{device_failed} if no
/// device computes in the type, Error{out_of_memory} if not even a few panels fit.
CholeskyLayout cholesky_layout(const CholeskyProblem& problem, const Target& target);

}  // namespace hg
