#pragma once

/// @file
/// Asynchronous BLAS level 3. These functions submit a call and return immediately:
///
///     hg::Call first = hg::dgemm_async(Layout::col_major, Op::none, Op::none, m, n, k,
///                                      1, A, lda, B, ldb, 0, C, m);    // C := A B
///     hg::Call second = hg::dgemm_async(Layout::col_major, Op::none, Op::none, m, n, m,
///                                       1, C, m, D, ldd, 0, E, m);     // E := C D
///     second.wait();
///
/// Order: two calls depend on each other if they touch the same host memory and at least one of them writes
/// it. hg runs such calls in the order in which they were submitted: here, the second waits for the first.
/// All other calls overlap on the devices, up to 8 at a time: while one computes, hg loads the next and
/// stores the previous one. A synchronous call, such as gemm(), also waits for the submitted calls that it
/// depends on. hg recognizes tiles of one matrix as disjoint if they have the same leading dimension.
/// Matrices with different leading dimensions whose addresses interleave count as the same memory.
///
/// Errors: these functions check their arguments before they return. If one is wrong, they throw
/// Error{invalid_argument} and submit nothing. Call::wait() throws all other errors of the routine. A call
/// that fails does not cancel later calls: they use whatever its outputs then hold.
///
/// Lifetime: matrices must stay in place until their call has completed. The session must outlive all its
/// calls; its destructor waits for them. exit() waits at most two seconds for calls in flight. After that hg
/// abandons a call, and its Call::wait() throws.
///
/// Thread-safe. If several threads submit calls at the same time, the order of those calls is undefined.

#include <hg/forms/blas/async.hpp>
