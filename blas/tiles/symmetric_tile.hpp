#pragma once

#include <hg/blas/types.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// Loads a rectangle of a symmetric or hermitian matrix of which only the triangle `stored` is read: directly
/// if it is in that triangle, otherwise from its mirror image. A diagonal tile is assembled from both.
void load_symmetric(ProgramBuilder& builder, Uplo stored, bool hermitian, const HostTile& tile,
                    RegisterId destination);

}  // namespace hg
