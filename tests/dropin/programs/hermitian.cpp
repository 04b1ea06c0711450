// Calls the other routines of level 3 for complex matrices by each of their names: products and solves with all letters, and
// those of hermitian matrices. Ends with the number of right results; exit status 1 if one is wrong.
#include "level3_faces.hpp"

namespace {

using namespace hg::test;

template <class T, class Int>
void call_gemm(const Face& face) {
    const Int m = kM, n = kN, k = kM;
    const T alpha = number<T>(2, 1), beta = number<T>(-1, 2);
    for (const Choice& op_a : kOps)
        for (const Choice& op_b : kOps) {
            // As they are stored: k is m, so that A is square.
            const Matrix<T> x(kM, kM, 1), y(op_b.letter == 'N' ? kM : kN, op_b.letter == 'N' ? kN : kM, 2),
                z(kM, kN, 3);
            Matrix<T> a = x.laid_out(face), b = y.laid_out(face), c = z.laid_out(face);
            const Int lda = a.template ld<Int>(), ldb = b.template ld<Int>(), ldc = c.template ld<Int>();
            call(face, op_a, op_b, m, n, k, alpha, a.data(), lda, b.data(), ldb, beta, c.data(), ldc);
            count(c, product(alpha, x.under(op_a), y.under(op_b), beta, z), face, {op_a, op_b});
        }
}

/// The diagonal's imaginary parts are not to be read.
template <class T>
Matrix<T> with_imaginary_diagonal(Matrix<T> a, Real<T> imaginary) {
    for (std::int64_t i = 0; i < a.rows(); ++i) a(i, i) = {a(i, i).real(), imaginary};
    return a;
}

template <class T>
Matrix<T> hermitian(const Choice& uplo, const Matrix<T>& a) {
    const Matrix<T> other = a.transposed().conjugated();
    return with_imaginary_diagonal(
        with_others(uplo, a, [&](std::int64_t i, std::int64_t j) { return other(i, j); }), 0);
}

template <class T, class Int>
void call_hemm(const Face& face) {
    const Int m = kM, n = kN;
    const T alpha = number<T>(2, 1), beta = number<T>(-1, 2);
    for (const Choice& side : kSides)
        for (const Choice& uplo : kUplos) {
            const std::int64_t order = side.letter == 'L' ? kM : kN;
            const Matrix<T> given(order, order, 1);
            const Matrix<T> h = hermitian(uplo, given), x(kM, kN, 2), y(kM, kN, 3);
            Matrix<T> a = with_imaginary_diagonal(only(uplo, given), no_number<Real<T>>(0, 0)).laid_out(face);
            Matrix<T> b = x.laid_out(face), c = y.laid_out(face);
            const Int lda = a.template ld<Int>(), ldb = b.template ld<Int>(), ldc = c.template ld<Int>();
            call(face, side, uplo, m, n, alpha, a.data(), lda, b.data(), ldb, beta, c.data(), ldc);
            count(c, side.letter == 'L' ? product(alpha, h, x, beta, y) : product(alpha, x, h, beta, y), face,
                  {side, uplo});
        }
}

/// Beside its triangle, C stays as it is; if beta is 0, nothing of it is read. Its diagonal becomes real.
template <class T, class Int>
void call_updates(const Face& herk, const Face& her2k) {
    const Int n = kN, k = kM;
    const T alpha = number<T>(2, 1);
    const Real<T> real_alpha = 3;
    for (const Choice& uplo : kUplos)
        for (const Choice& op : {kOps[0], kOps[2]})
            for (const Real<T> beta : {Real<T>{-1}, Real<T>{0}}) {
                const Matrix<T> a(kN, kM, 1), b(kN, kM, 2);
                const Matrix<T> a_h = a.transposed().conjugated(), b_h = b.transposed().conjugated();
                Matrix<T> before = only(uplo, Matrix<T>(kN, kN, 3));
                const Matrix<T> real = with_imaginary_diagonal(before, 0);
                if (beta == 0) before = with_diagonal(before, no_number<T>);
                const auto wanted = [&](const Matrix<T>& whole) { return with_others(uplo, whole, before); };
                const Matrix<T> once = product(T{real_alpha}, a, a_h, T{beta}, real);
                const Matrix<T> half = product(alpha, a, b_h, T{beta}, real);
                Matrix<T> x = (op.letter == 'N' ? a : a_h).laid_out(herk);
                Matrix<T> y = (op.letter == 'N' ? b : b_h).laid_out(herk);
                const Int ld = x.template ld<Int>(), ldc = n;
                Matrix<T> c = before.laid_out(herk);
                call(herk, uplo, op, n, k, real_alpha, x.data(), ld, beta, c.data(), ldc);
                count(c, wanted(once), herk, {uplo, op});
                c = before.laid_out(her2k);
                call(her2k, uplo, op, n, k, alpha, x.data(), ld, y.data(), ld, beta, c.data(), ldc);
                count(c, wanted(product(std::conj(alpha), b, a_h, T{1}, half)), her2k, {uplo, op});
            }
}

/// With a band beside the diagonal and divisors whose inverses are exact, so that solutions are exact.
template <class T>
Matrix<T> divisor(std::int64_t order) {
    constexpr int kDivisors[][2] = {{1, 0}, {0, 1}, {2, 0}, {-1, 0}};
    Matrix<T> a(order, order, 1);
    for (std::int64_t j = 0; j < order; ++j)
        for (std::int64_t i = 0; i < order; ++i)
            if (i == j)
                a(i, j) = number<T>(kDivisors[i % 4][0], kDivisors[i % 4][1]);
            else
                a(i, j) = std::abs(i - j) < 2 ? number<T>(i % 2, j % 3 - 1) : T{0};
    return a;
}

template <class T, class Int>
void call_trsm(const Face& face) {
    const Int m = kM, n = kN;
    const T alpha = number<T>(2, 1);
    for (const Choice& side : kSides)
        for (const Choice& uplo : kUplos)
            for (const Choice& op : kOps)
                for (const Choice& diag : kDiags) {
                    Matrix<T> given = only(uplo, divisor<T>(side.letter == 'L' ? kM : kN));
                    Matrix<T> t = triangular(uplo, given);
                    if (diag.letter == 'U') {
                        given = with_diagonal(given, no_number<T>);
                        t = with_diagonal<T>(t, [](std::int64_t, std::int64_t) { return T{1}; });
                    }
                    t = t.under(op);
                    const Matrix<T> x(kM, kN, 2);
                    const Matrix<T> y =
                        side.letter == 'L' ? product(T{1}, t, x, T{0}, x) : product(T{1}, x, t, T{0}, x);
                    Matrix<T> a = given.laid_out(face), b = y.laid_out(face);
                    const Int lda = a.template ld<Int>(), ldb = b.template ld<Int>();
                    call(face, side, uplo, op, diag, m, n, alpha, a.data(), lda, b.data(), ldb);
                    Matrix<T> wanted = x;
                    for (std::int64_t j = 0; j < kN; ++j)
                        for (std::int64_t i = 0; i < kM; ++i) wanted(i, j) *= alpha;
                    count(b, wanted, face, {side, uplo, op, diag});
                }
}

template <class T>
void call_all(const std::string& letter) {
    for_each_face(letter, [](const auto& face, auto integer) {
        using Int = decltype(integer);
        call_gemm<T, Int>(face("gemm"));
        call_hemm<T, Int>(face("hemm"));
        call_updates<T, Int>(face("herk"), face("her2k"));
        call_trsm<T, Int>(face("trsm"));
    });
}

}  // namespace

int main() {
    call_all<std::complex<double>>("z");
    call_all<std::complex<float>>("c");
    return told();
}
