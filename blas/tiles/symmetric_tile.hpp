#pragma once

#include <hg/blas/types.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// Loads a rectangle of a symmetric or hermitian matrix of which only the triangle `stored` is read: as it
/// is, if it lies in that triangle, else by its mirror image. A tile on the diagonal is put together from
/// both.
void load_symmetric(ProgramBuilder& builder, Uplo stored, bool hermitian, const HostTile& tile,
                    RegisterId destination);

}  // namespace hg
