#pragma once

#include <cstdint>
#include <string>

#include <hg/kernels/spmv.hpp>

/// What instructions on sparse matrices must keep to.
namespace hg::kernels {

inline constexpr int kSpmvRestItems = 64;  ///< work-items of a work-group of spmv_rest()
inline constexpr std::int64_t kMostSpmvShare = 8192;

/// The operands a and b that a coefficient has: 0 to 2.
constexpr int registers_of(VectorCoefficient coefficient) noexcept {
    return static_cast<int>(coefficient);
}

/// Which fields of a blocking a kernel has.
constexpr bool has_lanes(SpmvKernel kernel) noexcept {
    return kernel == SpmvKernel::csr_rows || kernel == SpmvKernel::sell;
}
constexpr bool has_unroll(SpmvKernel kernel) noexcept {
    return has_lanes(kernel) || kernel == SpmvKernel::ell;
}
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
