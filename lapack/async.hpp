#pragma once

/// @file
/// Asynchronous factorizations and solvers of LAPACK. These functions submit a call and return immediately.
/// Order, overlap, errors and thread safety are as in <hg/blas/async.hpp>; its rules for matrices also apply
/// to ipiv, tau and iter. Call::wait() returns info. hg checks the contents of ipiv when the call begins: if
/// ipiv of getrs_async() names a row that does not exist, wait() throws.

#include <hg/forms/lapack/async.hpp>
