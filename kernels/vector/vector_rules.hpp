#pragma once

#include <array>
#include <functional>
#include <string>

#include "kernels/family/fields.hpp"
#include <hg/kernels/vector.hpp>

/// What instructions on vectors must keep to.
namespace hg::kernels {

/// The numbers of vector_kernel(), in the order of names; last come what the tuner tries on GPUs and on CPUs.
/// It has work-groups of its own to try.
inline constexpr auto kVectorFields = std::to_array<Field<VectorParameters>>({
    {&VectorBlocking::vector, "vector", "_v", kPieces, {1, 32, 1, 64}, {1, 64}},
    {&VectorBlocking::work, "work", "_w", whole_numbers(1, 16), {1, 8, 1, 16}, {1, 8, 1, 16}},
    {&VectorBlocking::items, "items", "_i", powers_of_two(1, 1024), {32, 1024}, {1, 16}},
    {&VectorBlocking::groups, "groups", "_g", whole_numbers(1)},
});

/// Why there is no such instruction; empty: there is.
std::string vector_fault(const VectorParameters& parameters);

/// The host implementation of vector_kernel(): sums are added in the order of the kernel's work-items.
std::function<void(const HostCall&)> vector_on_host(const VectorParameters& parameters);

/// The host implementation of vector_total().
std::function<void(const HostCall&)> vector_total_on_host(VectorOperation operation, ElementType type,
                                                          int items);

}  // namespace hg::kernels
