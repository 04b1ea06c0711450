#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "blas/level3/triangle/triangle_shape.hpp"
#include <hg/lapack/inverse_problem.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// How an inverse by a Cholesky factor is divided: into block columns of `block` columns, from the diagonal
/// down. Their width does not depend on the device, so that the bits of results do not.
struct InverseLayout {
    std::int64_t n = 0;
    std::int64_t block = 0;
    DeviceIndex device = 0;

    [[nodiscard]] std::size_t blocks() const noexcept {
        return static_cast<std::size_t>((n + block - 1) / block);
    }
    /// The columns of block column k, which are also the rows of its block on the diagonal.
    [[nodiscard]] Span columns_of(std::size_t k) const noexcept {
        const std::int64_t first = static_cast<std::int64_t>(k) * block;
        return {first, std::min(n, first + block)};
    }
    /// The rows below that block, which are also the columns of the blocks behind.
    [[nodiscard]] Span behind(std::size_t k) const noexcept { return {columns_of(k).end, n}; }
};

/// The layouts for the devices of a target that hold the whole inverse, in the devices' order. Throws
/// Error{device_failed} if no device computes in the type, Error{out_of_memory} if none holds it, with the
/// memory of the largest one.
std::vector<InverseLayout> inverse_layouts(const InverseProblem& problem, const Target& target);

}  // namespace hg
