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
    /// C := Q^H C, where Q is from the factorization of a panel
    void reflect(const Tile& C, const Tile& panel) { add({TileOperation::Kind::reflect, C, panel}); }
    /// B := T^-1 B, where T is the `uplo` triangle of a tile
    void solve(const Tile& T, const Tile& B, Uplo uplo = Uplo::lower) {
        add({.kind = TileOperation::Kind::solve, .writes = B, .left = T, .uplo = uplo});
    }
    /// B := T^-H B
    void solve_adjoint(const Tile& T, const Tile& B, Uplo uplo) {
        add({.kind = TileOperation::Kind::solve,
             .writes = B,
             .left = T,
             .uplo = uplo,
             .adjoint = TileOperation::Adjoint::left});
    }
    /// B := B T^-H
    void solve_right_adjoint(const Tile& B, const Tile& T) {
        add({.kind = TileOperation::Kind::solve,
             .writes = B,
             .left = T,
             .side = Side::right,
             .adjoint = TileOperation::Adjoint::left});
    }
    /// C := C - L U, where L is of the `uplo` triangle of A
    void update(const Tile& C, const Tile& L, const Tile& U, Uplo uplo = Uplo::lower) {
        add({.kind = TileOperation::Kind::update, .writes = C, .left = L, .right = U, .uplo = uplo});
    }
    /// C := C - L^H U
    void update_adjoint(const Tile& C, const Tile& L, const Tile& U, Uplo uplo) {
        if (L.empty()) return;
        add({.kind = TileOperation::Kind::update,
             .writes = C,
             .left = L,
             .right = U,
             .uplo = uplo,
             .adjoint = TileOperation::Adjoint::left});
    }
    /// C := C - A A^H on and below the diagonal
    void update_hermitian(const Tile& C, const Tile& A) {
        add({.kind = TileOperation::Kind::update,
             .writes = C,
             .left = A,
             .right = A,
             .adjoint = TileOperation::Adjoint::right});
    }

    [[nodiscard]] TileOperations operations() && { return std::move(operations_); }

  private:
    void add(const TileOperation& operation) {
        if (!operation.writes.empty()) operations_.push_back(operation);
    }

    TileOperations operations_{};
};

}  // namespace hg
