#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "blas/level2/blocked_vector.hpp"
#include "blas/level2/matrix_vector_problem.hpp"
#include "blas/tiles/tiled_matrix.hpp"
#include <hg/blas/registers/gemv.hpp>
#include <hg/blas/registers/rank_update.hpp>
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// Consecutive blocks of rows or columns, and the device that has them.
struct ConsecutiveShare {
    DeviceIndex device = 0;
    Blocks blocks{};
};

/// Blocks of rows or columns of a triangle, the longest first, and the device that has them.
struct TriangleShare {
    DeviceIndex device = 0;
    std::vector<std::size_t> blocks{};
    std::size_t tiles = 0;  ///< number of tiles in all its blocks
};

/// Returns the devices that support a type.
std::vector<DeviceIndex> matrix_vector_devices(ElementType type, const Target& target);

/// The common parts of level 2 programs: tiles of A, which are streamed through the devices, and vectors,
/// which remain resident there.
struct MatrixVectorParts {
    /// The problem and the database must outlive the object. Tiles have at most block x block elements. Uses
    /// the first `count` of matrix_vector_devices().
    MatrixVectorParts(const MatrixVectorProblem& problem, const Target& target,
                      const kernels::Database& database, std::int64_t block, std::size_t count);
    MatrixVectorParts(const MatrixVectorParts&) = delete;
    MatrixVectorParts& operator=(const MatrixVectorParts&) = delete;

    [[nodiscard]] bool lower() const { return problem.uplo == Uplo::lower; }
    [[nodiscard]] bool op_is_lower() const { return lower() == (problem.op == Op::none); }
    [[nodiscard]] Coefficient beta() { return problem.reads_y ? builder.scalar("beta") : Coefficient(0.0); }

    /// Returns true if the matrix is hermitian, false if it is symmetric.
    [[nodiscard]] bool is_hermitian() const { return is_complex(problem.type); }
    [[nodiscard]] GemvOptions product_options() const {
        return {.database = database, .conjugated = problem.conjugated};
    }
    [[nodiscard]] RankUpdateOptions update_options() const {
        return {.database = database, .conjugated = problem.conjugated};
    }

    /// Returns the block rows of the triangle's tiles in block column j.
    [[nodiscard]] Blocks rows_of_column(std::size_t j) const {
        return lower() ? Blocks{j, A.block_rows()} : Blocks{0, j + 1};
    }

    /// Returns a register with tile (i, j) of A as stored.
    RegisterId tile(DeviceIndex device, std::size_t i, std::size_t j);
    /// Returns a register with the tile that contains block (i, j) of op(A).
    RegisterId tile_of_op(DeviceIndex device, std::size_t i, std::size_t j);
    /// Returns y, or a register for it that is not loaded if beta is 0.
    VectorBlocks y_before(DeviceIndex device, const Blocks& blocks);

    /// Divides `blocks` blocks among the devices, as evenly as possible.
    [[nodiscard]] std::vector<ConsecutiveShare> divide(std::size_t blocks) const;
    /// Divides the rows or columns of a triangle of tiles, whose lengths grow from one tile or shrink to one,
    /// among the devices. Assigns the longest first, each to the device with the fewest tiles (R. L. Graham,
    /// SIAM J. Appl. Math. 17, 1969).
    [[nodiscard]] std::vector<TriangleShare> divide_triangle(bool grows) const;

    const MatrixVectorProblem& problem;
    const kernels::Database* database;
    std::vector<DeviceIndex> devices;
    ProgramBuilder builder;
    TiledMatrix A;
    std::optional<BlockedVector> x;  ///< empty for y := beta y
    std::optional<BlockedVector> y;  ///< empty if the routine has no y
};

// The routines on host memory, block by block.

/// y := beta y
void append_scaling(MatrixVectorParts& p);
/// y := alpha op(A) x + beta y
void append_gemv(MatrixVectorParts& p);
/// y := alpha A x + beta y, A is symmetric or hermitian
void append_symv(MatrixVectorParts& p);
/// x := op(A) x
void append_trmv(MatrixVectorParts& p);
/// x := op(A)^-1 x
void append_trsv(MatrixVectorParts& p);
/// A := A + alpha x y^T, or with y^H
void append_ger(MatrixVectorParts& p);
/// A := A + alpha x x^T, or with x^H
void append_syr(MatrixVectorParts& p);
/// A := A + alpha (x y^T + y x^T), or A + alpha x y^H + conj(alpha) y x^H
void append_syr2(MatrixVectorParts& p);

}  // namespace hg
