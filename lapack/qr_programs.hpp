#pragma once

#include <hg/kernels/database.hpp>
#include <hg/lapack/qr_problem.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// @file
/// The programs of QR factorizations and of what is done with their Q, for the devices of a target. A host
/// device among others does nothing. All sizes are positive. They throw Error{out_of_memory} if not even small
/// blocks fit. Thread-safe.

/// The program of A = Q R. Matrix parameters:
///
///   - `A`: m x n, read; R and the reflectors are written, as LAPACK has them;
///   - `tau`: min(m, n) x 1, written: the reflectors' factors;
///   - `B`: m x nrhs, read, and `QtB`: m x nrhs, Q^T B or Q^H B, if there are right-hand sides;
///   - `T`, if several devices take part or A is larger than their memory: a workspace.
Program geqrf_program(const QrProblem& problem, const Target& target, const kernels::Database& database);

/// The program of C := op(Q) C or C := C op(Q). Matrix parameters:
///
///   - `A`: order x k, read: the reflectors;
///   - `tau`: k x 1, read;
///   - `C`: m x n, read and written.
Program ormqr_program(const QProductProblem& problem, const Target& target,
                      const kernels::Database& database);

/// The program of A := the first n columns of Q. Matrix parameters:
///
///   - `A`: m x n, the reflectors in the first k columns, overwritten;
///   - `tau`: k x 1, read.
Program orgqr_program(const QColumnsProblem& problem, const Target& target,
                      const kernels::Database& database);

}  // namespace hg
