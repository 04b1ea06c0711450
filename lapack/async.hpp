#pragma once

/// @file
/// Asynchronous factorizations and solvers of LAPACK. These functions submit a call and return immediately.
/// Order, overlap, errors and thread safety are as in <hg/blas/async.hpp>; what that page says about matrices
/// also applies to ipiv, tau, iter and X. Call::wait() returns info. The contents of ipiv are checked when
/// the call begins: if ipiv of getrs_async() names a row that does not exist, wait() throws.

#include <hg/forms/lapack/async.hpp>
