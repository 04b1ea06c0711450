#pragma once

#include <cstdint>

#include "tools/workload/operands/random_matrix.hpp"
#include "tools/workload/problem/blas_operand.hpp"

namespace hgctl {

/// What the triangle of a triangular solve is like.
enum class TriangleKind { dominant, random, graded, nearly_singular };

/// "nearly_singular"
const char* name(TriangleKind kind);

TriangleKind draw_triangle_kind(RandomNumbers& numbers);

/// Fills the part of A that counts; the rest stays NaN. Solutions stay finite in single precision.
template <class T>
void fill_triangle(BlasOperand<T>& a, std::int64_t order, Part part, TriangleKind kind,
                   RandomNumbers& numbers);

}  // namespace hgctl
