#pragma once

#include <vector>

#include "lapack/common/block_columns.hpp"
#include "lapack/common/block_layout.hpp"
#include "lapack/passes/tile_operation.hpp"
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// The kernels of a routine's operations. Each function appends those of one operation to the builder's
/// current queue of EXECs, which is the operation's.
class TileKernels {
  public:
    virtual ~TileKernels() = default;

    /// Devices hold these columns from now on, and no copies of others.
    virtual void open(const Span& columns) = 0;
    virtual void factor(const TileOperation& op) = 0;
    // A routine implements those of these four that are in its definition. The others throw
    // Error{internal}.
    virtual void permute(const TileOperation& op) { refuse(op); }
    virtual void reflect(const TileOperation& op) { refuse(op); }
    virtual void solve(const TileOperation& op) { refuse(op); }
    virtual void update(const TileOperation& op) { refuse(op); }
    /// Copies part of a panel from another device.
    virtual void exchange(const TileOperation& op) = 0;
    /// Stores a tile of A, which is final.
    virtual void store(const TileOperation& op) = 0;
    /// The last load of a list was appended.
    virtual void all_loaded() {}

  private:
    [[noreturn]] static void refuse(const TileOperation& op);
};

/// Appends the commands of the operations on A: a list for each pass over the matrix.
void lower(const std::vector<TileOperations>& lists, const BlockLayout& layout, ProgramBuilder& builder,
           BlockColumns& A, TileKernels& kernels);

}  // namespace hg
