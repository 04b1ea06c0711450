#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "kernels/family/coefficients.hpp"
#include "kernels/family/fields.hpp"
#include <hg/kernels/spmv.hpp>

/// What instructions on sparse matrices must keep to.
namespace hg::kernels {

inline constexpr int kSpmvRestItems = 64;  ///< work-items of a work-group of spmv_rest()
inline constexpr std::int64_t kMostSpmvShare = 8192;

/// Which numbers a kernel has.
constexpr bool has_slice(const SpmvParameters& p) noexcept {
    return p.kernel == SpmvKernel::sell;
}
constexpr bool has_lanes(const SpmvParameters& p) noexcept {
    return has_slice(p) || p.kernel == SpmvKernel::csr_rows;
}
constexpr bool has_unroll(const SpmvParameters& p) noexcept {
    return has_lanes(p) || p.kernel == SpmvKernel::ell;
}
constexpr bool has_work(const SpmvParameters& p) noexcept {
    return !has_unroll(p);
}

/// The numbers of spmv_kernel(), in the order of names.
inline constexpr auto kSpmvFields = std::to_array<Field<SpmvParameters>>({
    {&SpmvBlocking::slice, "slice", "_h", powers_of_two(1, 256), {}, {}, has_slice},
    {&SpmvBlocking::lanes, "lanes", "_l", powers_of_two(1, 64), {}, {}, has_lanes},
    {&SpmvBlocking::items, "items", "_i", powers_of_two(1, 1024)},
    {&SpmvBlocking::unroll, "unroll", "_u", powers_of_two(1, 8), {}, {}, has_unroll},
    {&SpmvBlocking::work, "work", "_w", whole_numbers(2, 4096), {}, {}, has_work},
    {&SpmvBlocking::columns, "columns", "_c", powers_of_two(1, 16)},
});

/// The beta that is a scalar of its own.
constexpr bool has_beta(const SpmvParameters& p) noexcept {
    return !p.overwrite && p.kernel != SpmvKernel::coo;
}

/// Bytes of local memory.
std::int64_t spmv_local_memory(const SpmvParameters& parameters) noexcept;

/// "spmv_csr_merge_rest_f64_set_n2048"
std::string spmv_rest_name(const SpmvParameters& parameters);
/// "spmv_turn_f64"
std::string spmv_turn_name(ElementType type);

}  // namespace hg::kernels
