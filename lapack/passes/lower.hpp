#pragma once

#include <vector>

#include "lapack/common/block_columns.hpp"
#include "lapack/common/block_layout.hpp"
#include "lapack/passes/tile_operation.hpp"
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// What operations are in a routine's program. Each function appends the kernels of one operation to the queue
/// of EXECs that the operation is for.
class TileKernels {
  public:
    virtual ~TileKernels() = default;

    /// Devices hold these columns from now on, and no copies of others.
    virtual void open(const Span& columns) = 0;
    virtual void factor(const TileOperation& op) = 0;
    /// A routine has those of these that its definition has.
    virtual void permute(const TileOperation& /*op*/) {}
    virtual void reflect(const TileOperation& /*op*/) {}
    virtual void solve(const TileOperation& /*op*/) {}
    virtual void update(const TileOperation& /*op*/) {}
    /// Columns come from another device.
    virtual void exchange(const TileOperation& op) = 0;
    /// Rows and columns of A are final.
    virtual void store(const TileOperation& op) = 0;
    /// The last load of a list was appended.
    virtual void all_loaded() {}
};

/// Appends the commands of the operations on A: a list for each pass over the matrix.
void lower(const std::vector<TileOperations>& lists, const BlockLayout& layout, ProgramBuilder& builder,
           BlockColumns& A, TileKernels& kernels);

}  // namespace hg
