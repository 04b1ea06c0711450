#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

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

/// A matrix in host memory by the name of the program's parameter, and its columns.
struct NamedColumns {
    std::string name;
    std::int64_t cols = 0;
};

/// Matrices in host memory, side by side, as block columns, consecutive ones of which the devices hold at once.
class BlockColumns {
  public:
    /// Declares the program's matrix parameters, of m rows each. Each block column lies in one of them; matrices without
    /// columns are left out. The builder must outlive the object.
    ///
    /// @param unit columns that work can begin on: the first columns come in parts of a few units.
    BlockColumns(ProgramBuilder& builder, std::span<const NamedColumns> matrices, ElementType type,
                 std::int64_t m, std::vector<BlockColumn> blocks, std::int64_t unit);

    /// The devices hold columns [from, to) from now on, whole block columns, and no others. None is loaded.
    void open(std::int64_t from, std::int64_t to);
    /// Loads columns [from, to) of block column b.
    void load(std::size_t b, std::int64_t from, std::int64_t to);
    /// A mark that ends with the last load so far.
    [[nodiscard]] CommandId mark_arrival();

    [[nodiscard]] ElementType type() const noexcept { return type_; }
    [[nodiscard]] std::int64_t rows() const noexcept { return m_; }
    [[nodiscard]] const BlockColumn& block(std::size_t b) const { return blocks_[b]; }
    [[nodiscard]] std::size_t size() const noexcept { return blocks_.size(); }
    /// Those that devices hold.
    [[nodiscard]] std::span<const BlockColumn> held() const noexcept { return held_; }
    /// Rows [row, row + rows) of columns [from, to) of block column b.
    [[nodiscard]] RegisterId window(std::size_t b, std::int64_t row, std::int64_t rows, std::int64_t from,
                                    std::int64_t to);
    /// Rows [row, row + rows) of columns [from, to) in host memory.
    [[nodiscard]] HostTile tile(std::int64_t row, std::int64_t rows, std::int64_t from,
                                std::int64_t to) const noexcept;

  private:
    struct Matrix {
        ParameterId parameter{};
        std::int64_t first = 0;  ///< column
    };

    ProgramBuilder& builder_;
    ElementType type_;
    std::int64_t m_;
    std::int64_t first_part_;  ///< columns of the first loads
    std::vector<Matrix> matrices_{};
    std::vector<BlockColumn> blocks_;
    std::span<BlockColumn> held_;
    DeviceIndex loading_ = 0;  ///< the device of the last load
    CommandId last_load_{};
};

}  // namespace hg
