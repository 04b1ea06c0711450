#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <hg/kernels/vector.hpp>
#include <hg/runtime/program/instruction.hpp>

/// Instructions that multiply a sparse matrix by vectors: Y := alpha A X + beta Y.
///
/// X and Y are registers with the same number of columns, at least 1. Indices are i32 and 0-based. Columns
/// ascend within a row. Arrays are registers with one column; an empty array has one element, which is
/// ignored.
namespace hg::kernels {

/// How A is stored, and how the work is divided among work-items.
enum class SpmvKernel : std::uint8_t {
    csr_rows,  ///< compressed rows; `lanes` work-items per row
    /// Compressed rows; each work-item takes `work` elements and ends of rows, however long rows are.
    csr_merge,
    sell,  ///< slices of `slice` rows, each as wide as its longest row
    ell,   ///< all rows as wide as the longest
    coo    ///< elements with their rows, in order of rows; only adds to Y: beta is 1
};

/// All kernels, in the order of the enumeration.
inline constexpr SpmvKernel kSpmvKernels[] = {SpmvKernel::csr_rows, SpmvKernel::csr_merge, SpmvKernel::sell,
                                              SpmvKernel::ell, SpmvKernel::coo};

/// Returns "csr_rows", "csr_merge", "sell", "ell" or "coo".
std::string_view name(SpmvKernel kernel) noexcept;

/// How a kernel divides its work. Members that a kernel does not use must have their defaults.
struct SpmvBlocking {
    int lanes = 1;    ///< work-items that share a row: a power of two, 1 to 64 (csr_rows, sell)
    int items = 256;  ///< work-items of a work-group: a power of two, 1 to 1024
    int unroll = 4;   ///< elements that a work-item loads together: 1, 2, 4 or 8 (csr_rows, sell, ell)
    int slice = 32;   ///< rows per slice: a power of two, 1 to 256 (sell)
    int work = 8;     ///< work per work-item: 2 to 4096 (csr_merge, coo)
    int columns = 1;  ///< columns of X for each read of A: 1, 2, 4, 8 or 16

    friend bool operator==(const SpmvBlocking&, const SpmvBlocking&) = default;
};

/// The parameters that identify an instruction. Different parameters may give sums with different bits.
struct SpmvParameters {
    SpmvKernel kernel = SpmvKernel::csr_rows;             ///< the format and the division of work
    ElementType type = ElementType::f64;                  ///< f32, f64, c32 or c64
    bool overwrite = false;                               ///< beta is 0: Y is only written; not for coo
    VectorCoefficient alpha = VectorCoefficient::number;  ///< where alpha comes from
    VectorCoefficient beta =
        VectorCoefficient::number;  ///< where beta comes from; number if `overwrite`, and for coo
    SpmvBlocking blocking{};        ///< how it divides the work
    bool turned = false;            ///< the operand x is X^T: see spmv_turn()

