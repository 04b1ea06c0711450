#pragma once

#include <array>
#include <functional>

#include "kernels/family/fields.hpp"
#include <hg/kernels/symv.hpp>

/// What the sources of symv share.
namespace hg::kernels {

/// Rows of `sums` that a work-group of symv_sum() adds up.
inline constexpr int kSymvSumRows = 32;

/// The numbers of both instructions, in the order of names; last come what the tuner tries on GPUs and on
/// CPUs, where a work-group is one work-item.
inline constexpr auto kSymvFields = std::to_array<Field<SymvParameters>>({
    {&SymvBlocking::vector, "vector", "_v", kPieces, {16, 16, 8, 32}, {16, 64}},
    {&SymvBlocking::tile, "tile", "_t", powers_of_two(8, 256), {32, 128, 16, 128}, {64, 256, 16, 256}},
    {&SymvBlocking::tall, "tall", "_h", powers_of_two(1, 8), {1, 4, 1, 8}},
    {&SymvBlocking::strip, "strip", "_s", whole_numbers(1, 1024), {2, 32, 1, 64}, {1, 4, 1, 16}},
    {&SymvBlocking::row_items, "row_items", "_r", powers_of_two(1, 256), {8, 32, 4, 32}},
    {&SymvBlocking::column_items, "column_items", "_c", powers_of_two(1, 256), {4, 16, 2, 16}},
    {&SymvBlocking::prefetch, "prefetch", "_p", whole_numbers(0, 1), {0, 1}, {0, 0}},
    {&SymvBlocking::sum_items,
     "sum_items",
     "_k",
     whole_numbers(1, 1024 / kSymvSumRows),
     {16, 16, 4, 32},
     {1, 1, 1, 4}},
});

/// True if a work-group is one work-item, which holds no patches.
inline bool is_alone(const SymvBlocking& b) noexcept {
    return b.row_items * b.column_items == 1;
}

/// Strips of a triangle of order n: work-groups of symv_products().
std::int64_t strips_of(const SymvParameters& parameters, std::int64_t n) noexcept;

/// Bytes of local memory that a work-group of symv_products() takes. No value of the parameters is 0.
std::int64_t symv_local_memory(const SymvParameters& parameters) noexcept;

/// The host implementation of symv_products(): it writes the kernel's elements of `sums`, each added up by
/// columns.
std::function<void(const HostCall&)> symv_products_on_host(const SymvParameters& parameters);

/// The host implementation of symv_sum().
std::function<void(const HostCall&)> symv_sum_on_host(const SymvParameters& parameters,
                                                      const SymvCoefficients& coefficients);

}  // namespace hg::kernels
