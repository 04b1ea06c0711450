#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <hg/runtime/program/instruction.hpp>

/// Guards of instructions that take numbers in registers for places in others. One kernel serves instructions
/// of all types: it reads the numbers alone. Operands are counted as the instruction has them. Thread-safe.
namespace hg::kernels {

/// What indices count: rows, columns, or elements of an operand that is a vector.
enum class Counted : std::uint8_t { rows, cols, elements };

/// The places that indices may have: those of an operand.
struct Places {
    std::size_t operand;  ///< of the instruction
    Counted counted = Counted::rows;
};

/// low <= number < how many places there are, for all numbers in `index`.
Guard guard_of_indices(const Instruction& instruction, std::size_t index, Places places, int low = 0);
/// 0 <= number for all numbers in `index`.
Guard guard_of_rows_somewhere(const Instruction& instruction, std::size_t index);

/// Numbers in `start` begin at 0 or more (`from_zero`: at 0), do not descend, and end within `column`;
/// numbers in `column` between the first and the last start are columns of a matrix with these places, or
/// from `low` on.
struct StartsOfRows {
    std::size_t start, column;
    Places columns;
    int low = 0;
    bool from_zero = false;
};
Guard guard_of_starts(const Instruction& instruction, const StartsOfRows& rows);

/// `first_row` divides the rows that begin at `row_start` into shares, as spmv_first_rows() does.
Guard guard_of_shares(const Instruction& instruction, std::size_t row_start, std::size_t first_row,
                      std::int64_t share);

/// Rows of elements in `row` ascend and have these places, -1 behind the last element.
Guard guard_of_list(const Instruction& instruction, std::size_t row, Places rows);
/// The columns of the same elements have places, too.
Guard guard_of_list(const Instruction& instruction, std::size_t row, Places rows, std::size_t column,
                    Places columns);

/// Lists of row moves (row_moves.hpp), operand 0, name rows of operand 1. The first scalar is `columns`.
Guard guard_of_moves(const Instruction& instruction);
/// Interchanges in lists of row moves, operand 0, go downward. The first scalar is `columns`.
Guard guard_of_pivots(const Instruction& instruction);

/// Finds no fault: makes the first `count` numbers of an operand zeros on OpenCL devices, all of them if
/// count is 0.
Guard guard_with_zeros(std::size_t operand, std::int64_t count = 0);

}  // namespace hg::kernels
