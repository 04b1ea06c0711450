#pragma once

#include <hg/kernels/database.hpp>
#include <hg/lapack/qr_problem.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// @file
/// The programs of QR factorizations and of operations with their Q, for the devices of a target. If there
/// are other devices, the host device does nothing. All sizes must be positive. The functions throw
/// Error{out_of_memory} if even small blocks do not fit. Thread-safe.

/// Builds the program of A = Q R. Matrix parameters:
///
///   - `A`: m x n, read; overwritten by R and the reflectors in LAPACK's format;
///   - `tau`: min(m, n) x 1, written: the scalar factors of the reflectors;
///   - `B`: m x nrhs, read, and `QtB`: m x nrhs, written, Q^T B or Q^H B, if there are right-hand sides;
///   - `T`, if several devices take part or A is larger than their memory: a workspace.
Program geqrf_program(const QrProblem& problem, const Target& target, const kernels::Database& database);

/// Builds the program of C := op(Q) C or C := C op(Q). Matrix parameters:
///
///   - `A`: order x k, read: the reflectors;
///   - `tau`: k x 1, read;
///   - `C`: m x n, read and written.
Program ormqr_program(const QProductProblem& problem, const Target& target,
                      const kernels::Database& database);

/// Builds the program of A := the first n columns of Q. Matrix parameters:
///
///   - `A`: m x n, with the reflectors in the first k columns; overwritten;
///   - `tau`: k x 1, read.
Program orgqr_program(const QColumnsProblem& problem, const Target& target,
                      const kernels::Database& database);

}  // namespace hg
