#pragma once

#include <utility>

#include "lapack/passes/tile_operation.hpp"

namespace hg {

/// Writes down the operations of an algorithm on a matrix, in the order of a textbook. Operations on empty
/// tiles are left out.
class Textbook {
  public:
    /// A panel from its diagonal down := its factors
    void factor(const Tile& panel) { add({TileOperation::Kind::factor, panel}); }
    /// B := P B, where P is from the factorization of a panel
    void permute(const Tile& B, const Tile& panel) { add({TileOperation::Kind::permute, B, panel}); }
    /// B := T^-1 B
    void solve(const Tile& T, const Tile& B) { add({TileOperation::Kind::solve, B, T}); }
    /// C := C - L U
    void update(const Tile& C, const Tile& L, const Tile& U) { add({TileOperation::Kind::update, C, L, U}); }

    [[nodiscard]] TileOperations operations() && { return std::move(operations_); }

  private:
    void add(const TileOperation& operation) {
        if (!operation.writes.empty()) operations_.push_back(operation);
    }

    TileOperations operations_{};
};

}  // namespace hg
