#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hg/kernels/vector.hpp>
#include <hg/runtime/program/instruction.hpp>

/// Products of a symmetric matrix, of which one triangle is stored, and a vector: symv of BLAS on registers.
///
/// Two instructions do it. symv_products() reads the triangle once and leaves partial sums; symv_sum() adds them up.
namespace hg::kernels {

/// How the kernels divide their work. The triangle is divided into tiles of `tile` x `tile`. A work-group has a strip,
/// `tall` tiles high and `strip` tiles wide, and each of its work-items a patch of each tile. If a work-group is one
/// work-item, as suits CPUs, it goes along columns instead.
struct SymvBlocking {
    int vector =
        0;  ///< neighbouring rows loaded at once: 1, 2, 4, 8 or 16, at most 64 bytes; 0 takes 16 bytes
    int tile = 64;          ///< a power of two, 8 to 256
    int tall = 1;           ///< tiles above each other, whose column sums are one: 1, 2, 4 or 8
    int strip = 8;          ///< tiles of a strip side by side, at most: a multiple of tall up to 1024
    int row_items = 16;     ///< work-items along a tile's rows: a power of two
    int column_items = 16;  ///< work-items along its columns: a power of two
    int prefetch = 0;    ///< 1: a work-item holds the patches of two tiles, so that more loads are under way
    int sum_items = 16;  ///< work-items of symv_sum() that share the partial sums of a row: 1 to 32

    friend bool operator==(const SymvBlocking&, const SymvBlocking&) = default;
};

/// The blocking for order n on a device of which nothing but its kind is known.
SymvBlocking default_symv_blocking(ElementType type, std::int64_t n, bool is_gpu);

/// Everything that names symv_products(). Parameters that differ may give sums other bits.
struct SymvParameters {
    ElementType type = ElementType::f64;  ///< f32 or f64
    bool upper = false;                   ///< the triangle that is read
    SymvBlocking blocking{};              ///< how it divides the work

    friend bool operator==(const SymvParameters&, const SymvParameters&) = default;
};

/// "symv_f64_l_v2_t64_h1_s8_r16_c16_p0_k16"; "symv_f64_u_..." for the upper triangle.
std::string name(const SymvParameters& parameters);
/// The parameters that have this name; none if the text is not the name of an instruction that can be made.
std::optional<SymvParameters> parse_symv(std::string_view name);

/// Why there is no such instruction; empty: there is.
std::string symv_fault(const SymvParameters& parameters);

/// Columns of `sums` for order n: one more than a column of A has towers of tall x tile rows.
std::int64_t sums_of(const SymvParameters& parameters, std::int64_t n) noexcept;

/// The instruction that makes partial sums of A x. Equal parameters give the same object. Thread-safe.
///
/// Operands, in order: A, of n x n; x; sums, of n x sums_of(), some of whose elements stay as they are. Scalar: x_reversed
/// (i32). Vectors are as in vector.hpp. Only the triangle of A is read, and each of its elements once.
///
/// Sums have the same bits for the same n and the same parameters, whatever the strides. The host implementation adds in
/// another order.
///
/// Throws Error{invalid_argument} for parameters that do not fit.
InstructionPtr symv_products(const SymvParameters& parameters);

/// Where symv_sum() takes the numbers alpha and beta from.
struct SymvCoefficients {
    VectorCoefficient alpha = VectorCoefficient::number;  ///< of p
    VectorCoefficient beta = VectorCoefficient::number;   ///< of q
    bool overwrite = false;                               ///< q is 0, and y is not read; then beta is number

    friend bool operator==(const SymvCoefficients&, const SymvCoefficients&) = default;
};

/// The instruction y := p (sum of the partial sums) + q y. `parameters` are those that made the sums.
///
/// Operands, in order: sums; y; of and over for alpha, then for beta, the a and b of the coefficients. Scalars, in order:
/// alpha; beta, unless it overwrites; y_reversed (i32). If p is 0, sums do not count; if q is 0, y does not.
///
/// Named "symv_sum_f64_l_nn_t64_h1_s8_k16"; in the place of "nn" stand two letters for alpha and beta: n (number),
/// a (element), q (quotient), 0 (overwrite).
/// Throws Error{invalid_argument} for parameters that do not fit.
InstructionPtr symv_sum(const SymvParameters& parameters, const SymvCoefficients& coefficients);

/// The symv_products() or symv_sum() of this name; null if there is none.
InstructionPtr find_symv(std::string_view name);
/// The names of all with default parameters.
std::vector<std::string> symv_names();

}  // namespace hg::kernels
