#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lapack/common/tile.hpp"
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// Columns [first, first + cols) of a matrix, all rows, and the device that works on them.
struct BlockColumn {
    DeviceIndex device = 0;
    std::int64_t first = 0;
    std::int64_t cols = 0;
    RegisterId reg = kNoRegister;  ///< if the device holds them

    [[nodiscard]] std::int64_t end() const noexcept { return first + cols; }
};

/// The position of the block column that has this column, or of the last one if it is behind all.
std::size_t block_at(std::span<const BlockColumn> blocks, std::int64_t column) noexcept;

/// The columns of each block column.
std::vector<Span> columns_of(std::span<const BlockColumn> blocks);

/// A matrix in host memory by the name of the program's parameter, and its columns.
struct NamedColumns {
    std::string name;
    std::int64_t cols = 0;
};

/// What there is of a matrix.
enum class MatrixPart : std::uint8_t {
    all,
    lower,  ///< a Hermitian matrix on and below the diagonal: block columns begin with their diagonal blocks
    upper   ///< the same of the adjoint: host memory and registers have rows and columns interchanged
};

/// A matrix in host memory as block columns, consecutive ones of which the devices hold at once. Another
/// matrix may stand behind it, as right-hand sides do: its columns are part of the last block column.
class BlockColumns {
  public:
    /// Declares the program's matrix parameters, of m rows each; none for `behind` if it has no columns. The
    /// builder must outlive the object.
    ///
    /// @param unit columns that work can begin on: the first columns come in parts of a few units.
    BlockColumns(ProgramBuilder& builder, const NamedColumns& matrix, const NamedColumns& behind,
                 ElementType type, std::int64_t m, std::vector<BlockColumn> blocks, std::int64_t unit,
                 MatrixPart part = MatrixPart::all);

    /// The devices hold these columns from now on, whole block columns, and no others. None is loaded.
    void open(const Span& columns);
    /// Loads whole columns, or those of a part from the diagonal down, to the device that holds them.
    void load(const Span& columns);
    /// Stores a tile, likewise, from the device that holds it.
    void store(const Tile& tile);
    /// A mark that ends with the last load so far.
    [[nodiscard]] CommandId mark_arrival();

    [[nodiscard]] ElementType type() const noexcept { return type_; }
    [[nodiscard]] const BlockColumn& block(std::size_t b) const { return blocks_[b]; }
    [[nodiscard]] std::size_t block_at(std::int64_t column) const noexcept {
        return hg::block_at(blocks_, column);
    }
    [[nodiscard]] DeviceIndex device_of(std::int64_t column) const {
        return blocks_[block_at(column)].device;
    }
    /// Those that devices hold.
    [[nodiscard]] std::span<const BlockColumn> held() const noexcept { return held_; }
    /// A tile of one block column in its register.
    [[nodiscard]] RegisterId window(const Tile& tile);
    /// A tile in a register that begins with this row and column, and may be a copy on another device.
    [[nodiscard]] RegisterId window(RegisterId reg, std::int64_t row, std::int64_t col,
                                    const Tile& tile) const;
    /// A register for a tile, as adjoint if the matrix is stored so.
    [[nodiscard]] RegisterId reg(DeviceIndex device, const Tile& tile) const;
    /// The end of block column b without the columns of the other matrix.
    [[nodiscard]] std::int64_t end_of_own(std::size_t b) const { return std::min(blocks_[b].end(), cols_); }
    /// A tile, all of one matrix, in host memory.
    [[nodiscard]] HostTile tile(const Tile& tile) const noexcept;

  private:
    void load_part(const BlockColumn& b);
    [[nodiscard]] HostTile triangle(const Span& diagonal) const noexcept;
    [[nodiscard]] std::int64_t first_row(const BlockColumn& b) const noexcept {
        return part_ == MatrixPart::all ? 0 : b.first;
    }

    ProgramBuilder& builder_;
    ElementType type_;
    std::int64_t m_;
    MatrixPart part_;
    std::int64_t first_part_;  ///< columns of the first loads
    ParameterId parameter_;
    ParameterId behind_{};
    std::int64_t cols_;  ///< of the first matrix
    std::vector<BlockColumn> blocks_;
    std::span<BlockColumn> held_;
    DeviceIndex loading_ = 0;  ///< the device of the last load
    CommandId last_load_{};
};

}  // namespace hg
