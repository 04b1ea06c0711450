#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "blas/generated/arguments.hpp"
#include "tools/workload/rule/call_verdict.hpp"
#include "tools/workload/rule/operands.hpp"
#include "tools/workload/rule/product_error.hpp"

namespace hgctl {

/// Whether y is x.
template <class T>
Verdict verdict_of_copy(const Factor<T>& x, const Factor<T>& y) {
    constexpr double kWrong = std::numeric_limits<double>::infinity();
    for (std::int64_t i = 0; i < x.rows(); ++i)
        if (!(x(i, 0) == y(i, 0))) return {kWrong, "element " + std::to_string(i) + " is another one"};
    return {};
}

/// y := x, exactly
template <class T>
Verdict verdict_of(const hg::CopyArguments<T>& /*call*/, const Operands<T>& was, const Operands<T>& now) {
    return verdict_of_copy(was("x"), now("y"));
}

template <class T>
inline constexpr bool kOverwrites<hg::CopyArguments<T>> = true;

/// x, y := y, x, exactly
template <class T>
Verdict verdict_of(const hg::SwapArguments<T>& /*call*/, const Operands<T>& was, const Operands<T>& now) {
    const Verdict y = verdict_of_copy(was("x"), now("y"));
    return y.passed() ? verdict_of_copy(was("y"), now("x")) : y;
}

/// x := alpha x; as in BLAS, NaN times 0 is NaN
template <class T, class Scalar>
inline constexpr bool kAlwaysReads<hg::ScalArguments<T, Scalar>> = true;

template <class T, class Scalar>
ProductRule<T> rule_of(const hg::ScalArguments<T, Scalar>& c, const Operands<T>& /*was*/) {
    return {{}, T{0}, c.alpha};
}

/// y := alpha x + y
template <class T>
ProductRule<T> rule_of(const hg::AxpyArguments<T>& c, const Operands<T>& was) {
    return {{{was("x"), one<T>()}}, c.alpha, T{1}};
}

/// x, y := c x + s y, c y - s x
template <class T>
Verdict verdict_of(const hg::RotArguments<T>& c, const Operands<T>& was, const Operands<T>& now) {
    const auto error = [&](const auto& u, PartOf<T> of_u, const auto& v, PartOf<T> of_v, const auto& found) {
        return product_error<T>({{{u, one<T>(), false, of_u}, {v, one<T>(), false, of_v}}}, found, found);
    };
    return {std::max(error(was("x"), c.c, was("y"), c.s, now("x")),
                     error(was("y"), c.c, was("x"), -c.s, now("y")))};
}

/// dot, dotu: sum of x(i) y(i); dotc: sum of conj(x(i)) y(i)
template <class T, hg::Pairing kPairing>
ProductRule<T> rule_of(const hg::DotArguments<T, kPairing>& /*call*/, const Operands<T>& was) {
    const bool conjugated = kPairing == hg::Pairing::conjugated;
    return {{{conjugated ? was("x").adjoint() : was("x").transpose(), was("y")}}};
}

/// The square root of the sum of |x(i)|^2, within 3 eps sqrt(n + 2) of itself
template <class T>
Verdict verdict_of(const hg::Nrm2Arguments<T>& c, const Operands<T>& was, const Operands<T>& /*now*/) {
    WidePart<T> squares = 0;
    for (std::int64_t i = 0; i < c.n; ++i) squares += squared(to_wide<T>(was("x")(i, 0)));
    const WidePart<T> expected = static_cast<PartOf<T>>(std::sqrt(squares));
    return {in_units_of(3 * epsilon<T>() * growth<T>(c.n) * expected, std::abs(*c.result - expected))};
}

/// The sum of |x(i)|, of complex elements that of their parts: the product of all parts and their signs
template <class T>
Verdict verdict_of(const hg::AsumArguments<T>& c, const Operands<T>& was, const Operands<T>& /*now*/) {
    using Real = PartOf<T>;
    std::vector<Real> parts, signs;
    for (std::int64_t i = 0; i < c.n; ++i) {
        const T x = was("x")(i, 0);
        parts.push_back(std::real(x));
        if constexpr (kIsComplex<T>) parts.push_back(x.imag());
    }
    for (const Real part : parts) signs.push_back(part < 0 ? -1 : 1);
    const auto count = static_cast<std::int64_t>(parts.size());
    const StoredMatrix<Real> row{parts.data(), 1, count, 1}, column{signs.data(), count, 1, count};
    const StoredMatrix<Real> sum{c.result, 1, 1, 1};
    return {product_error<Real>({{{row, column}}}, sum, sum)};
}

/// The first i of largest |x(i)|, of complex elements the sum of their parts' magnitudes; -1 if there is none
template <class T>
Verdict verdict_of(const hg::IamaxArguments<T>& c, const Operands<T>& was, const Operands<T>& /*now*/) {
    std::int64_t first = c.n > 0 ? 0 : -1;
    for (std::int64_t i = 1; i < c.n; ++i)
        if (hg::magnitude(was("x")(i, 0)) > hg::magnitude(was("x")(first, 0))) first = i;
    if (*c.index == first) return {};
    return {std::numeric_limits<double>::infinity(),
            "says " + std::to_string(*c.index) + ", it is " + std::to_string(first)};
}

}  // namespace hgctl
