#pragma once

/// @file
/// Level 2 of BLAS: matrices with vectors, in host memory.
///
/// Vectors are as in level1.hpp: x has the increment incx, which may be negative.
///
/// The CPU's BLAS does these calls: each element of A serves once, so that the CPU is done before a link to a device has
/// passed it on. Devices do them if A lies in pinned or registered memory and a link is known to be faster than the
/// host's memory (`hgctl probe`), or if sizes do not fit into 32 bits. For operands in the memory of devices there are registers/gemv.hpp and its like.
///
/// Elements are real or complex. Calls on complex ones are all the CPU's BLAS's; sizes, increments and leading dimensions above
/// 2^31 - 1 are refused.
///
/// HG_HOST_BELOW=0 sends all calls on real elements to the devices, these too.
///
/// The devices share the tiles of A, which pass through them: rows of tiles in gemv, trmv and trsv, columns in the others. The
/// results have the same bits for one device and for several that are alike.
///
/// What all functions take:
///
/// @param layout Layout::col_major or Layout::row_major, for A.
/// @param uplo   the triangle of A that counts, as A is stored. The other triangle is neither read nor written.
/// @param op     op(A) is A, A^T or A^H.
/// @param m, n   sizes, >= 0. If one is 0, nothing is done.
/// @param alpha  if 0, what it multiplies is not read and may be null.
/// @param lda    elements between columns (col_major) or rows (row_major) of A: at least the number of its rows
///               (col_major) or columns (row_major), and at least 1.
/// @param beta   if 0, y is not read: NaN in y does not spread.
/// @param incx   must not be 0.
/// @param incy   likewise.
///
/// What is written must not overlap anything that is read.
///
/// Errors: Error{invalid_argument} holds the number and the name of the wrong argument; it is thrown before anything is
/// touched.
///
/// Thread-safe. Calls that were submitted before and touch the same memory (gemm_async() and its like) are done first.
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
