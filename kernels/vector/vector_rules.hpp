#pragma once

#include <array>
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
/// Likewise for the work-items of a work-group.
std::string items_fault(int items);

/// Whether there is a vector_total() of its own: of complex elements dotc has that of dot, and real sums have
/// those of real elements.
constexpr bool has_total(VectorOperation operation, ElementType type) noexcept {
    if (operation == VectorOperation::dotc) return false;
    return !is_complex(type) || operation == VectorOperation::dot || operation == VectorOperation::iamax;
}

/// "vector_dot_total_f64_i256"
std::string total_name(VectorOperation operation, ElementType type, int items);

/// The operands a and b that the coefficient has: 0 to 2.
constexpr int coefficients_of(VectorOperation operation, VectorCoefficient coefficient) noexcept {
    if (coefficient == VectorCoefficient::number) return 0;
    return coefficient == VectorCoefficient::quotient || operation == VectorOperation::rot ? 2 : 1;
}

}  // namespace hg::kernels
