#pragma once

#include <array>
#include <cstdint>
#include <functional>

#include "kernels/family/coefficients.hpp"
#include "kernels/family/fields.hpp"
#include <hg/kernels/gemv.hpp>

/// What instructions that multiply a matrix by a vector must keep to.
namespace hg::kernels {

inline constexpr int kGemvTotalItems = 256;  ///< work-items of a work-group of gemv_total()
inline constexpr int kMostGemvTotalLanes = 64;

/// What the scalar `unit` says of a triangle's diagonal, beside 0. The last two are for complex elements.
inline constexpr int kOnes = 1;
inline constexpr int kLeftOut = 2;    ///< it counts as zeros
inline constexpr int kRealParts = 3;  ///< the real parts alone count

constexpr bool with_transpose(const GemvParameters& p) noexcept {
    return p.transpose;
}
constexpr bool without_transpose(const GemvParameters& p) noexcept {
    return !p.transpose;
}

/// The numbers of gemv_kernel() and trmv, in the order of names; last come what the tuner tries on GPUs and
/// on CPUs.
inline constexpr auto kGemvFields = std::to_array<Field<GemvParameters>>({
    {&GemvBlocking::row_items, "row_items", "_i", powers_of_two(1, 256), {4, 256}, {1, 4}},
    {&GemvBlocking::column_items, "column_items", "x", powers_of_two(1, 256), {1, 128}, {1, 4}},
    {&GemvBlocking::vector, "vector", "_v", kPieces, {8, 16, 1, 16}, {16, 64}},
    {&GemvBlocking::rows, "rows", "_r", powers_of_two(1, 256), {1, 4, 1, 8}, {1, 64}, without_transpose},
    {&GemvBlocking::columns, "columns", "_c", powers_of_two(1, 8), {1, 4, 1, 8}, {1, 8}, with_transpose},
    {&GemvBlocking::unroll, "unroll", "_u", powers_of_two(1, 8), {2, 8, 1, 8}, {1, 8}},
    {&GemvBlocking::split, "split", "_s", whole_numbers(1, 1024), {1, 64, 1, 1024}, {1, 16, 1, 64}},
});

/// Rows or columns of A of a work-group: elements of y.
std::int64_t gemv_block(const GemvParameters& parameters) noexcept;
/// Columns or rows of A that a work-group takes at once.
std::int64_t gemv_strip(const GemvParameters& parameters) noexcept;

/// Bytes of local memory.
std::int64_t gemv_local_memory(const GemvParameters& parameters) noexcept;

/// The host implementation of gemv_kernel(). Sums are divided as the kernel's work-groups divide them.
std::function<void(const HostCall&)> gemv_on_host(const GemvParameters& parameters);

/// The host implementation of gemv_total().
std::function<void(const HostCall&)> gemv_total_on_host(const GemvTotalParameters& parameters);

}  // namespace hg::kernels
