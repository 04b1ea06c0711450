#pragma once

/// @file
/// The factorizations and solvers of LAPACK as calls that return at once. Order, overlap, errors and thread
/// safety are as in <hg/blas/async.hpp>. What it says of matrices holds for ipiv, tau, iter and X too.
/// Call::wait() returns info. The contents of ipiv are checked when the call begins: wait() throws if
/// getrs_async() finds a row that does not exist.

#include <hg/forms/lapack/async.hpp>
