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
/// X and Y are registers of as many columns, 1 or more. Indices are i32 and count from 0. Columns ascend within a row.
/// Arrays are registers of one column; one of no elements has an element that does not count.
namespace hg::kernels {

/// How A is stored, and which work-item takes what.
enum class SpmvKernel : std::uint8_t {
    csr_rows,  ///< compressed rows; `lanes` work-items a row
    csr_merge,  ///< compressed rows; each work-item takes `work` elements and ends of rows, however long rows are
    sell,       ///< slices of `slice` rows, each as wide as its longest row
    ell,        ///< all rows as wide as the longest
    coo         ///< elements with their rows, in order of rows; adds to Y alone: beta is 1
};

/// All of them, in the order of the enumeration.
inline constexpr SpmvKernel kSpmvKernels[] = {SpmvKernel::csr_rows, SpmvKernel::csr_merge, SpmvKernel::sell,
                                              SpmvKernel::ell, SpmvKernel::coo};

/// "csr_rows", "csr_merge", "sell", "ell" or "coo".
std::string_view name(SpmvKernel kernel) noexcept;

/// How a kernel divides its work. What a kernel does not have keeps its default.
struct SpmvBlocking {
    int lanes = 1;    ///< work-items that share a row: a power of two, 1 to 32 (csr_rows, sell)
    int items = 256;  ///< work-items of a work-group: a power of two, 1 to 1024
    int unroll = 4;   ///< elements that a work-item loads at once: 1, 2, 4 or 8 (csr_rows, sell, ell)
    int slice = 32;   ///< rows of a slice: a power of two, 1 to 256 (sell)
    int work = 8;     ///< of a work-item: 2 to 4096 (csr_merge, coo)
    int columns = 1;  ///< columns of X for which A is read once: 1, 2, 4, 8 or 16

    friend bool operator==(const SpmvBlocking&, const SpmvBlocking&) = default;
};

/// Everything that names an instruction. Parameters that differ may give sums other bits.
struct SpmvParameters {
    SpmvKernel kernel = SpmvKernel::csr_rows;             ///< the format, and the division of work
    ElementType type = ElementType::f64;                  ///< f32, f64, c32 or c64
    bool overwrite = false;                               ///< beta is 0: Y is written alone; not for coo
    VectorCoefficient alpha = VectorCoefficient::number;  ///< where alpha comes from
    VectorCoefficient beta =
        VectorCoefficient::number;  ///< likewise beta; number if `overwrite`, and for coo
    SpmvBlocking blocking{};        ///< how it divides the work
    bool turned = false;            ///< the operand x is X^T, see spmv_turn()

    friend bool operator==(const SpmvParameters&, const SpmvParameters&) = default;
};

/// Why there is no such instruction; empty: there is.
std::string spmv_fault(const SpmvParameters& parameters);

/// "spmv_csr_rows_f64_l8_i256_u4_c1", "spmv_sell_f64_set_aq_h32_l1_i256_u4_c1", "spmv_csr_merge_c64_i256_w8_c1": with
/// `overwrite`, alpha an element and beta a quotient (n: a number; nothing if both are); lanes, slice, items, unroll, work,
/// columns. "spmv_csr_rows_f64_set_turned_l8_i128_u2_c8" is `turned`.
std::string name(const SpmvParameters& parameters);
/// The parameters that have this name; none if the text is not the name of an instruction that can be made.
std::optional<SpmvParameters> parse_spmv(std::string_view name);

/// Elements and ends of rows of a work-group of csr_merge, elements of one of coo: items x work.
std::int64_t spmv_share(const SpmvParameters& parameters) noexcept;
/// Work-groups of csr_merge for so many rows and elements, or of coo for so many elements (rows do not count): 1 or more.
std::int64_t spmv_groups(const SpmvParameters& parameters, std::int64_t rows, std::int64_t elements) noexcept;
/// The operand first_row of csr_merge: the first row that ends in each work-group's share, and behind the last one `rows`.
std::vector<std::int32_t> spmv_first_rows(const SpmvParameters& parameters,
                                          std::span<const std::int32_t> row_start);

/// The instruction. Equal parameters give the same object. Thread-safe.
///
/// Operands, in order:
///
///     csr_rows    row_start (rows + 1)                       column  value                  x  y
///     csr_merge   row_start (rows + 1), first_row (groups+1) column  value                  x  parts (groups x 2 s)  y
///     sell        slice_start (slices + 1), row_order (rows) column  value                  x  y
///     ell                                                    column  value (rows x width)   x  y
///     coo         row                                        column  value                  x  parts (groups x 2 s)  y
///
/// and then those of alpha, those of beta: none (number), a (element), or a and b (quotient: alpha a / b). x has s columns,
/// and y likewise. Scalars: alpha; beta, unless `overwrite` or coo; for complex elements conjugated (i32, 1: A's elements are
/// conjugated).
///
/// Element j of row r of a sell slice lies at slice_start + j slice + r; the slice's row at place p is row row_order[p] of y,
/// which may have more rows, unless it is overwritten: those stay as they are. Places of sell and ell that hold no element have column -1, and
/// unused elements of coo, at its end, row -1: x does not count there. csr_merge and coo leave rows that several work-groups
/// share to spmv_rest(), which must follow with the same row arrays, parts, y and coefficients.
///
/// With `turned` x is a register of X^T with s rows or more, a multiple of `columns`; what X has not does not count. Its
/// leading dimension is even unless `columns` is 1.
///
/// Starts of rows ascend and end within `column`; columns are rows of x, rows are rows of y. Runs check that first, unless their
/// program's builder leaves it out (ProgramBuilder::leave_out_guards()).
///
/// If alpha is 0, neither A nor x counts; if beta is 0, y does not. The order of each row's sum follows from its elements and
/// `lanes`: csr_rows, sell and ell with as many lanes give the same bits, on the host too. That of csr_merge and coo follows from
/// where their shares begin, and from `turned`, too; their host implementations have an order of their own.
///
/// Throws Error{invalid_argument} for parameters that do not fit.
InstructionPtr spmv_kernel(const SpmvParameters& parameters);

/// True for csr_merge and coo.
bool leaves_rest(SpmvKernel kernel) noexcept;
/// What follows an instruction that leaves_rest(): it finishes the rows that several work-groups share, each by one work-item or
/// one work-group in a fixed order. Operands: row_start, first_row, parts, y, or for coo row, parts, y; those of alpha and beta.
/// Scalars: alpha; beta, unless `overwrite` or coo. Named "spmv_csr_merge_rest_f64_set_n2048", n being spmv_share(). Equal
/// parameters give the same object. Thread-safe. Throws Error{invalid_argument} for parameters that do not fit.
InstructionPtr spmv_rest(const SpmvParameters& parameters);

/// target := source^T. Rows of target beyond source's columns become 0. Operands: source (n x s), target (s rows or more x n), without
/// gaps between columns. Elements of X that one element of A is multiplied by then stand side by side. Named "spmv_turn_f64". The same
/// object each time. Thread-safe. Throws Error{invalid_argument} for i32.
InstructionPtr spmv_turn(ElementType type);

/// The spmv_kernel(), spmv_rest() or spmv_turn() of this name; null if there is none.
InstructionPtr find_spmv(std::string_view name);
/// The names of all that are not turned, with default blocking.
std::vector<std::string> spmv_names();

}  // namespace hg::kernels
