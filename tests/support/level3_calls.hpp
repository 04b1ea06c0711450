#pragma once

#include <array>
#include <cstdint>
#include <ostream>
#include <string>

#include <hg/blas/async.hpp>
#include <hg/blas/gemm.hpp>
#include <hg/blas/session.hpp>
#include <hg/blas/symm.hpp>
#include <hg/blas/syr2k.hpp>
#include <hg/blas/syrk.hpp>
#include <hg/blas/trmm.hpp>
#include <hg/blas/trsm.hpp>

/// Level 3 of BLAS as one function, for tests that go through its routines.
namespace hg::test {

enum class Level3 { gemm, symm, syrk, syr2k, trmm, trsm };

inline constexpr std::array kSymmetricAndTriangular{Level3::symm, Level3::syrk, Level3::syr2k, Level3::trmm};

/// "symm"
inline std::string name_of(Level3 routine) {
    constexpr std::array kNames{"gemm", "symm", "syrk", "syr2k", "trmm", "trsm"};
    return kNames[static_cast<std::size_t>(routine)];
}

/// What tests with such a parameter are called.
inline void PrintTo(Level3 routine, std::ostream* out) {
    *out << name_of(routine);
}

constexpr bool has_side(Level3 routine) {
    return routine == Level3::symm || routine == Level3::trmm || routine == Level3::trsm;
}
/// True if one triangle of C is what it writes.
constexpr bool updates_triangle(Level3 routine) {
    return routine == Level3::syrk || routine == Level3::syr2k;
}
/// True if A is a triangle.
constexpr bool is_triangular(Level3 routine) {
    return routine == Level3::trmm || routine == Level3::trsm;
}

/// What is chosen by letters; a routine looks at those that it has.
struct Level3Letters {
    Level3 routine = Level3::gemm;
    Layout layout = Layout::col_major;
    Side side = Side::left;
    Uplo uplo = Uplo::lower;
    Op op = Op::none;
    Op op_b = Op::none;  ///< gemm's
    Diag diag = Diag::non_unit;
};

inline void PrintTo(const Level3Letters& letters, std::ostream* out) {
    *out << name_of(letters.routine);
}

/// The arguments of a call; a routine looks at those that it has. C is what it writes.
template <class T>
struct Level3Arguments : Level3Letters {
    std::int64_t m = 0, n = 0, k = 0;
    T alpha = 1;
    const T* A = nullptr;
    std::int64_t lda = 1;
    const T* B = nullptr;
    std::int64_t ldb = 1;
    T beta = 0;
    T* C = nullptr;
    std::int64_t ldc = 1;

    void call(Session& session) const;
    [[nodiscard]] Call submit(Session& session) const;
};

template <class T>
void Level3Arguments<T>::call(Session& s) const {
    switch (routine) {
        case Level3::gemm:
            return hg::gemm<T>(s, layout, op, op_b, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
        case Level3::symm:
            return hg::symm<T>(s, layout, side, uplo, m, n, alpha, A, lda, B, ldb, beta, C, ldc);
        case Level3::syrk:
            return hg::syrk<T>(s, layout, uplo, op, n, k, alpha, A, lda, beta, C, ldc);
        case Level3::syr2k:
            return hg::syr2k<T>(s, layout, uplo, op, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
        case Level3::trmm:
            return hg::trmm<T>(s, layout, side, uplo, op, diag, m, n, alpha, A, lda, C, ldc);
        case Level3::trsm:
            return hg::trsm<T>(s, layout, side, uplo, op, diag, m, n, alpha, A, lda, C, ldc);
    }
}

template <class T>
Call Level3Arguments<T>::submit(Session& s) const {
    switch (routine) {
        case Level3::gemm:
            return gemm_async<T>(s, layout, op, op_b, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
        case Level3::symm:
            return symm_async<T>(s, layout, side, uplo, m, n, alpha, A, lda, B, ldb, beta, C, ldc);
        case Level3::syrk:
            return syrk_async<T>(s, layout, uplo, op, n, k, alpha, A, lda, beta, C, ldc);
        case Level3::syr2k:
            return syr2k_async<T>(s, layout, uplo, op, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
        case Level3::trmm:
            return trmm_async<T>(s, layout, side, uplo, op, diag, m, n, alpha, A, lda, C, ldc);
        case Level3::trsm:
            break;
    }
    return trsm_async<T>(s, layout, side, uplo, op, diag, m, n, alpha, A, lda, C, ldc);
}

}  // namespace hg::test
