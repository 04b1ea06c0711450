#pragma once

#include <functional>

#include <hg/kernels/symv.hpp>

/// What the sources of symv share.
namespace hg::kernels {

/// Rows of `sums` that a work-group of symv_sum() adds up.
inline constexpr int kSymvSumRows = 32;

/// True if a work-group is one work-item, which holds no patches.
inline bool is_alone(const SymvBlocking& b) noexcept {
    return b.row_items * b.column_items == 1;
}

/// The parameters with their defaults written out.
SymvParameters with_defaults(SymvParameters parameters) noexcept;

/// Why there is no symv_sum() with these coefficients; empty: there is.
std::string symv_sum_fault(const SymvParameters& parameters, const SymvCoefficients& coefficients);

/// The name of symv_sum().
std::string symv_sum_name(const SymvParameters& parameters, const SymvCoefficients& coefficients);

/// Towers of tiles above each other, `tall` of them, in a column of order n.
std::int64_t towers_of(const SymvParameters& parameters, std::int64_t n) noexcept;

/// Strips of a triangle of order n: work-groups of symv_products().
std::int64_t strips_of(const SymvParameters& parameters, std::int64_t n) noexcept;

/// Bytes of local memory that a work-group of symv_products() takes. No value of the parameters is 0.
std::int64_t symv_local_memory(const SymvParameters& parameters) noexcept;

/// The host implementation of symv_products(): it writes the kernel's elements of `sums`, each added up by columns.
std::function<void(const HostCall&)> symv_products_on_host(const SymvParameters& parameters);

/// The host implementation of symv_sum().
std::function<void(const HostCall&)> symv_sum_on_host(const SymvParameters& parameters,
                                                      const SymvCoefficients& coefficients);

}  // namespace hg::kernels
