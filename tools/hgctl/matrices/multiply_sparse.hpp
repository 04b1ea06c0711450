#pragma once

#include "tools/hgctl/matrices/matrix_job.hpp"
#include <hg/blas/types.hpp>
#include <hg/runtime/program/scalar_value.hpp>
#include <hg/sparse/spmv_options.hpp>

namespace hgctl {

/// What `hgctl multiply` does if A is a Matrix Market file.
struct SparseMultiply {
    const MatrixFiles& files;
    std::string c0;  ///< may be empty
    hg::Op op = hg::Op::none;
    hg::ScalarValue alpha{1.0}, beta{0.0};
    hg::SpmvOptions format{};
};

/// C = alpha op(A) B + beta C0 with the type of B's elements; B has one column or several, and C has its
/// form. Reads and writes the files, and prints what it took. Throws hg::Error.
void multiply_sparse(const SparseMultiply& product);

}  // namespace hgctl
