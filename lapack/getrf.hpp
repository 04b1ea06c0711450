#pragma once

#include <cstdint>

namespace hg {

class Session;

/// How getrf() chooses the pivots of a panel.
enum class Pivoting : char {
    partial = 'P',     ///< the largest element of each column, as LAPACK does
    tournament = 'T',  ///< rows that win a tournament of blocks: all of a panel at once, not one a column
    none = 'N'         ///< the diagonal: for matrices known to be safe, such as diagonally dominant ones
};

struct LuOptions {
    Pivoting pivoting = Pivoting::partial;
};

/// LU factorization on all devices of the process, from and to host memory:
///
///     A = P L U
///
/// A is m x n elements, column-major; L is unit lower triangular (m x min(m, n)), U upper triangular
/// (min(m, n) x n), P a product of interchanges. Both factors overwrite A; the ones of L are not stored.
/// 2/3 n^3 flops for m = n.
///
/// @param lda  elements between columns of A, at least max(1, m).
/// @param ipiv min(m, n) elements, counted from 1: row i was interchanged with row ipiv[i - 1]. With
///             Pivoting::none it may be null; otherwise ipiv[i - 1] = i.
/// @return     info: 0, or i > 0 where U(i, i) is exactly zero, the first such i; the factorization is
/// complete.
///
/// NaN and Inf in A spread as arithmetic has it.
///
/// Throws Error{invalid_argument} with number and name of the wrong argument, as LAPACK counts them, before
/// anything is touched; Error{out_of_memory} and Error{build_failed}. Where devices fail before anything is
/// stored, the others, or the host device, begin again; later, Error{device_failed} or Error{device_lost}: A
/// then holds neither the matrix nor its factors. Thread-safe, also on one session:
/// calls on different matrices overlap on the devices (see getrf_async() too). Source: LAPACK routine GETRF;
/// Toledo, SIAM J. Matrix Anal. Appl. 18 (1997), for the recursive panel; Grigori, Demmel, Xiang, SIAM J.
/// Matrix Anal. Appl. 32 (2011), for the tournament.
template <class T>
std::int64_t getrf(Session& session, std::int64_t m, std::int64_t n, T* A, std::int64_t lda,
                   std::int64_t* ipiv, const LuOptions& options = {});

/// The same on the process-wide session.
template <class T>
std::int64_t getrf(std::int64_t m, std::int64_t n, T* A, std::int64_t lda, std::int64_t* ipiv,
                   const LuOptions& options = {});

/// getrf<double>.
std::int64_t dgetrf(std::int64_t m, std::int64_t n, double* A, std::int64_t lda, std::int64_t* ipiv,
                    const LuOptions& options = {});

/// getrf<float>.
std::int64_t sgetrf(std::int64_t m, std::int64_t n, float* A, std::int64_t lda, std::int64_t* ipiv,
                    const LuOptions& options = {});

}  // namespace hg
