#pragma once

#include <algorithm>
#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "blas/level2/row_major.hpp"
#include "blas/level2/vector_part.hpp"
#include <hg/blas/types.hpp>

namespace hg {

// Calls in which A is the conjugate of the stored matrix S, as row_major.hpp makes them, by calls that the
// CPU BLAS has. They conjugate outputs in place, and inputs in parts on the stack, so they never run out of
// memory.

/// The number of elements of a vector that are conjugated together.
inline constexpr std::int64_t kConjugatedAtOnce = 256;

/// The conjugates of a part of a vector.
template <ComplexElement T>
class ConjugatedPart {
  public:
    /// `x`: the element that part_of() returns.
    ConjugatedPart(const T* x, std::int64_t increment, std::int64_t count) noexcept {
        const T* element = increment > 0 ? x : x - (count - 1) * increment;
        for (std::int64_t i = 0; i < count; ++i, element += increment)
            elements_[static_cast<std::size_t>(i)] = std::conj(*element);
    }
    [[nodiscard]] const T* data() const noexcept { return elements_.data(); }

  private:
    std::array<T, kConjugatedAtOnce> elements_;
};

/// x := conj(x)
template <ComplexElement T>
void conjugate(T* x, std::int64_t n, std::int64_t increment) noexcept {
    for (std::int64_t i = 0; i < n; ++i) {
        T& element = x[i * std::abs(increment)];
        element = std::conj(element);
    }
}

/// Calls act(begin, count) for parts of n elements.
template <class Act>
void for_each_conjugated_part(std::int64_t n, const Act& act) noexcept {
    for (std::int64_t begin = 0; begin < n; begin += kConjugatedAtOnce)
        act(begin, std::min(kConjugatedAtOnce, n - begin));
}

/// conj(y) := conj(alpha) S conj(x) + conj(beta) conj(y) by parts of x.
template <ComplexElement T>
void call_cpu_conjugated(GemvArguments<T> c) noexcept {
    if (c.alpha == T{0}) return call_cpu(c);
    if (c.beta != T{0}) conjugate(c.y, c.m, c.incy);
    c.alpha = std::conj(c.alpha);
    c.beta = std::conj(c.beta);
    for_each_conjugated_part(c.n, [&](std::int64_t begin, std::int64_t count) {
        const ConjugatedPart<T> x(part_of(c.x, c.n, c.incx, begin, count), c.incx, count);
        call_cpu(GemvArguments<T>{c.op, c.m, count, c.alpha, c.A + begin * c.lda, c.lda, x.data(), 1, c.beta,
                                  c.y, c.incy});
        c.beta = 1;
    });
    conjugate(c.y, c.m, c.incy);
}

/// S := conj(alpha) conj(x) y^T + S, by parts of x.
template <ComplexElement T>
void call_cpu_conjugated(const GercArguments<T>& c) noexcept {
    for_each_conjugated_part(c.m, [&](std::int64_t begin, std::int64_t count) {
        const ConjugatedPart<T> x(part_of(c.x, c.m, c.incx, begin, count), c.incx, count);
        call_cpu(
            GeruArguments<T>{count, c.n, std::conj(c.alpha), x.data(), 1, c.y, c.incy, c.A + begin, c.lda});
    });
}

/// A vector of a call, in parts.
template <class T>
struct VectorParts {
    [[nodiscard]] T* at(std::int64_t begin, std::int64_t count) const noexcept {
        return part_of(data, n, increment, begin, count);
    }

