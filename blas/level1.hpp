#pragma once

/// @file
/// BLAS level 1 for vectors in host memory.
///
/// A vector x consists of n elements with the increment incx. Element i is x[i incx] or, if incx is negative,
/// x[(i - n + 1) incx], so that x[0] is the last element. Memory between the elements is neither read nor
/// written.
///
/// Elements are real or complex. The names are those of BLAS: zdrot and zdscal apply real numbers to complex
/// vectors; dznrm2 and dzasum return real numbers.
///
/// These calls run on the CPU BLAS: the operands are in host memory, which the CPU reads faster than any link
/// to a device does. For vectors in device memory, see registers/vector.hpp.
///
/// HG_HOST_BELOW=0 sends all calls to the devices, including these.
///
/// Arguments of all functions, unless a function's documentation says otherwise:
///
/// @param n    number of elements, >= 0. If n is 0, the call does nothing.
/// @param incx increment of x. Must not be 0.
/// @param incy the same for y.
///
/// A vector that is written must not overlap another vector.
///
/// Errors: throws Error{invalid_argument}, with the number and the name of the wrong argument, before
/// anything is touched.
///
/// Thread-safe. A call first waits for earlier submitted calls (such as gemm_async()) that touch the same
/// memory.
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
