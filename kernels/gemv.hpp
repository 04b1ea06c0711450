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
/// A is an m x n register. Vectors are as in vector.hpp: one column, or one row with the leading dimension as
/// BLAS's increment. The scalars `x_reversed` and `y_reversed` are 1 if the vector is traversed from its end.
namespace hg::kernels {

/// How a kernel divides its work. A work-group consists of row_items x column_items work-items. A piece is a
/// group of `vector` adjacent elements of a column.
///
///     y := A x      a work-item holds `rows` pieces of y and takes every column_items-th column
///     y := A^T x    a work-item holds the sums of `columns` columns and takes every row_items-th piece
///
/// A work-item loads `unroll` columns, or pieces of each column, before it adds their products. Afterwards
/// the work-items' sums are added in local memory.
struct GemvBlocking {
    int row_items = 32;  ///< work-items along columns of A: a power of two, 1 to 256
    /// Work-items along rows of A: a power of two, 1 to 256; at most 1024 work-items in total.
    int column_items = 8;
    /// Elements of a piece: a power of two, 1 to 16, at most 64 bytes; 0 means 16 bytes. For complex
    /// elements, 1.
    int vector = 0;
    int rows = 1;     ///< pieces of y per work-item: a power of two, 1 to 256; 1 if transposed
    int columns = 1;  ///< columns per work-item: 1, 2, 4 or 8; 1 unless transposed
    int unroll = 4;   ///< columns or pieces loaded together: 1, 2, 4 or 8
    int split = 1;    ///< work-groups that share a sum: 1 to 1024. If more than one, gemv_total() follows

    friend bool operator==(const GemvBlocking&, const GemvBlocking&) = default;
};

/// Returns the blocking for a product of A or A^T, m x n, on a device about which only the kind is known;
/// with `triangle`, for a product with a triangle of A. A pure function.
GemvBlocking default_gemv_blocking(ElementType type, bool transpose, std::int64_t m, std::int64_t n,
                                   bool is_gpu, bool triangle = false);

/// The parameters that identify an instruction. Different parameters may give sums with different bits.
struct GemvParameters {
    ElementType type = ElementType::f64;                  ///< f32, f64, c32 or c64
    bool transpose = false;                               ///< A^T x instead of A x
    bool triangle = false;                                ///< only a triangle of A is used: see gemv_kernel()
    bool overwrite = false;                               ///< beta is 0: y is only written
    VectorCoefficient alpha = VectorCoefficient::number;  ///< where alpha comes from
    VectorCoefficient beta = VectorCoefficient::number;   ///< where beta comes from; number if `overwrite`
    GemvBlocking blocking{};                              ///< how it divides the work

    friend bool operator==(const GemvParameters&, const GemvParameters&) = default;
};

/// Returns true if the kernel leaves sums for gemv_total(), which takes alpha, beta and y: if there is a
/// triangle, or if the sum is split. `overwrite`, `alpha` and `beta` must then have their defaults.
bool leaves_sums(const GemvParameters& parameters) noexcept;

/// Returns the reason why there is no such instruction; empty if there is one.
std::string gemv_fault(const GemvParameters& parameters);

/// Returns the name: "gemv_n_f64_i32x8_v2_r1_u4_s1"; "gemv_t_f32_set_aq_i128x2_v4_c4_u2_s1" if transposed,
/// with `overwrite`, with alpha an element and beta a quotient (n: a number; omitted if both are numbers);
/// "trmv_n_f64_..." with a triangle.
std::string name(const GemvParameters& parameters);
/// Returns the parameters that have this name, or no value if the text is not the name of an instruction that
/// hg can make.
std::optional<GemvParameters> parse_gemv(std::string_view name);

/// Returns the instruction y := alpha op(A) x + beta y, or sums(:, s) := part s of op(A) x. Equal parameters
/// return the same object. Thread-safe.
///
/// Operands, in order: A; x; y; those of alpha, then those of beta: none (number), a (element), or a and b
/// (quotient: alpha a / b). Scalars: alpha; beta unless `overwrite`; x_reversed; y_reversed (i32).
///
/// If it leaves_sums(): operands A; x; sums, with a row for each element of y and `split` columns. Scalar:
/// x_reversed. With a triangle, A is square, and there are two more scalars: upper (i32, 0: the lower
/// triangle is used) and unit (i32, 1: the diagonal is taken as ones). The other elements of A are ignored,
/// even if they are NaN.
///
/// For complex elements there is one more scalar at the end: conjugated (i32, 1: the conjugate of A is used,
/// so a transposed A gives A^H). `unit` may then also be 2, which takes the diagonal as zeros, or 3, which
/// uses only its real parts. With 2 for one triangle and 3 for the other, the sums are those of a hermitian
/// matrix.
///
/// If alpha is 0, A and x are ignored; if beta is 0, y is ignored. Nothing is skipped for zeros in x, so NaN
/// and Inf in A propagate. Unless transposed, A must have at least `vector` rows.
///
/// The order of additions depends only on the shape of A and the parameters, not on leading dimensions or
/// strides. Products may be added without intermediate rounding. The host implementation adds in an order of
/// its own.
///
/// Throws Error{invalid_argument} if the parameters do not fit together.
InstructionPtr gemv_kernel(const GemvParameters& parameters);

/// The parameters that identify the second instruction.
struct GemvTotalParameters {
    ElementType type = ElementType::f64;                  ///< f32, f64, c32 or c64
    bool overwrite = false;                               ///< as in GemvParameters
    VectorCoefficient alpha = VectorCoefficient::number;  ///< where alpha comes from
    VectorCoefficient beta = VectorCoefficient::number;   ///< where beta comes from; number if `overwrite`
    int lanes = 1;  ///< work-items that share an element of y: a power of two, 1 to 64

    friend bool operator==(const GemvTotalParameters&, const GemvTotalParameters&) = default;
};

/// Returns a suitable number of lanes for sums of `split` columns.
int gemv_total_lanes(std::int64_t split) noexcept;
/// Returns the reason why there is no such instruction; empty if there is one.
std::string gemv_total_fault(const GemvTotalParameters& parameters);
/// Returns the name: "gemv_total_f64_l8"; "gemv_total_f64_set_qn_l8", as in name(const GemvParameters&).
std::string name(const GemvTotalParameters& parameters);

/// Returns the instruction y := alpha (sums(:, 0) + sums(:, 1) + ...) + beta y. Operands: sums; y; those of
/// alpha and beta. Scalars: alpha; beta unless `overwrite`; y_reversed. Equal parameters return the same
/// object. Thread-safe. Throws Error{invalid_argument} if the parameters do not fit together.
InstructionPtr gemv_total(const GemvTotalParameters& parameters);

/// Returns the gemv_kernel() or gemv_total() of this name, or null if there is none.
InstructionPtr find_gemv(std::string_view name);
/// Returns the names of all instructions with default blocking.
std::vector<std::string> gemv_names();

}  // namespace hg::kernels
