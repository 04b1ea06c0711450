// Calls the routines of libhgblas.so that have symmetric and triangular matrices by each of their names, with all
// letters, as programs in Fortran and C do. Elements that are not to be read are NaN, and those that are not to be
// written must stay bit for bit. Ends with the number of right results; exit status 1 if one is wrong.
#include <dlfcn.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <string>
#include <vector>

namespace {

constexpr std::int64_t kM = 12, kN = 9;

int right = 0;
int wrong = 0;

/// An argument that is a letter in Fortran and a number in CBLAS.
struct Choice {
    char letter;
    int number;
};
constexpr Choice kUplos[] = {{'U', 121}, {'L', 122}};
constexpr Choice kOps[] = {{'N', 111}, {'T', 112}, {'C', 113}};
constexpr Choice kDiags[] = {{'N', 131}, {'U', 132}};
constexpr Choice kSides[] = {{'L', 141}, {'R', 142}};

constexpr int kFortran = 0, kRowMajor = 101, kColMajor = 102;

/// One of a routine's names, and how it is called.
struct Face {
    std::string name;
    int layout;
};

const char* by_address(const Choice& choice) {
    return &choice.letter;
}
template <class V>
const V* by_address(const V& value) {
    return &value;
}
template <class V>
V* by_address(V* const& matrix) {
    return matrix;
}
int by_value(const Choice& choice) {
    return choice.number;
}
template <class V>
V by_value(const V& value) {
    return value;
}

template <class... V>
void call(const Face& face, const V&... values) {
    void* const address = dlsym(RTLD_DEFAULT, face.name.c_str());
    if (face.layout == kFortran)
        reinterpret_cast<void (*)(decltype(by_address(values))...)>(address)(by_address(values)...);
    else
        reinterpret_cast<void (*)(int, decltype(by_value(values))...)>(address)(face.layout,
                                                                                by_value(values)...);
}

/// A matrix in the layout of a face.
template <class T>
class Matrix {
  public:
    Matrix(std::int64_t rows, std::int64_t cols, int seed)
        : rows_(rows), cols_(cols), elements_(static_cast<std::size_t>(rows * cols)) {
        for (std::int64_t j = 0; j < cols; ++j)
            for (std::int64_t i = 0; i < rows; ++i)
                (*this)(i, j) = static_cast<T>((7 * i + 5 * j + 3 * seed) % 11 - 5);
    }

    [[nodiscard]] T& operator()(std::int64_t i, std::int64_t j) { return elements_[place(i, j)]; }
    [[nodiscard]] const T& operator()(std::int64_t i, std::int64_t j) const { return elements_[place(i, j)]; }
    [[nodiscard]] std::int64_t rows() const { return rows_; }
    [[nodiscard]] std::int64_t cols() const { return cols_; }
    [[nodiscard]] T* data() { return elements_.data(); }
    template <class Int>
    [[nodiscard]] Int ld() const {
        return static_cast<Int>(by_rows_ ? cols_ : rows_);
    }

    [[nodiscard]] Matrix transposed() const {
        Matrix t(cols_, rows_, 0);
        for (std::int64_t j = 0; j < cols_; ++j)
            for (std::int64_t i = 0; i < rows_; ++i) t(j, i) = (*this)(i, j);
        return t;
    }
    [[nodiscard]] Matrix laid_out(const Face& face) const {
        Matrix copy = *this;
        copy.by_rows_ = face.layout == kRowMajor;
        for (std::int64_t j = 0; j < cols_; ++j)
            for (std::int64_t i = 0; i < rows_; ++i) copy(i, j) = (*this)(i, j);
        return copy;
    }

  private:
    [[nodiscard]] std::size_t place(std::int64_t i, std::int64_t j) const {
        return static_cast<std::size_t>(by_rows_ ? i * cols_ + j : i + j * rows_);
    }