    T* data;
    std::int64_t n, increment;
};

/// Calls act(row, rows, col, cols, S) for the tiles of a triangle, diagonal ones first.
template <class Element, class Act>
void for_each_tile(Uplo uplo, std::int64_t n, Element* A, std::int64_t lda, const Act& act) noexcept {
    for_each_conjugated_part(n, [&](std::int64_t begin, std::int64_t count) {
        act(begin, count, begin, count, A + begin * (lda + 1));
    });
    for_each_conjugated_part(n, [&](std::int64_t col, std::int64_t cols) {
        for_each_conjugated_part(n, [&](std::int64_t row, std::int64_t rows) {
            if (uplo == Uplo::lower ? row > col : row < col) act(row, rows, col, cols, A + row + col * lda);
        });
    });
}

/// conj(y) := conj(alpha) S conj(x) + conj(beta) conj(y), by tiles. An off-diagonal tile stands for two tiles
/// of S, and is in a cache when it is read again.
template <ComplexElement T>
void call_cpu_conjugated(const HemvArguments<T>& c) noexcept {
    if (c.alpha == T{0}) return call_cpu(c);
    const VectorParts<const T> x{c.x, c.n, c.incx};
    const VectorParts<T> y{c.y, c.n, c.incy};
    for_each_tile(c.uplo, c.n, c.A, c.lda, [&](auto row, auto rows, auto col, auto cols, const T* tile) {
        T* const out = y.at(row, rows);
        if (row == col) {
            const ConjugatedPart<T> in(x.at(col, cols), c.incx, cols);
            if (c.beta != T{0}) conjugate(out, rows, c.incy);
            call_cpu(HemvArguments<T>{c.uplo, rows, std::conj(c.alpha), tile, c.lda, in.data(), 1,
                                      std::conj(c.beta), out, c.incy});
            return conjugate(out, rows, c.incy);
        }
        call_cpu_conjugated(GemvArguments<T>{Op::none, rows, cols, c.alpha, tile, c.lda, x.at(col, cols),
                                             c.incx, T{1}, out, c.incy});
        call_cpu(GemvArguments<T>{Op::trans, rows, cols, c.alpha, tile, c.lda, x.at(row, rows), c.incx, T{1},
                                  y.at(col, cols), c.incy});
    });
}

/// S := alpha conj(x) x^T + S
template <ComplexElement T>
void call_cpu_conjugated(const HerArguments<T>& c) noexcept {
    const VectorParts<const T> x{c.x, c.n, c.incx};
    for_each_tile(c.uplo, c.n, c.A, c.lda, [&](auto row, auto rows, auto col, auto cols, T* tile) {
        if (row != col)
            return call_cpu_conjugated(GercArguments<T>{rows, cols, c.alpha, x.at(row, rows), c.incx,
                                                        x.at(col, cols), c.incx, tile, c.lda});
        const ConjugatedPart<T> in(x.at(row, rows), c.incx, rows);
        call_cpu(HerArguments<T>{c.uplo, rows, c.alpha, in.data(), 1, tile, c.lda});
    });
}

/// S := conj(alpha) conj(x) y^T + alpha conj(y) x^T + S
template <ComplexElement T>
void call_cpu_conjugated(const Her2Arguments<T>& c) noexcept {
    const VectorParts<const T> x{c.x, c.n, c.incx}, y{c.y, c.n, c.incy};
    for_each_tile(c.uplo, c.n, c.A, c.lda, [&](auto row, auto rows, auto col, auto cols, T* tile) {
        const auto update = [&](T alpha, const VectorParts<const T>& u, const VectorParts<const T>& v) {
            call_cpu_conjugated(GercArguments<T>{rows, cols, alpha, u.at(row, rows), u.increment,
                                                 v.at(col, cols), v.increment, tile, c.lda});
        };
        if (row != col) {
            update(c.alpha, x, y);
            return update(std::conj(c.alpha), y, x);
        }
        const ConjugatedPart<T> u(x.at(row, rows), c.incx, rows), v(y.at(row, rows), c.incy, rows);
        call_cpu(Her2Arguments<T>{c.uplo, rows, std::conj(c.alpha), u.data(), 1, v.data(), 1, tile, c.lda});
    });
}

/// conj(x) := op(S) conj(x), or conj(x) := op(S)^-1 conj(x)
template <ComplexTriangle Arguments>
void call_cpu_conjugated(const Arguments& c) noexcept {
    conjugate(c.x, c.n, c.incx);
    call_cpu(c);
    conjugate(c.x, c.n, c.incx);
}

}  // namespace hg
