#pragma once

#include "blas/cost/flops.hpp"
#include "blas/cost/gemm_equivalent.hpp"
#include "interfaces/dropin/alike.hpp"
#include "interfaces/generated/engine_table.hpp"

namespace hg::dropin {

// The cost of each routine's calls: flops, and the product that weighs as much. BLAS's arguments say it.

/// Real flops. Those of LAPACK are counted below as if elements were real.
template <class Arguments>
constexpr double flops(const Arguments& c) noexcept {
    if constexpr (requires { c.flops(); })
        return c.flops();
    else
        return real_operations(element_type_of<typename Arguments::Element>()) * lapack_flops(c);
}
template <class Arguments>
constexpr GemmEquivalent product(const Arguments& c) noexcept {
    if constexpr (requires { c.gemm_equivalent(); })
        return c.gemm_equivalent();
    else
        return {c.n, 1, 1};  // vectors
}

template <class T>
constexpr double lapack_flops(const GetrfArguments<T>& c) noexcept {
    return getrf_flops(c.m, c.n);
}
template <class T>
constexpr GemmEquivalent product(const GetrfArguments<T>& c) noexcept {
    return getrf_product(c.m, c.n);
}

template <class T>
constexpr double lapack_flops(const GetrsArguments<T>& c) noexcept {
    return getrs_flops(c.n, c.nrhs);
}
template <class T>
constexpr GemmEquivalent product(const GetrsArguments<T>& c) noexcept {
    return {c.n, c.nrhs, c.n};
}

/// A factorization and the solves with its factors.
template <class T>
constexpr double lapack_flops(const GesvArguments<T>& c) noexcept {
    return gesv_flops(c.n, c.nrhs);
}
template <class T>
constexpr GemmEquivalent product(const GesvArguments<T>& c) noexcept {
    return {c.n, c.n, c.n / 3 + c.nrhs};
}

constexpr double lapack_flops(const RefinedSystem auto& c) noexcept {
    return gesv_flops(c.n, c.nrhs);
}
constexpr GemmEquivalent product(const RefinedSystem auto& c) noexcept {
    return {c.n, c.n, c.n / 3 + c.nrhs};
}

template <class T>
constexpr double lapack_flops(const PotrfArguments<T>& c) noexcept {
    return potrf_flops(c.n);
}
template <class T>
constexpr GemmEquivalent product(const PotrfArguments<T>& c) noexcept {
    return potrf_product(c.n);
}

template <class T>
constexpr double lapack_flops(const PotrsArguments<T>& c) noexcept {
    return potrs_flops(c.n, c.nrhs);
}
template <class T>
constexpr GemmEquivalent product(const PotrsArguments<T>& c) noexcept {
    return {c.n, c.nrhs, c.n};
}

template <class T>
constexpr double lapack_flops(const PosvArguments<T>& c) noexcept {
    return posv_flops(c.n, c.nrhs);
}
template <class T>
constexpr GemmEquivalent product(const PosvArguments<T>& c) noexcept {
    return {c.n, c.n, potrf_product(c.n).k + c.nrhs};
}

constexpr double lapack_flops(const RefinedDefiniteSystem auto& c) noexcept {
    return posv_flops(c.n, c.nrhs);
}
constexpr GemmEquivalent product(const RefinedDefiniteSystem auto& c) noexcept {
    return {c.n, c.n, potrf_product(c.n).k + c.nrhs};
}

template <class T>
constexpr double lapack_flops(const PotriArguments<T>& c) noexcept {
    return potri_flops(c.n);
}
template <class T>
constexpr GemmEquivalent product(const PotriArguments<T>& c) noexcept {
    return potri_product(c.n);
}

template <class T>
constexpr double lapack_flops(const GeqrfArguments<T>& c) noexcept {
    return geqrf_flops(c.m, c.n);
}
template <class T>
constexpr GemmEquivalent product(const GeqrfArguments<T>& c) noexcept {
    return geqrf_product(c.m, c.n);
}

constexpr double lapack_flops(const ProductWithQ auto& c) noexcept {
    return c.side == Side::left ? ormqr_flops(c.m, c.n, c.k) : ormqr_flops(c.n, c.m, c.k);
}
constexpr GemmEquivalent product(const ProductWithQ auto& c) noexcept {
    return ormqr_product(c.side == Side::left, c.m, c.n, c.k);
}

constexpr double lapack_flops(const ColumnsOfQ auto& c) noexcept {
    return orgqr_flops(c.m, c.n, c.k);
}
constexpr GemmEquivalent product(const ColumnsOfQ auto& c) noexcept {
    return orgqr_product(c.m, c.n, c.k);
}

template <class T>
constexpr double lapack_flops(const GelsArguments<T>& c) noexcept {
    return gels_flops(c.m, c.n, c.nrhs);
}
template <class T>
constexpr GemmEquivalent product(const GelsArguments<T>& c) noexcept {
    return gels_product(c.m, c.n, c.nrhs);
}

}  // namespace hg::dropin
