#pragma once

#include <dlfcn.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <string>
#include <vector>

#include "elements.hpp"

// For programs that call the routines of level 3 by each of their names, as programs in Fortran and C do. Elements that
// are not to be read are NaN, and those that are not to be written must stay bit for bit.

namespace hg::test {

inline constexpr std::int64_t kM = 12, kN = 9;

inline int right = 0;
inline int wrong = 0;

/// An argument that is a letter in Fortran and a number in CBLAS.
struct Choice {
    char letter;
    int number;
};
inline constexpr Choice kUplos[] = {{'U', 121}, {'L', 122}};
inline constexpr Choice kOps[] = {{'N', 111}, {'T', 112}, {'C', 113}};
inline constexpr Choice kDiags[] = {{'N', 131}, {'U', 132}};
inline constexpr Choice kSides[] = {{'L', 141}, {'R', 142}};

inline constexpr int kFortran = 0, kRowMajor = 101, kColMajor = 102;

/// One of a routine's names, and how it is called.
struct Face {
    std::string name;
    int layout;
};

inline const char* by_address(const Choice& choice) {
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
inline int by_value(const Choice& choice) {
    return choice.number;
}
/// CBLAS takes complex scalars by address.
template <class V>
auto by_value(const V& value) {
    if constexpr (is_complex<V>)
        return &value;
    else
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
                (*this)(i, j) =
                    number<T>((7 * i + 5 * j + 3 * seed) % 11 - 5, (3 * i + 8 * j + seed) % 7 - 3);
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
    [[nodiscard]] Matrix conjugated() const {
        Matrix c = *this;
        for (T& element : c.elements_) element = conjugate(element);
        return c;
    }
    /// op(X)
    [[nodiscard]] Matrix under(const Choice& op) const {
        if (op.letter == 'N') return *this;
        return op.letter == 'T' ? transposed() : transposed().conjugated();
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
            c(i, j) = alpha * sum + (beta == T{0} ? T{0} : beta * c(i, j));
        }
    return c;
}

inline bool is_in(const Choice& uplo, std::int64_t i, std::int64_t j) {
    return uplo.letter == 'L' ? i >= j : i <= j;
}

/// NaN, its bits depending on the place.
template <class T>
T no_number(std::int64_t i, std::int64_t j) {
    using R = Real<T>;
    const R part = std::copysign(std::numeric_limits<R>::quiet_NaN(), (i + j) % 2 == 0 ? R{1} : R{-1});
    if constexpr (is_complex<T>)
        return {part, -part};
    else
        return part;
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
Matrix<T> with_diagonal(Matrix<T> a, T (*element)(std::int64_t, std::int64_t)) {
    for (std::int64_t i = 0; i < a.rows(); ++i) a(i, i) = element(i, i);
    return a;
}

template <class T>
Matrix<T> triangular(const Choice& uplo, const Matrix<T>& a) {
    return with_others(uplo, a, [](std::int64_t, std::int64_t) { return T{0}; });
}

/// Elements are whole numbers, so that results are exact.
template <class T>
void count(const Matrix<T>& found, const Matrix<T>& wanted, const Face& face,
           std::initializer_list<Choice> choices) {
    bool good = true;
    for (std::int64_t j = 0; j < wanted.cols(); ++j)
        for (std::int64_t i = 0; i < wanted.rows(); ++i) {
            const T x = found(i, j), y = wanted(i, j);
            good = good && (y != y ? std::memcmp(&x, &y, sizeof(T)) == 0 : x == y);
        }
    ++(good ? right : wrong);
    if (good) return;
    std::printf("%s %d:", face.name.c_str(), face.layout);
    for (const Choice& choice : choices) std::printf(" %c", choice.letter);
    std::printf(": wrong result\n");
}

/// What the programs end with.
inline int told() {
    std::printf("%d right, %d wrong\n", right, wrong);
    return wrong == 0 ? 0 : 1;
}

/// act(face_of, int or std::int64_t) for each kind of names, where face_of(routine) is a face.
template <class Act>
void for_each_face(const std::string& letter, const Act& act) {
    const auto named = [&](const std::string& before, const char* after, int layout, auto integer) {
        act([&](const char* routine) { return Face{before + letter + routine + after, layout}; }, integer);
    };
    named("", "_", kFortran, int{});
    named("", "_64_", kFortran, std::int64_t{});
    for (const int layout : {kColMajor, kRowMajor}) {
        named("cblas_", "", layout, int{});
        named("cblas_", "_64", layout, std::int64_t{});
        named("cblas_", "64_", layout, std::int64_t{});
    }
}

}  // namespace hg::test
