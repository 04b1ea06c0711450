#pragma once

/// @file
/// Level 1 of BLAS: vectors in host memory.
///
/// A vector x is n elements with the increment incx: element i is x[i incx] or, if incx is negative, x[(i - n + 1) incx],
/// so that x[0] is the last one. What lies between elements is neither read nor written.
///
/// Elements are real or complex. Names are those of BLAS: zdrot and zdscal take real numbers for complex vectors, dznrm2 and
/// dzasum return them.
///
/// The CPU's BLAS does these calls: their operands are in host memory, which the CPU reads sooner than any link to a
/// device. For vectors in the memory of devices there is registers/vector.hpp.
///
/// HG_HOST_BELOW=0 sends all calls to the devices, these too.
///
/// What all functions take, unless they say something else:
///
/// @param n    elements, >= 0. If n is 0, nothing is done.
/// @param incx must not be 0.
/// @param incy likewise.
///
/// A vector that is written must not overlap another one.
///
/// Errors: Error{invalid_argument} holds the number and the name of the wrong argument; it is thrown before anything is
/// touched.
///
/// Thread-safe. Calls that were submitted before and touch the same memory (gemm_async() and its like) are done first.
///
/// Source: BLAS level 1 (Lawson, Hanson, Kincaid, Krogh, ACM TOMS 5, 1979).

#include <hg/blas/routines/asum.hpp>
#include <hg/blas/routines/axpy.hpp>
#include <hg/blas/routines/copy.hpp>
#include <hg/blas/routines/dot.hpp>
#include <hg/blas/routines/iamax.hpp>
#include <hg/blas/routines/nrm2.hpp>
#include <hg/blas/routines/rot.hpp>
#include <hg/blas/routines/scal.hpp>
#include <hg/blas/routines/swap.hpp>
