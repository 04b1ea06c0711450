#pragma once

#include <cstdint>

#include "blas/gemm_program.hpp"

namespace hg {

/// Block sizes of a GEMM: tiles of C are m x n, of op(A) m x k, of op(B) k x n.
struct GemmBlocks {
    std::int64_t m = 0;
    std::int64_t n = 0;
    std::int64_t k = 0;
};

/// The largest order of a square tile of which every device that computes in `type` holds eight.
/// Throws Error{out_of_memory} with the figures where not even tiles of 16 x 16 fit, Error{invalid_argument}
/// where no device computes in that type, Error{device_lost} where none is available.
std::int64_t largest_gemm_tile(ElementType type, const Target& target);

/// The blocks that one device with the whole problem would use, by a rule that does not ask for rates: four
/// or more along each dimension, where that leaves at least 512 (m, n) or 1024 (k), at most 4096, and within
/// `most`. The k block is that of every plan, and kernels are chosen for these blocks: so the order of each
/// element's sum does not depend on the number of devices.
GemmBlocks nominal_gemm_blocks(const GemmProblem& problem, std::int64_t most);

/// True where the device takes part in problems of this type.
bool computes(const DeviceModel& device, ElementType type);

}  // namespace hg