    friend bool operator==(const SpmvParameters&, const SpmvParameters&) = default;
};

/// Returns the reason why there is no such instruction; empty if there is one.
std::string spmv_fault(const SpmvParameters& parameters);

/// Returns the name: "spmv_csr_rows_f64_l8_i256_u4_c1", "spmv_sell_f64_set_aq_h32_l1_i256_u4_c1",
/// "spmv_csr_merge_c64_i256_w8_c1". It contains `overwrite`, and the kinds of alpha (here an element) and
/// beta (here a quotient; n: a number; omitted if both are numbers); then lanes, slice, items, unroll, work
/// and columns. "spmv_csr_rows_f64_set_turned_l8_i128_u2_c8" is `turned`.
std::string name(const SpmvParameters& parameters);
/// Returns the parameters that have this name, or no value if the text is not the name of an instruction that
/// hg can make.
std::optional<SpmvParameters> parse_spmv(std::string_view name);

/// Returns the number of elements and ends of rows of a csr_merge work-group, or of elements of a coo
/// work-group: items x work.
std::int64_t spmv_share(const SpmvParameters& parameters) noexcept;
/// Returns the number of work-groups of csr_merge for this many rows and elements, or of coo for this many
/// elements (rows are ignored): at least 1.
std::int64_t spmv_groups(const SpmvParameters& parameters, std::int64_t rows, std::int64_t elements) noexcept;
/// Returns the operand first_row of csr_merge: the first row that ends in each work-group's share, followed
/// by `rows`.
std::vector<std::int32_t> spmv_first_rows(const SpmvParameters& parameters,
                                          std::span<const std::int32_t> row_start);

/// Returns the instruction. Equal parameters return the same object. Thread-safe.
///
/// Operands, in order:
///
///     csr_rows    row_start (rows + 1)                        column, value   x, y
///     csr_merge   row_start (rows + 1), first_row (groups+1)  column, value   x, parts (groups x 2 s), y
///     sell        slice_start (slices + 1), row_order (rows)  column, value   x, y
///     ell                                                     column, value (rows x width), x, y
///     coo         row                                         column, value   x, parts (groups x 2 s), y
///
/// followed by the operands of alpha, then those of beta: none (number), a (element), or a and b (quotient:
/// alpha a / b). x and y have s columns. Scalars: alpha; beta, unless `overwrite` or coo; for complex
/// elements conjugated (i32, 1: A's elements are conjugated).
///
/// Element j of row r of a sell slice is at slice_start + j slice + r. The slice's row at place p is row
/// row_order[p] of y. Unless y is overwritten, it may have more rows, which are unchanged. Places of sell and
/// ell without an element have column -1, and unused elements of coo, at its end, have row -1: x is ignored
/// there. csr_merge and coo leave rows that several work-groups share to spmv_rest(), which must follow with
/// the same row arrays, parts, y and coefficients.
///
/// With `turned`, x is a register of X^T with at least s rows, a multiple of `columns`; rows that X does not
/// have are ignored. Its leading dimension is even unless `columns` is 1.
///
/// Row starts ascend and end within `column`; columns are rows of x, rows are rows of y. Runs check this
/// first, unless the program's builder omits the check (ProgramBuilder::leave_out_guards()).
///
/// If alpha is 0, A and x are ignored; if beta is 0, y is ignored. The order of each row's sum depends on its
/// elements and `lanes`: csr_rows, sell and ell with equal lanes give the same bits, including on the host.
/// For csr_merge and coo the order depends on where their shares begin, and on `turned`; their host
/// implementations have an order of their own.
///
/// Throws Error{invalid_argument} if the parameters do not fit together.
InstructionPtr spmv_kernel(const SpmvParameters& parameters);

/// Returns true for csr_merge and coo.
bool leaves_rest(SpmvKernel kernel) noexcept;
/// Returns the instruction that follows one that leaves_rest(). It finishes the rows that several work-groups
/// share, each by one work-item or one work-group in a fixed order. Operands: row_start, first_row, parts, y,
/// or for coo row, parts, y; then those of alpha and beta. Scalars: alpha; beta, unless `overwrite` or coo.
/// Named "spmv_csr_merge_rest_f64_set_n2048", where n is spmv_share(). Equal parameters return the same
/// object. Thread-safe. Throws Error{invalid_argument} if the parameters do not fit together.
InstructionPtr spmv_rest(const SpmvParameters& parameters);

/// Returns the instruction target := source^T. Rows of target beyond source's columns become 0. Operands:
/// source (n x s), target (at least s rows x n columns), without gaps between columns. Elements of X that are
/// multiplied by one element of A are then adjacent. Named "spmv_turn_f64". Returns the same object each
/// time. Thread-safe. Throws Error{invalid_argument} for i32.
InstructionPtr spmv_turn(ElementType type);

/// Returns the spmv_kernel(), spmv_rest() or spmv_turn() of this name, or null if there is none.
InstructionPtr find_spmv(std::string_view name);
/// Returns the names of all instructions with default blocking that are not turned.
std::vector<std::string> spmv_names();

}  // namespace hg::kernels
