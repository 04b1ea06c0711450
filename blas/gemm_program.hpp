#pragma once

#include <cstdint>
#include <string>

#include "blas/types.hpp"
#include "kernels/database.hpp"
#include "runtime/program/program.hpp"
#include "runtime/program/target.hpp"

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
    std::int64_t block = 0;  ///< block size to use; 0: chosen from sizes, devices and memory

    /// Equal keys give equal programs on one target.
    [[nodiscard]] std::string key() const;
};

/// The program for C := alpha op(A) op(B) + beta C with matrices "A", "B", "C" and scalars "alpha", "beta".
/// plan_gemm() divides C among the target's devices; `database` gives each device's kernel.
///
/// The order of each element's sum over k does not depend on the number of devices: neither does its division
/// into blocks, nor the kernel, which is chosen once a device for the blocks that a single device would use.
/// As kernels compute an element alike wherever it lies in a tile, equal devices give the same bits in any
/// number. (On host devices a CBLAS may round otherwise where tiles change.) Throws Error{out_of_memory} with
/// the figures where not even the smallest tiles fit a device.
Program gemm_program(const GemmProblem& problem, const Target& target,
                     const kernels::Database& database = kernels::Database::shipped());

}  // namespace hg
