#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hg/runtime/program/instruction.hpp>

/// Instructions on vectors: BLAS level 1 on registers.
///
/// A vector of n elements is a register of n x 1, or of 1 x n: its elements are then `ld` apart, and `ld` is
/// BLAS's increment. The scalar `reversed` corresponds to increments of different signs: if it is 1, x(i) is
/// paired with y(n - 1 - i).
namespace hg::kernels {

/// What an instruction computes, with vectors x and y of n elements, real or complex, and numbers p and q.
enum class VectorOperation : std::uint8_t {
    copy,  ///< y := x
    swap,  ///< x, y := y, x
    scal,  ///< x := p x
    axpy,  ///< y := p x + y; if p is 0, y is unchanged whatever x holds
    rot,   ///< x, y := p x + q y, p y - q x; p and q are real
    dot,   ///< result := sum of x(i) y(i)
    asum,  ///< result := sum of |x(i)|; for a complex x(i), |x(i)| is the sum of both parts' magnitudes; real
    nrm2,  ///< result := square root of the sum of |x(i)|^2, without intermediate overflow or underflow; real
    /// result (i32) := the smallest 0-based i with the largest |x(i)|, defined as in asum; NaN in x(0) counts
    /// as the largest, other NaNs are ignored
    iamax,
    real_scal,  ///< x := p x; x is complex, and p is real
    dotc        ///< result := sum of conj(x(i)) y(i) for complex vectors
};

/// Operations on real vectors, in the order of the enumeration.
inline constexpr VectorOperation kVectorOperations[] = {
    VectorOperation::copy, VectorOperation::swap, VectorOperation::scal,
    VectorOperation::axpy, VectorOperation::rot,  VectorOperation::dot,
    VectorOperation::asum, VectorOperation::nrm2, VectorOperation::iamax};

/// Operations on complex vectors (all operations), in the order of the enumeration.
inline constexpr VectorOperation kComplexVectorOperations[] = {
    VectorOperation::copy,  VectorOperation::swap,      VectorOperation::scal, VectorOperation::axpy,
    VectorOperation::rot,   VectorOperation::dot,       VectorOperation::asum, VectorOperation::nrm2,
    VectorOperation::iamax, VectorOperation::real_scal, VectorOperation::dotc};

/// Returns "copy", "swap", ...
std::string_view name(VectorOperation operation) noexcept;
/// Returns true for dot, dotc, asum, nrm2 and iamax: they have a result in addition to the vectors.
bool is_reduction(VectorOperation operation) noexcept;
/// Returns the number of vectors of the operation: 1 or 2.
int vectors_of(VectorOperation operation) noexcept;
/// Returns the type of the operation's result for vectors with elements of `type`: i32 for iamax, real for
/// asum and nrm2.
ElementType result_type(VectorOperation operation, ElementType type) noexcept;
/// Returns the type of the operation's coefficients: real for rot and real_scal.
ElementType coefficient_type(VectorOperation operation, ElementType type) noexcept;

/// Where the numbers of scal, real_scal, axpy and rot come from.
enum class VectorCoefficient : std::uint8_t {
    number,   ///< scalars only: p = alpha; for rot p = c and q = s
    element,  ///< scalars times 1 x 1 registers: p = alpha a; for rot p = c a and q = s b
    quotient  ///< p = alpha a / b; not for rot
};

/// How a kernel divides its work. The defaults suit GPUs.
struct VectorBlocking {
    /// Elements moved together: 1, 2, 4, 8 or 16, at most 64 bytes; 0 means 16 bytes. For complex elements,
    /// 1.
    int vector = 0;
    int work = 4;       ///< such groups of elements per work-item in a step: 1 to 16
    int items = 256;    ///< work-items of a work-group: a power of two, 1 to 1024
    int groups = 1024;  ///< maximum number of work-groups: one per step of the vector is enough

    friend bool operator==(const VectorBlocking&, const VectorBlocking&) = default;
};

/// Returns the blocking for a device about which only the kind is known.
VectorBlocking default_blocking(VectorOperation operation, ElementType type, bool is_gpu);

/// The parameters that identify an instruction on vectors. Different parameters may give sums with different
/// bits.
struct VectorParameters {
    VectorOperation operation = VectorOperation::copy;  ///< what it computes
    ElementType type = ElementType::f64;                ///< f32, f64, c32 or c64
    VectorCoefficient coefficient =
        VectorCoefficient::number;  ///< number for all operations without coefficients
    VectorBlocking blocking{};      ///< how it divides the work

    friend bool operator==(const VectorParameters&, const VectorParameters&) = default;
};

/// Returns the name: "vector_axpy_f64_v2_w4_i256_g1024"; "vector_axpy_f64_a_..." (element) and
/// "vector_axpy_f64_q_..." (quotient).
std::string name(const VectorParameters& parameters);
/// Returns the parameters that have this name, or no value if the text is not the name of an instruction that
/// hg can make.
std::optional<VectorParameters> parse_vector(std::string_view name);

/// Returns the number of elements that a work-group takes in a step.
std::int64_t chunk_of(const VectorParameters& parameters) noexcept;
/// Returns the number of work-groups for n elements, which is the number of rows of `sums`.
std::int64_t groups_of(const VectorParameters& parameters, std::int64_t n) noexcept;
/// Returns true if one work-group should do a whole reduction of n elements, with parameters.blocking.groups
/// = 1, which saves a launch.
bool one_group_is_enough(const VectorParameters& parameters, std::int64_t n) noexcept;
/// Returns how many numbers a work-group of a reduction leaves, which is the number of columns of `sums`.
std::int64_t sums_of(VectorOperation operation) noexcept;

/// Returns the instruction. Equal parameters return the same object. Thread-safe.
///
/// Operands, in order: x; y, if the operation has it; a and b of the coefficient; for a reduction `sums`,
/// groups_of() x sums_of() numbers of result_type() (for iamax, positions), from which vector_total() makes
/// the result. If parameters.blocking.groups is 1, `sums` is the 1 x 1 result itself. Scalars, in order:
/// alpha, or c and s; `reversed` (i32), if there is y.
///
/// Sums have the same bits for the same n and the same parameters, whatever the strides and the device,
/// including the host. Square roots and quotients of f32 are the device's own.
///
/// Throws Error{invalid_argument} if the parameters do not fit together.
InstructionPtr vector_kernel(const VectorParameters& parameters);

/// Returns the instruction that makes the result from what a reduction's work-groups left, by one work-group
/// of `items` work-items. Operands: `sums` and result; for iamax x, `sums` and result. Named
/// "vector_dot_total_f64_i256". For complex elements, dotc has the same instruction as dot, and asum and nrm2
/// have those of real elements. Throws Error{invalid_argument} if the operation is not a reduction, or if
/// `items` is out of range.
InstructionPtr vector_total(VectorOperation operation, ElementType type, int items);

/// Returns the vector_kernel() or vector_total() of this name, or null if there is none.
InstructionPtr find_vector(std::string_view name);
/// Returns the names of all instructions with default parameters.
std::vector<std::string> vector_names();

}  // namespace hg::kernels
