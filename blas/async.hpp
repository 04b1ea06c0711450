#pragma once

/// @file
/// Level 3 of BLAS as calls that return at once:
///
///     hg::Call first = hg::dgemm_async(Layout::col_major, Op::none, Op::none, m, n, k,
///                                      1, A, lda, B, ldb, 0, C, m);    // C := A B
///     hg::Call second = hg::dgemm_async(Layout::col_major, Op::none, Op::none, m, n, m,
///                                       1, C, m, D, ldd, 0, E, m);     // E := C D
///     second.wait();
///
/// Order: calls depend on each other if they touch the same host memory and one of them writes it. Such calls
/// are done in the order in which they were submitted: here the second waits for the first. All other calls
/// overlap on the devices, up to 8 at once: while one computes, the next is loaded and the one before is
/// stored. A call that does not return at once, such as gemm(), also waits for the submitted calls that it
/// depends on. Tiles of one matrix with one leading dimension are known to be disjoint. Matrices with
/// different leading dimensions whose addresses interleave count as the same memory.
///
/// Errors: arguments are checked before these functions return. A wrong one throws Error{invalid_argument},
/// and nothing is submitted. Call::wait() throws all other errors of the routine. A call that fails
/// does not cancel the calls after it: they use what its outputs then hold.
///
/// Lifetime: the matrices must stay where they are until their call has ended. The session must stay until
/// all its calls have ended; its destructor waits for them. exit() waits for the calls under way, two seconds
/// at most. After that a call is abandoned, and its Call::wait() throws.
///
/// Thread-safe. The order of calls that several threads submit at the same time is not defined.

#include <hg/forms/blas/async.hpp>