    std::int64_t rows_, cols_;
    std::vector<T> elements_;
    bool by_rows_ = false;
};

/// alpha A B + beta C
template <class T>
Matrix<T> product(T alpha, const Matrix<T>& a, const Matrix<T>& b, T beta, Matrix<T> c) {
    for (std::int64_t j = 0; j < c.cols(); ++j)
        for (std::int64_t i = 0; i < c.rows(); ++i) {
            T sum = 0;
            for (std::int64_t k = 0; k < a.cols(); ++k) sum += a(i, k) * b(k, j);
            c(i, j) = alpha * sum + (beta == 0 ? 0 : beta * c(i, j));
        }
    return c;
}

bool is_in(const Choice& uplo, std::int64_t i, std::int64_t j) {
    return uplo.letter == 'L' ? i >= j : i <= j;
}

/// NaN, its bits depending on the place.
template <class T>
T no_number(std::int64_t i, std::int64_t j) {
    return std::copysign(std::numeric_limits<T>::quiet_NaN(), (i + j) % 2 == 0 ? T{1} : T{-1});
}

/// The elements of one matrix in a triangle, of `others` beside it.
template <class T, class Others>
Matrix<T> with_others(const Choice& uplo, Matrix<T> a, const Others& others) {
    for (std::int64_t j = 0; j < a.cols(); ++j)
        for (std::int64_t i = 0; i < a.rows(); ++i)
            if (!is_in(uplo, i, j)) a(i, j) = others(i, j);
    return a;
}

template <class T>
Matrix<T> only(const Choice& uplo, const Matrix<T>& a) {
    return with_others(uplo, a, no_number<T>);
}

template <class T>
Matrix<T> symmetric(const Choice& uplo, const Matrix<T>& a) {
    return with_others(uplo, a, [&](std::int64_t i, std::int64_t j) { return a(j, i); });
}

template <class T>
Matrix<T> triangular(const Choice& uplo, const Matrix<T>& a) {
    return with_others(uplo, a, [](std::int64_t, std::int64_t) { return T{0}; });
}

template <class T>
Matrix<T> with_diagonal(Matrix<T> a, T (*element)(std::int64_t, std::int64_t)) {
    for (std::int64_t i = 0; i < a.rows(); ++i) a(i, i) = element(i, i);
    return a;
}

/// Elements are whole numbers, so that results are exact.
template <class T>
void count(const Matrix<T>& found, const Matrix<T>& wanted, const Face& face,
           std::initializer_list<Choice> choices) {
    bool good = true;
    for (std::int64_t j = 0; j < wanted.cols(); ++j)
        for (std::int64_t i = 0; i < wanted.rows(); ++i) {
            const T x = found(i, j), y = wanted(i, j);
            good = good && (std::isnan(y) ? std::memcmp(&x, &y, sizeof(T)) == 0 : x == y);
        }
    ++(good ? right : wrong);
    if (good) return;
    std::printf("%s %d:", face.name.c_str(), face.layout);
    for (const Choice& choice : choices) std::printf(" %c", choice.letter);
    std::printf(": wrong result\n");
}

template <class T, class Int>
void call_symm(const Face& face) {
    const Int m = kM, n = kN;
    const T alpha = 2, beta = -1;
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
    const T alpha = 2;
    for (const Choice& uplo : kUplos)
        for (const Choice& op : kOps)
            for (const T beta : {T{-1}, T{0}}) {
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

template <class T, class Int>
void call_trmm(const Face& face) {
    const Int m = kM, n = kN;
    const T alpha = 2;
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
                    if (op.letter != 'N') t = t.transposed();
                    const Matrix<T> x(kM, kN, 2);
                    Matrix<T> a = given.laid_out(face), b = x.laid_out(face);
                    const Int lda = a.template ld<Int>(), ldb = b.template ld<Int>();
                    call(face, side, uplo, op, diag, m, n, alpha, a.data(), lda, b.data(), ldb);
                    count(b,
                          side.letter == 'L' ? product(alpha, t, x, T{0}, x) : product(alpha, x, t, T{0}, x),
                          face, {side, uplo, op, diag});
                }
}

template <class T, class Int>
void call_all(const std::string& before, const std::string& after, int layout) {
    const auto face = [&](const char* routine) { return Face{before + routine + after, layout}; };
    call_symm<T, Int>(face("symm"));
    call_updates<T, Int>(face("syrk"), face("syr2k"));
    call_trmm<T, Int>(face("trmm"));
}

template <class T>
void call_all(const std::string& letter) {
    call_all<T, int>(letter, "_", kFortran);
    call_all<T, std::int64_t>(letter, "_64_", kFortran);
    for (const int layout : {kColMajor, kRowMajor}) {
        call_all<T, int>("cblas_" + letter, "", layout);
        call_all<T, std::int64_t>("cblas_" + letter, "_64", layout);
        call_all<T, std::int64_t>("cblas_" + letter, "64_", layout);
    }
}

}  // namespace

int main() {
    call_all<double>("d");
    call_all<float>("s");
    std::printf("%d right, %d wrong\n", right, wrong);
    return wrong == 0 ? 0 : 1;
}
