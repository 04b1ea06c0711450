#pragma once

#include "lapack/common/block_columns.hpp"
#include "lapack/passes/tile_operation.hpp"
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// What operations are in a routine's program. Each function appends the kernels of one operation to the queue
/// of EXECs that the operation is for.
class TileKernels {
  public:
    virtual ~TileKernels() = default;

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

/// Appends the commands of a list of operations on A. The devices hold the columns that are written.
void lower(const TileOperations& list, ProgramBuilder& builder, BlockColumns& A, TileKernels& kernels);

}  // namespace hg
