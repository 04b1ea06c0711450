#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>

#include "blas/call/shape.hpp"
#include "blas/level1/pairing.hpp"
#include <hg/blas/types.hpp>
#include <hg/runtime/program/element.hpp>

namespace hg {

// The arguments of the routines of level 1. Flops count for the choice of a place to run: a number that is moved
// or compared counts as one, and complex elements are two. kAdds: alpha times something is added to what is written.

/// Real numbers in as many elements.
template <Element T>
constexpr double numbers(std::int64_t n) noexcept {
    return (ComplexElement<T> ? 2 : 1) * static_cast<double>(n);
}

/// The arguments of y := x.
template <class T>
struct CopyArguments {
    using Element = T;
    static constexpr std::string_view kName = "copy";

    std::int64_t n;
    const T* x;
    std::int64_t incx;
    T* y;
    std::int64_t incy;

    [[nodiscard]] constexpr double flops() const noexcept { return numbers<T>(n); }

    /// As ArgumentList says.
    template <class Self, class List>
    static void list(Self& c, List& list) {
        list.size("n", c.n);
        list.strided("x", c.x, c.incx, c.n);
        list.strided("y", c.y, c.incy, c.n);
    }
};

/// The arguments of x, y := y, x.
template <class T>
struct SwapArguments {
    using Element = T;
    static constexpr std::string_view kName = "swap";

    std::int64_t n;
    T* x;
    std::int64_t incx;
    T* y;
    std::int64_t incy;

    [[nodiscard]] constexpr double flops() const noexcept { return 2 * numbers<T>(n); }

    template <class Self, class List>
    static void list(Self& c, List& list) {
        list.size("n", c.n);
        list.strided("x", c.x, c.incx, c.n);
        list.strided("y", c.y, c.incy, c.n);
    }
};

/// The arguments of x := alpha x; alpha may be real if x is complex.
template <class T, class Scalar = T>
struct ScalArguments {
    using Element = T;
    static constexpr std::string_view kName = std::same_as<Scalar, T> ? "scal" : "real_scal";

    std::int64_t n;
    Scalar alpha;
    T* x;
    std::int64_t incx;

    [[nodiscard]] constexpr double flops() const noexcept { return numbers<Scalar>(1) * numbers<T>(n); }

    template <class Self, class List>
    static void list(Self& c, List& list) {
        list.size("n", c.n);
        list.scalar("alpha", c.alpha);
        list.strided_forward("x", c.x, c.incx, c.n);
    }
};

template <class T>
using RealScalArguments = ScalArguments<T, RealOf<T>>;

/// The arguments of y := alpha x + y.
template <class T>
struct AxpyArguments {
    using Element = T;
    static constexpr std::string_view kName = "axpy";
    static constexpr bool kAdds = true;

    std::int64_t n;
    T alpha;
    const T* x;
    std::int64_t incx;
    T* y;
    std::int64_t incy;

    [[nodiscard]] constexpr double flops() const noexcept {
        return 2 * real_operations(element_type_of<T>()) * static_cast<double>(n);
    }

    template <class Self, class List>
    static void list(Self& c, List& list) {
        list.size("n", c.n);
        list.scalar("alpha", c.alpha);
        list.strided("x", c.x, c.incx, c.n, c.alpha != T{0});
        list.strided("y", c.y, c.incy, c.n);
    }
};

/// The arguments of x, y := c x + s y, c y - s x.
template <class T>
struct RotArguments {
    using Element = T;
    static constexpr std::string_view kName = "rot";

    std::int64_t n;
    T* x;
    std::int64_t incx;
    T* y;
    std::int64_t incy;
    RealOf<T> c, s;

    [[nodiscard]] constexpr double flops() const noexcept { return 6 * numbers<T>(n); }

    template <class Self, class List>
    static void list(Self& c, List& list) {
        list.size("n", c.n);
        list.strided("x", c.x, c.incx, c.n);
        list.strided("y", c.y, c.incy, c.n);
        list.scalar("c", c.c);
        list.scalar("s", c.s);
    }
};

/// The arguments of result := sum of x(i) y(i), or of conj(x(i)) y(i).
template <class T, Pairing kPairing = Pairing::real>
struct DotArguments {
    using Element = T;
    static constexpr std::string_view kName = name_by(kPairing, "dot", "dotu", "dotc");

    std::int64_t n;
    const T* x;
    std::int64_t incx;
    const T* y;
    std::int64_t incy;
    T* result;

    [[nodiscard]] constexpr double flops() const noexcept {
        return 2 * real_operations(element_type_of<T>()) * static_cast<double>(n);
    }

    template <class Self, class List>
    static void list(Self& c, List& list) {
        list.size("n", c.n);
        list.strided("x", c.x, c.incx, c.n);
        list.strided("y", c.y, c.incy, c.n);
        list.result("result", c.result);
    }
};

template <class T>
using DotuArguments = DotArguments<T, Pairing::unconjugated>;
template <class T>
using DotcArguments = DotArguments<T, Pairing::conjugated>;

/// The arguments of result := square root of the sum of |x(i)|^2.
template <class T>
struct Nrm2Arguments {
    using Element = T;
    static constexpr std::string_view kName = "nrm2";

    std::int64_t n;
    const T* x;
    std::int64_t incx;
    RealOf<T>* result;

    [[nodiscard]] constexpr double flops() const noexcept { return 2 * numbers<T>(n); }

    template <class Self, class List>
    static void list(Self& c, List& list) {
        list.size("n", c.n);
        list.strided_forward("x", c.x, c.incx, c.n);
        list.result("result", c.result);
    }
};

/// The arguments of result := sum of |x(i)|, of a complex x(i) the sum of its parts' magnitudes.
template <class T>
struct AsumArguments {
    using Element = T;
    static constexpr std::string_view kName = "asum";

    std::int64_t n;
    const T* x;
    std::int64_t incx;
    RealOf<T>* result;

    [[nodiscard]] constexpr double flops() const noexcept { return numbers<T>(n); }

    template <class Self, class List>
    static void list(Self& c, List& list) {
        list.size("n", c.n);
        list.strided_forward("x", c.x, c.incx, c.n);
        list.result("result", c.result);
    }
};

/// The arguments of index := the first i of largest |x(i)|, as asum has it, counted from 0; -1 if there is none.
template <class T>
struct IamaxArguments {
    using Element = T;
    static constexpr std::string_view kName = "iamax";

    std::int64_t n;
    const T* x;
    std::int64_t incx;
    std::int64_t* index;

    [[nodiscard]] constexpr double flops() const noexcept { return numbers<T>(n); }

    template <class Self, class List>
    static void list(Self& c, List& list) {
        list.size("n", c.n);
        list.strided_forward("x", c.x, c.incx, c.n);
        list.result("index", c.index);
    }
};

}  // namespace hg
