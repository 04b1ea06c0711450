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

/// What products by this plan take as x: x, or if they want X^T a register of it, which is made here.
RegisterId turned_x(ProgramBuilder& builder, const SpmvPlan& plan, RegisterId x);

/// Appends y := alpha A x + beta y for one part of a block, whose arrays are in registers, in the order of
/// the part. A part that follows another of its block adds to y by itself. x is as turned_x() has it.
void append_product(ProgramBuilder& builder, const SpmvPlan& plan, const BlockPart& part,
                    std::vector<RegisterId> arrays, RegisterId x, RegisterId y,
                    const ProductScalars& scalars);

}  // namespace hg::sparse
