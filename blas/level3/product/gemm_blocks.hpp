#pragma once

#include <cstdint>

#include <hg/blas/gemm_problem.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// Block sizes of a GEMM: tiles of C are m x n, of op(A) m x k, of op(B) k x n.
struct GemmBlocks {
    std::int64_t m = 0;
    std::int64_t n = 0;
    std::int64_t k = 0;

    bool operator==(const GemmBlocks&) const = default;
};

/// The largest order of a square tile of which every device that computes in `type` holds eight.
/// Throws Error{out_of_memory} with the figures if not even tiles of 16 x 16 fit, Error{invalid_argument}
/// if no device computes in that type, Error{device_lost} if none is available.
std::int64_t largest_gemm_tile(ElementType type, const Target& target);
/// The same for the tiles of a problem: each with its residues if products are emulated.
std::int64_t largest_gemm_tile(const GemmProblem& problem, const Target& target);

/// The blocks that kernels are chosen for. The rule uses neither rates nor the number of devices: 4096 x 2048
/// elements of C and 8192 of k, less if the problem or `most` is smaller. Every plan uses this k block. So
/// the order of each element's sum does not depend on the number of devices.
GemmBlocks nominal_gemm_blocks(const GemmProblem& problem, std::int64_t most);

}  // namespace hg
