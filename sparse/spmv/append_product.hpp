#pragma once

#include <vector>

#include "sparse/spmv/block_arrays.hpp"
#include <hg/runtime/program/builder.hpp>

namespace hg::sparse {

/// The coefficients of a product in a program.
struct ProductScalars {
    Scalar alpha{1.0}, beta{0.0};
    bool overwrite = true;  ///< beta is 0: y is not read
};

/// Appends y := alpha A x + beta y for one part of a block, whose arrays are in registers, in the order of the part. A part that follows
/// another of its block adds to y by itself.
void append_product(ProgramBuilder& builder, const SpmvPlan& plan, const BlockPart& part,
                    std::vector<RegisterId> arrays, RegisterId x, RegisterId y,
                    const ProductScalars& scalars);

}  // namespace hg::sparse
