#pragma once

#include <cstdint>

#include <hg/blas/gemm_problem.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// Block sizes of a GEMM: tiles of C are m x n, those of op(A) m x k, and those of op(B) k x n.
struct GemmBlocks {
    std::int64_t m = 0;
    std::int64_t n = 0;
    std::int64_t k = 0;

    bool operator==(const GemmBlocks&) const = default;
};

/// Returns the largest order of a square tile such that every device that supports `type` holds eight tiles.
/// Throws Error{out_of_memory}, with the figures, if not even 16 x 16 tiles fit; Error{invalid_argument} if
/// no device supports the type; Error{device_lost} if no device is available.
std::int64_t largest_gemm_tile(ElementType type, const Target& target);
/// The same for the tiles of a problem, including their residues if products are emulated.
std::int64_t largest_gemm_tile(const GemmProblem& problem, const Target& target);

/// Returns the blocks for which kernels are chosen: 4096 x 2048 elements of C and 8192 of k, or less if the
/// problem or `most` is smaller. The rule uses neither rates nor the number of devices, and every plan uses
/// this k block. So the order of each element's sum does not depend on the number of devices.
GemmBlocks nominal_gemm_blocks(const GemmProblem& problem, std::int64_t most);

}  // namespace hg
