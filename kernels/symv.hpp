#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hg/kernels/vector.hpp>
#include <hg/runtime/program/instruction.hpp>

/// Products of a symmetric matrix, stored as one triangle, and a vector: BLAS's symv on registers.
///
/// This takes two instructions. symv_products() reads the triangle once and leaves partial sums; symv_sum()
/// adds them up.
namespace hg::kernels {

/// How the kernels divide their work. The triangle is divided into tiles of `tile` x `tile`. A work-group
/// takes a block of tiles, `tall` tiles high and `strip` tiles wide, and each of its work-items takes a part
/// of each tile. A work-group of a single work-item, which suits CPUs, proceeds along columns instead.
struct SymvBlocking {
    int vector = 0;  ///< adjacent rows loaded together: 1, 2, 4, 8 or 16, at most 64 bytes; 0 means 16 bytes
    int tile = 64;   ///< a power of two, 8 to 256
    int tall = 1;    ///< tiles stacked vertically, which share one column sum: 1, 2, 4 or 8
    int strip = 8;   ///< tiles side by side, at most: a multiple of tall up to 1024
    int row_items = 16;     ///< work-items along a tile's rows: a power of two
    int column_items = 16;  ///< work-items along a tile's columns: a power of two
    int prefetch = 0;       ///< 1: a work-item holds its parts of two tiles, so that more loads are in flight
    int sum_items = 16;     ///< work-items of symv_sum() that share the partial sums of a row: 1 to 32

    friend bool operator==(const SymvBlocking&, const SymvBlocking&) = default;
};

/// Returns the blocking for order n on a device about which only the kind is known.
SymvBlocking default_symv_blocking(ElementType type, std::int64_t n, bool is_gpu);

/// The parameters that identify symv_products(). Different parameters may give sums with different bits.
struct SymvParameters {
    ElementType type = ElementType::f64;  ///< f32 or f64
    bool upper = false;                   ///< the triangle that is read
    SymvBlocking blocking{};              ///< how it divides the work

    friend bool operator==(const SymvParameters&, const SymvParameters&) = default;
};

/// Returns the name: "symv_f64_l_v2_t64_h1_s8_r16_c16_p0_k16"; "symv_f64_u_..." for the upper triangle.
std::string name(const SymvParameters& parameters);
/// Returns the parameters that have this name, or no value if the text is not the name of an instruction that
/// hg can make.
std::optional<SymvParameters> parse_symv(std::string_view name);

/// Returns the reason why there is no such instruction; empty if there is one.
std::string symv_fault(const SymvParameters& parameters);

/// Returns the number of columns of `sums` for order n: one more than the blocks of tall x tile rows in a
/// column of A.
std::int64_t sums_of(const SymvParameters& parameters, std::int64_t n) noexcept;

/// Returns the instruction that makes partial sums of A x. Equal parameters return the same object.
/// Thread-safe.
///
/// Operands, in order: A, n x n; x; sums, n x sums_of(), some of whose elements remain unchanged. Scalar:
/// x_reversed (i32). Vectors are as in vector.hpp. Only the triangle of A is read, each element once.
///
/// Sums have the same bits for the same n and the same parameters, whatever the strides. The host
/// implementation adds in another order.
///
/// Throws Error{invalid_argument} if the parameters do not fit together.
InstructionPtr symv_products(const SymvParameters& parameters);

/// Where symv_sum() takes the numbers p (alpha) and q (beta) from.
struct SymvCoefficients {
    VectorCoefficient alpha = VectorCoefficient::number;  ///< source of p
    VectorCoefficient beta = VectorCoefficient::number;   ///< source of q
    /// q is 0 and y is not read; beta must then be number
    bool overwrite = false;

    friend bool operator==(const SymvCoefficients&, const SymvCoefficients&) = default;
};

/// Returns the instruction y := p (sum of the partial sums) + q y. `parameters` are those that made the sums.
///
/// Operands, in order: sums; y; of and over for alpha, then for beta, which are a and b of the coefficients.
/// Scalars, in order: alpha; beta, unless it overwrites; y_reversed (i32). If p is 0, the sums are ignored;
/// if q is 0, y is ignored.
///
/// Named "symv_sum_f64_l_nn_t64_h1_s8_k16". In place of "nn" there are two letters for alpha and beta: n
/// (number), a (element), q (quotient), 0 (overwrite). Throws Error{invalid_argument} if the parameters do
/// not fit together.
InstructionPtr symv_sum(const SymvParameters& parameters, const SymvCoefficients& coefficients);

/// Returns the symv_products() or symv_sum() of this name, or null if there is none.
InstructionPtr find_symv(std::string_view name);
/// Returns the names of all instructions with default parameters.
std::vector<std::string> symv_names();

}  // namespace hg::kernels
