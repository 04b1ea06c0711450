// Calls the routines of libhgblas.so that have symmetric and triangular matrices by each of their names, with all
// letters. Ends with the number of right results; exit status 1 if one is wrong.
#include "level3_faces.hpp"

namespace {

using namespace hg::test;

template <class T, class Int>
void call_symm(const Face& face) {
    const Int m = kM, n = kN;
    const T alpha = number<T>(2, 1), beta = number<T>(-1, 2);
    for (const Choice& side : kSides)
        for (const Choice& uplo : kUplos) {
            const std::int64_t order = side.letter == 'L' ? kM : kN;
            const Matrix<T> given(order, order, 1);
            const Matrix<T> s = symmetric(uplo, given), x(kM, kN, 2), y(kM, kN, 3);
            Matrix<T> a = only(uplo, given).laid_out(face), b = x.laid_out(face), c = y.laid_out(face);
            const Int lda = a.template ld<Int>(), ldb = b.template ld<Int>(), ldc = c.template ld<Int>();
            call(face, side, uplo, m, n, alpha, a.data(), lda, b.data(), ldb, beta, c.data(), ldc);
            count(c, side.letter == 'L' ? product(alpha, s, x, beta, y) : product(alpha, x, s, beta, y), face,
                  {side, uplo});
        }
}

/// Beside its triangle, C stays as it is; if beta is 0, nothing of it is read.
template <class T, class Int>
void call_updates(const Face& syrk, const Face& syr2k) {
    const Int n = kN, k = kM;
    const T alpha = number<T>(2, 1);
    for (const Choice& uplo : kUplos)
        for (const Choice& op : kOps) {
            // A symmetric update has no conjugates.
            if (is_complex<T> && op.letter == 'C') continue;
            for (const T beta : {number<T>(-1, 2), T{0}}) {
                const Matrix<T> a(kN, kM, 1), b(kN, kM, 2);
                Matrix<T> before = only(uplo, Matrix<T>(kN, kN, 3));
                if (beta == T{0}) before = with_diagonal(before, no_number<T>);
                const auto wanted = [&](const Matrix<T>& whole) { return with_others(uplo, whole, before); };
                const Matrix<T> once = product(alpha, a, a.transposed(), beta, before);
                const Matrix<T> half = product(alpha, a, b.transposed(), beta, before);
                Matrix<T> x = (op.letter == 'N' ? a : a.transposed()).laid_out(syrk);
                Matrix<T> y = (op.letter == 'N' ? b : b.transposed()).laid_out(syrk);
                const Int ld = x.template ld<Int>(), ldc = n;
                Matrix<T> c = before.laid_out(syrk);
                call(syrk, uplo, op, n, k, alpha, x.data(), ld, beta, c.data(), ldc);
                count(c, wanted(once), syrk, {uplo, op});
                c = before.laid_out(syr2k);
                call(syr2k, uplo, op, n, k, alpha, x.data(), ld, y.data(), ld, beta, c.data(), ldc);
                count(c, wanted(product(alpha, b, a.transposed(), T{1}, half)), syr2k, {uplo, op});
            }
        }
}

template <class T, class Int>
void call_trmm(const Face& face) {
    const Int m = kM, n = kN;
    const T alpha = number<T>(2, 1);
    for (const Choice& side : kSides)
        for (const Choice& uplo : kUplos)
            for (const Choice& op : kOps)
                for (const Choice& diag : kDiags) {
                    const std::int64_t order = side.letter == 'L' ? kM : kN;
                    Matrix<T> given = only(uplo, Matrix<T>(order, order, 1));
                    Matrix<T> t = triangular(uplo, given);
                    if (diag.letter == 'U') {
                        given = with_diagonal(given, no_number<T>);
                        t = with_diagonal<T>(t, [](std::int64_t, std::int64_t) { return T{1}; });
                    }
                    t = t.under(op);
                    const Matrix<T> x(kM, kN, 2);
                    Matrix<T> a = given.laid_out(face), b = x.laid_out(face);
                    const Int lda = a.template ld<Int>(), ldb = b.template ld<Int>();
                    call(face, side, uplo, op, diag, m, n, alpha, a.data(), lda, b.data(), ldb);
                    count(b,
                          side.letter == 'L' ? product(alpha, t, x, T{0}, x) : product(alpha, x, t, T{0}, x),
                          face, {side, uplo, op, diag});
                }
}

template <class T>
void call_all(const std::string& letter) {
    for_each_face(letter, [](const auto& face, auto integer) {
        using Int = decltype(integer);
        call_symm<T, Int>(face("symm"));
        call_updates<T, Int>(face("syrk"), face("syr2k"));
        call_trmm<T, Int>(face("trmm"));
    });
}

}  // namespace

int main() {
    call_all<double>("d");
    call_all<float>("s");
    call_all<std::complex<double>>("z");
    call_all<std::complex<float>>("c");
    return told();
}
