#pragma once

/// @file
/// BLAS level 2: operations on matrices and vectors in host memory.
///
/// Vectors are as in level1.hpp: x has the increment incx, which may be negative.
///
/// These calls run on the CPU BLAS. Each element of A is used once, so the CPU finishes before a link could
/// transfer A to a device. The devices run a call in two cases: A is in pinned or registered memory and a
/// link is known to be faster than host memory (`hgctl probe`); or sizes do not fit into 32 bits. For
/// operands in device memory, see registers/gemv.hpp and the other headers in that folder.
///
/// Elements are real or complex. Calls with complex elements always run on the CPU BLAS, and reject sizes,
/// increments and leading dimensions above 2^31 - 1.
///
/// HG_HOST_BELOW=0 sends all calls with real elements to the devices, including these.
///
/// On the devices, A is streamed through in tiles, which the devices share: by rows of tiles in gemv, trmv
/// and trsv, by columns in the other routines. Results have the same bits for one device and for several
/// equal ones.
///
/// Arguments of all functions:
///
/// @param layout Layout::col_major or Layout::row_major, for A.
/// @param uplo   the triangle of A that is used, as A is stored. The other triangle is neither read nor
///               written.
/// @param op     op(A) is A, A^T or A^H.
/// @param m, n   sizes, >= 0. If either is 0, the call does nothing.
/// @param alpha  if 0, the operands that it multiplies are not read and may be null.
/// @param lda    leading dimension of A: elements between its columns (col_major) or rows (row_major), at
///               least the number of its rows (col_major) or columns (row_major), and at least 1.
/// @param beta   if 0, y is not read, so NaN in y does not propagate.
/// @param incx   increment of x. Must not be 0.
/// @param incy   the same for y.
///
/// Outputs must not overlap inputs.
///
/// Errors: throws Error{invalid_argument}, with the number and the name of the wrong argument, before
/// anything is touched.
///
/// Thread-safe. A call first waits for earlier submitted calls (such as gemm_async()) that touch the same
/// memory.
///
/// Source: BLAS level 2 (Dongarra, Du Croz, Hammarling, Hanson, ACM TOMS 14, 1988).

#include <hg/blas/routines/gemv.hpp>
#include <hg/blas/routines/ger.hpp>
#include <hg/blas/routines/hemv.hpp>
#include <hg/blas/routines/her.hpp>
#include <hg/blas/routines/her2.hpp>
#include <hg/blas/routines/symv.hpp>
#include <hg/blas/routines/syr.hpp>
#include <hg/blas/routines/syr2.hpp>
#include <hg/blas/routines/trmv.hpp>
#include <hg/blas/routines/trsv.hpp>
