#pragma once

#include <string>

#include "tools/report/report_files.hpp"
#include <hg/blas/types.hpp>
#include <hg/runtime/program/scalar_value.hpp>
#include <hg/sparse/spmv_options.hpp>

namespace hgctl {

/// What `hgctl multiply` does if A is a Matrix Market file.
struct SparseMultiply {
    std::string a, x, y0, output, trace, devices;  ///< files; y0 may be empty
    hg::Op op = hg::Op::none;
    hg::ScalarValue alpha{1.0}, beta{0.0};
    hg::SpmvOptions format{};
    bool sum_duplicates = false;
    const ReportFiles* files = nullptr;
};

/// Y = alpha op(A) X + beta Y0 with the type of X's elements; X has one column or several, and Y has its form. Reads and writes the
/// files, and prints what it took. Throws hg::Error.
void multiply_sparse(const SparseMultiply& product);

}  // namespace hgctl
