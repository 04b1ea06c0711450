#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hg/kernels/vector.hpp>
#include <hg/runtime/program/instruction.hpp>

/// Instructions that multiply a matrix by a vector.
///
/// A is a register of m x n. Vectors are as in vector.hpp: of one column, or of one row with the leading dimension as
/// BLAS's increment. The scalars `x_reversed` and `y_reversed` are 1 if the vector counts from its end.
namespace hg::kernels {

/// How a kernel divides its work. A work-group is row_items x column_items work-items, and a piece is `vector`
/// neighbouring elements of a column.
///
///     y := A x      an item holds `rows` pieces of y and takes each column_items-th column
///     y := A^T x    an item holds the sums of `columns` columns and takes each row_items-th piece of them
///
/// An item loads `unroll` columns, or pieces of each column, before it adds their products. Then the items' sums are
/// added in local memory.
struct GemvBlocking {
    int row_items = 32;    ///< items along columns of A: a power of two, 1 to 256
    int column_items = 8;  ///< items along rows of A: a power of two, 1 to 256; 1024 items in all, at most
    /// Elements of a piece: a power of two, 1 to 16, at most 64 bytes; 0 takes 16 bytes. 1 if elements are complex.
    int vector = 0;
    int rows = 1;     ///< pieces of y an item: a power of two, 1 to 256; 1 if transposed
    int columns = 1;  ///< columns an item: 1, 2, 4 or 8; 1 unless transposed
    int unroll = 4;   ///< columns or pieces loaded at once: 1, 2, 4 or 8
    int split = 1;    ///< work-groups that share a sum: 1 to 1024. If there are several, gemv_total() follows

    friend bool operator==(const GemvBlocking&, const GemvBlocking&) = default;
};

/// The blocking for a product of A or A^T, m x n, on a device of which nothing but its kind is known; with `triangle` for
/// one of a triangle of A. A pure function.
GemvBlocking default_gemv_blocking(ElementType type, bool transpose, std::int64_t m, std::int64_t n,
                                   bool is_gpu, bool triangle = false);

/// Everything that names an instruction. Parameters that differ may give sums other bits.
struct GemvParameters {
    ElementType type = ElementType::f64;                  ///< f32, f64, c32 or c64
    bool transpose = false;                               ///< A^T x instead of A x
    bool triangle = false;                                ///< only a triangle of A counts: see gemv_kernel()
    bool overwrite = false;                               ///< beta is 0: y is written alone
    VectorCoefficient alpha = VectorCoefficient::number;  ///< where alpha comes from
    VectorCoefficient beta = VectorCoefficient::number;   ///< likewise beta; number if `overwrite`
    GemvBlocking blocking{};                              ///< how it divides the work

    friend bool operator==(const GemvParameters&, const GemvParameters&) = default;
};

/// True if the kernel leaves sums for gemv_total(), which takes alpha, beta and y: with a triangle, or if split.
/// Then `overwrite`, `alpha` and `beta` must have their defaults.
bool leaves_sums(const GemvParameters& parameters) noexcept;

/// Why there is no such instruction; empty: there is.
std::string gemv_fault(const GemvParameters& parameters);

/// "gemv_n_f64_i32x8_v2_r1_u4_s1"; "gemv_t_f32_set_aq_i128x2_v4_c4_u2_s1": transposed, with `overwrite`, alpha an
/// element and beta a quotient (n: a number; nothing if both are); "trmv_n_f64_..." with a triangle.
std::string name(const GemvParameters& parameters);
/// The parameters that have this name; none if the text is not the name of an instruction that can be made.
std::optional<GemvParameters> parse_gemv(std::string_view name);

/// The instruction y := alpha op(A) x + beta y, or sums(:, s) := part s of op(A) x. Equal parameters give the same
/// object. Thread-safe.
///
/// Operands, in order: A; x; y; those of alpha, those of beta: none (number), a (element), or a and b (quotient:
/// alpha a / b). Scalars: alpha; beta unless `overwrite`; x_reversed; y_reversed (i32).
///
/// If it leaves_sums(): operands A; x; sums, with a row for each element of y and `split` columns. Scalar: x_reversed.
/// With a triangle A is square, and there are two more: upper (i32, 0: the lower triangle counts) and unit (i32, 1: ones
/// stand on the diagonal). Elements of A beside that do not count, NaN among them.
///
/// Of complex elements there is one scalar more, at the end: conjugated (i32, 1: the conjugate of A is meant, so that a
/// transposed one is A^H). Then `unit` may be 2, and the diagonal counts as zeros, or 3, and its real parts alone count: with
/// one and the other triangle, sums are those of a hermitian matrix.
///
/// If alpha is 0, neither A nor x counts; if beta is 0, y does not. Nothing is skipped for zeros in x: NaN and Inf in A
/// spread. Unless transposed, A has at least `vector` rows.
///
/// The order of additions follows from the shape of A and the parameters alone, not from leading dimensions or strides.
/// Products may be added without being rounded. The host implementation adds in an order of its own.
///
/// Throws Error{invalid_argument} for parameters that do not fit.
InstructionPtr gemv_kernel(const GemvParameters& parameters);

/// Everything that names the second instruction.
struct GemvTotalParameters {
    ElementType type = ElementType::f64;                  ///< f32, f64, c32 or c64
    bool overwrite = false;                               ///< as in GemvParameters
    VectorCoefficient alpha = VectorCoefficient::number;  ///< where alpha comes from
    VectorCoefficient beta = VectorCoefficient::number;   ///< likewise beta; number if `overwrite`
    int lanes = 1;  ///< items that share an element of y: a power of two, 1 to 64

    friend bool operator==(const GemvTotalParameters&, const GemvTotalParameters&) = default;
};

/// Lanes that suit sums of `split` columns.
int gemv_total_lanes(std::int64_t split) noexcept;
/// Why there is no such instruction; empty: there is.
std::string gemv_total_fault(const GemvTotalParameters& parameters);
/// "gemv_total_f64_l8"; "gemv_total_f64_set_qn_l8", as in name(const GemvParameters&).
std::string name(const GemvTotalParameters& parameters);

/// y := alpha (sums(:, 0) + sums(:, 1) + ...) + beta y. Operands: sums; y; those of alpha and beta. Scalars: alpha; beta
/// unless `overwrite`; y_reversed. Equal parameters give the same object. Thread-safe.
/// Throws Error{invalid_argument} for parameters that do not fit.
InstructionPtr gemv_total(const GemvTotalParameters& parameters);

/// The gemv_kernel() or gemv_total() of this name; null if there is none.
InstructionPtr find_gemv(std::string_view name);
/// The names of all with default blocking.
std::vector<std::string> gemv_names();

}  // namespace hg::kernels
