#pragma once

#include <cstdint>

#include "tools/hgctl/check/routines/blas_operand.hpp"
#include "tools/hgctl/matrices/random_matrix.hpp"

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
