#pragma once

#include <cstdint>
#include <string>

#include <hg/blas/types.hpp>
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// A column-major GEMM without its pointers: what its program depends on.
struct GemmProblem {
    ElementType type = ElementType::f64;
    Op op_a = Op::none;
    Op op_b = Op::none;
    std::int64_t m = 0;
    std::int64_t n = 0;
    std::int64_t k = 0;
    bool product = true;     ///< false for alpha = 0 or k = 0: only C := beta C
    bool reads_c = true;     ///< false for beta = 0
    bool pinned = false;     ///< all matrices lie in pinned memory: nothing is staged
    std::int64_t block = 0;  ///< block size in elements; 0: chosen from sizes, devices and memory

    /// Problems with equal keys have equal programs on one target.
    [[nodiscard]] std::string key() const;
};

/// The program for C := alpha op(A) op(B) + beta C with matrices "A", "B", "C" and scalars "alpha", "beta".
/// plan_gemm() divides C among the target's devices. `database` gives the kernel of each device.
///
/// Equal devices give the same bits in any number: the order of each element's sum over k does not depend on
/// the number of devices. Neither does the division of k into blocks. Neither does the kernel: it is chosen
/// once for each device, for the blocks that a single device would use. Kernels compute an element alike
/// wherever it lies in a tile. (A CBLAS on host devices may round otherwise if tiles change.)
///
/// Throws Error{out_of_memory} with the figures if not even the smallest tiles fit a device. Thread-safe.
Program gemm_program(const GemmProblem& problem, const Target& target,
                     const kernels::Database& database = kernels::Database::shipped());

}  // namespace hg
