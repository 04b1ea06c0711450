#pragma once

#include <cstdint>

/// How residues lie in registers of i32. residue_layout.cl has the same for kernels.
///
/// Residues of an operand are signed bytes in blocks of 64 lines x 128 bytes along k, as matrix units read
/// them from local memory: a line's bytes are contiguous, and its pieces of 16 bytes are exchanged by the
/// line's number. A column of the register has the blocks of 64 lines: all along k for the first modulus,
/// then for the next. So lines 64 s to 64 t - 1 are columns s to t - 1.
///
/// Residues of a product are unsigned bytes in blocks of 64 rows x 64 columns, in the order in which matrix
/// units leave them. A column of the register has the blocks of 64 columns of C: all rows for the first
/// modulus, then for the next.
namespace hg::kernels {

inline constexpr std::int64_t kBlockLines =
    64;  ///< of a block of an operand, and both orders of one of a product
inline constexpr std::int64_t kBlockDepth = 128;                          ///< bytes of a line in a block
inline constexpr std::int64_t kLinePieceBytes = 16;                       ///< that are exchanged
inline constexpr std::int64_t kOperandBlock = kBlockLines * kBlockDepth;  ///< bytes
inline constexpr std::int64_t kProductBlock = kBlockLines * kBlockLines;  ///< bytes
/// Residues in an element of i32.
inline constexpr std::int64_t kResiduesOfElement = 4;

constexpr std::int64_t blocks_of(std::int64_t size, std::int64_t block) noexcept {
    return (size + block - 1) / block;
}

/// The rows of a register with the residues of lines of `depth` elements.
constexpr std::int64_t operand_rows(std::int64_t depth, int moduli) noexcept {
    return moduli * blocks_of(depth, kBlockDepth) * (kOperandBlock / kResiduesOfElement);
}

/// The rows of a register with the residues of a product of m rows.
constexpr std::int64_t product_rows(std::int64_t m, int moduli) noexcept {
    return moduli * blocks_of(m, kBlockLines) * (kProductBlock / kResiduesOfElement);
}

/// The columns of a register with so many lines, or with a product of so many columns.
constexpr std::int64_t residue_cols(std::int64_t lines) noexcept {
    return blocks_of(lines, kBlockLines);
}

/// Byte p of a line, for modulus l, in a column of a register of `rows` rows.
constexpr std::int64_t operand_byte(std::int64_t line, std::int64_t p, int l, int moduli,
                                    std::int64_t rows) noexcept {
    const std::int64_t blocks = rows * kResiduesOfElement / kOperandBlock / moduli;
    const std::int64_t row = line % kBlockLines;
    const std::int64_t piece = p % kBlockDepth / kLinePieceBytes ^ row % 8;
    return (l * blocks + p / kBlockDepth) * kOperandBlock + row * kBlockDepth + piece * kLinePieceBytes +
           p % kLinePieceBytes;
}

/// Byte of element (i, j) of a product, likewise. Elements i, i + 1, i + 8, i + 9, ... of an even i stand
/// together.
constexpr std::int64_t product_byte(std::int64_t i, std::int64_t j, int l, int moduli,
                                    std::int64_t rows) noexcept {
    const std::int64_t blocks = rows * kResiduesOfElement / kProductBlock / moduli;
    const std::int64_t row = i % kBlockLines;
    return (l * blocks + i / kBlockLines) * kProductBlock + j % kBlockLines * kBlockLines + row % 8 / 2 * 16 +
           row / 8 * 2 + row % 2;
}

}  // namespace hg::kernels
