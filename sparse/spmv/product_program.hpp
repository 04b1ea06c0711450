#pragma once

#include <cstdint>
#include <string>

#include "sparse/spmv/placement.hpp"
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg::sparse {

/// What a program of a product depends on beside the matrix.
struct ProductForm {
    std::int64_t columns = 1;  ///< of X and Y
    bool overwrite = false;    ///< beta is 0

    friend auto operator<=>(const ProductForm&, const ProductForm&) = default;
};

/// Y := alpha A X + beta Y with the host's matrices X and Y, scalars alpha and beta, and the arrays of A:
/// resident registers, or matrices of the host, which are loaded block by block. Each element of Y is stored
/// once.
Program product_program(const Placement& placement, const ProductForm& form, const Target& target);

}  // namespace hg::sparse
