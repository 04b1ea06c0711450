#pragma once

#include <cstdint>

#include "blas/gemm_program.hpp"
#include "blas/tiling.hpp"

namespace hg {

/// Which rows of C go to which device: device d computes [bounds[d], bounds[d + 1]), in proportion to its
/// rate. Devices that cannot compute in the problem's type get none, and small problems go to fewer devices.
/// Throws Error{invalid_argument} where no device can.
BlockBounds gemm_device_rows(const GemmProblem& problem, const Target& target);

/// Block sizes of one device's part of a GEMM.
struct GemmBlocks {
    std::int64_t m = 0;
    std::int64_t n = 0;
    std::int64_t k = 0;
};

/// The rule:
///   - four blocks or more along each dimension, where that leaves blocks of at least 256 (k) or 512 (m, n);
///   - no block above 4096;
///   - eight of the largest tiles fit the memory of the smallest device, and one its largest slot.
/// `rows` are the device's rows of C. n and k blocks do not depend on it, nor on the number of equal devices:
/// the order of each element's sum is the same for any number of them. Throws Error{out_of_memory} with the
/// figures where not even tiles of 16 x 16 fit.
GemmBlocks gemm_blocks(const GemmProblem& problem, const Target& target, std::int64_t rows);

}  // namespace hg
