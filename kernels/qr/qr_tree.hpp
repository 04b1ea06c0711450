#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hg/runtime/program/instruction.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg::kernels {

/// Instructions that factor a tall panel A = Q R, m x n, by a tree: blocks of its rows are factored by
/// themselves, their triangles R, one above the other, are the matrix of the next level, until there is one
/// block. Then the first n columns of Q are made level by level down, and LAPACK's reflectors of them. No
/// work-group waits for another one.
///
/// Block b of a level is Q_b (R_b, 0) with Q_b = I - V_b T_b V_b^H. Of all blocks, V_b stand where the rows
/// of A do, T_b side by side in n rows, and R_b one above the other.
///
/// Sources: Demmel, Grigori, Hoemmen, Langou, SIAM J. Sci. Comput. 34 (2012); Ballard, Demmel, Grigori,
/// Jacquelin, Knight, Nguyen, J. Parallel Distrib. Comput. 85 (2015).
struct QrTree {
    ElementType type = ElementType::f64;
    int width = 32;  ///< the most columns of a panel, a multiple of 8
    /// Of a block, and work-items of a work-group: width times a divisor of it, at least width^2 / 4.
    int rows = 256;
    bool portable = false;  ///< for any device; else for NVIDIA devices of compute capability 8.0 and up

    friend bool operator==(const QrTree&, const QrTree&) = default;

    /// Blocks of a matrix of m rows.
    [[nodiscard]] std::int64_t blocks(std::int64_t m) const noexcept { return (m + rows - 1) / rows; }
};

/// The tree with the default parameters for a type. A work-item keeps a row in registers: of c64 it is half
/// as wide.
QrTree default_tree(ElementType type);

/// The tree for panels of `rows` rows; none if qr_panel() has a kernel that keeps them in registers, or for
/// devices on which its kernels were not measured.
std::optional<QrTree> qr_tree(const DeviceModel& device, ElementType type, std::int64_t rows);

/// The instructions of these parameters, named as "qr_tree_factor_f64_w32_b256", with "_portable" behind it
/// if it is. Equal parameters give the same objects. They throw Error{invalid_argument} for parameters of no
/// tree.

/// Factors all blocks of a level. Operands A (read, m x n), V (written, m x n) with its ones and zeros, T
/// (written, n x blocks n) and R (written, blocks n x n), n <= width. If the last block has fewer than n
/// rows, the others count as zero.
InstructionPtr qr_tree_factor(const QrTree& tree);

/// A level down: Q := Q_b (C_b, 0) for each block. Operands V, T (read, of this level), C (read, blocks n x
/// n; the identity for the highest level) and Q (written, m x n). Elements of Q(i, i) are exactly 1 only if
/// no reflector has changed column i.
InstructionPtr qr_tree_expand(const QrTree& tree);

/// LAPACK's reflectors, of the first n rows of Q: Q1 - S = L U with a diagonal S of signs. Operands V, T0, C
/// of the lowest level (read), R of the highest (read, n x n), tau (written, n x 1), T (written, n x n), X
/// (written, n x n) the inverse of U, and F (written, n x n) S R with L below its diagonal. tau = 0 for first
/// columns that no reflector has changed, and for a column without rows below the diagonal, unless a complex
/// number is on it.
InstructionPtr qr_tree_reconstruct(const QrTree& tree);

/// The lowest level: V := (Q - (S, 0)) X. Operands A (written, m x n) R on and above the diagonal, V below
/// it; V (read and written, m x n) of the lowest level, then with its ones and zeros; T, C (read) of the
/// lowest level, X and F (read).
InstructionPtr qr_tree_finish(const QrTree& tree);

/// The instruction of this name; null if there is none.
InstructionPtr find_qr_tree(std::string_view name);
/// The names of the instructions with default parameters.
std::vector<std::string> qr_tree_names();

}  // namespace hg::kernels
