#pragma once

#include <complex>
#include <cstdint>

#include <hg/blas/types.hpp>
#include <hg/lapack/lu_options.hpp>

namespace hgctl {

/// The arguments of a problem that are not drawn, of which a routine takes those that it has. What else a
/// call needs follows: memory, and leading dimensions.
struct Given {
    hg::Layout layout = hg::Layout::col_major;
    hg::Side side = hg::Side::left;
    hg::Uplo uplo = hg::Uplo::lower;
    /// The first op. If a routine takes one kind of transposition alone, any transposition is that one.
    hg::Op op = hg::Op::none;
    hg::Op op_b = hg::Op::none;  ///< gemm's
    hg::Diag diag = hg::Diag::non_unit;
    hg::Pivoting pivoting = hg::Pivoting::partial;
    std::int64_t m = 0, n = 0, k = 0, nrhs = 1;
    std::complex<double> alpha = 1, beta = 0;  ///< their real parts where scalars are real
    std::int64_t incx = 1, incy = 1;
    std::int64_t gap = 0;         ///< elements between columns, or rows
    std::uint64_t seed = 1;       ///< of the elements
    bool number_outside = false;  ///< a number, not NaN, stands in triangles that do not count
};

}  // namespace hgctl
