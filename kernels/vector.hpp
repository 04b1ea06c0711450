#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hg/runtime/program/instruction.hpp>

/// Instructions on vectors: level 1 of BLAS on registers.
///
/// A vector of n elements is a register of n x 1, or of 1 x n: then its elements lie `ld` apart, and `ld` is BLAS's
/// increment. The scalar `reversed` stands for increments of different signs: if it is 1, x(i) meets y(n - 1 - i).
namespace hg::kernels {

/// What an instruction computes, with vectors x and y of n elements, real or complex, and numbers p and q.
enum class VectorOperation : std::uint8_t {
    copy,  ///< y := x
    swap,  ///< x, y := y, x
    scal,  ///< x := p x
    axpy,  ///< y := p x + y; nothing if p is 0, whatever x holds
    rot,   ///< x, y := p x + q y, p y - q x; p and q are real
    dot,   ///< result := sum of x(i) y(i)
    asum,  ///< result := sum of |x(i)|, of complex x(i) the sum of both parts' magnitudes; a real number
    nrm2,  ///< result := square root of the sum of |x(i)|^2, without overflow or underflow on the way; a real number
    iamax,  ///< result (i32) := the first i, from 0, of largest |x(i)|, as asum has it; of NaN only x(0) counts, as largest
    real_scal,  ///< x := p x; x is complex, p is real
    dotc        ///< result := sum of conj(x(i)) y(i) of complex vectors
};

/// Those of real vectors, in the order of the enumeration.
inline constexpr VectorOperation kVectorOperations[] = {
    VectorOperation::copy, VectorOperation::swap, VectorOperation::scal,
    VectorOperation::axpy, VectorOperation::rot,  VectorOperation::dot,
    VectorOperation::asum, VectorOperation::nrm2, VectorOperation::iamax};

/// Those of complex vectors, which are all, likewise.
inline constexpr VectorOperation kComplexVectorOperations[] = {
    VectorOperation::copy,  VectorOperation::swap,      VectorOperation::scal, VectorOperation::axpy,
    VectorOperation::rot,   VectorOperation::dot,       VectorOperation::asum, VectorOperation::nrm2,
    VectorOperation::iamax, VectorOperation::real_scal, VectorOperation::dotc};

/// "copy", "swap", ...
std::string_view name(VectorOperation operation) noexcept;
/// True for dot, dotc, asum, nrm2 and iamax: they have a result beside the vectors.
bool is_reduction(VectorOperation operation) noexcept;
/// Vectors of the operation: 1 or 2.
int vectors_of(VectorOperation operation) noexcept;
/// Of the operation's result if vectors have elements of `type`: i32 for iamax, real for asum and nrm2.
ElementType result_type(VectorOperation operation, ElementType type) noexcept;
/// Of its coefficients likewise: real for rot and real_scal.
ElementType coefficient_type(VectorOperation operation, ElementType type) noexcept;

/// Where the numbers of scal, real_scal, axpy and rot come from.
enum class VectorCoefficient : std::uint8_t {
    number,   ///< scalars alone: p = alpha; for rot p = c and q = s
    element,  ///< scalars times registers of 1 x 1: p = alpha a; for rot p = c a and q = s b
    quotient  ///< p = alpha a / b; not for rot
};

/// How a kernel divides its work. Defaults suit GPUs.
struct VectorBlocking {
    /// Elements moved at once: 1, 2, 4, 8 or 16, at most 64 bytes; 0 takes 16 bytes. Of complex elements 1.
    int vector = 0;
    int work = 4;       ///< such pieces of a work-item in a step: 1 to 16
    int items = 256;    ///< work-items of a work-group: a power of two, 1 to 1024
    int groups = 1024;  ///< work-groups, at most: one a step of the vector is enough

    friend bool operator==(const VectorBlocking&, const VectorBlocking&) = default;
};

/// The blocking for a device of which nothing but its kind is known.
VectorBlocking default_blocking(VectorOperation operation, ElementType type, bool is_gpu);

/// Everything that names an instruction on vectors. Parameters that differ may give sums other bits.
struct VectorParameters {
    VectorOperation operation = VectorOperation::copy;  ///< what it computes
    ElementType type = ElementType::f64;                ///< f32, f64, c32 or c64
    VectorCoefficient coefficient =
        VectorCoefficient::number;  ///< number for all but those that have coefficients
    VectorBlocking blocking{};      ///< how it divides the work

    friend bool operator==(const VectorParameters&, const VectorParameters&) = default;
};

/// "vector_axpy_f64_v2_w4_i256_g1024"; "vector_axpy_f64_a_..." (element) and "vector_axpy_f64_q_..." (quotient).
std::string name(const VectorParameters& parameters);
/// The parameters that have this name; none if the text is not the name of an instruction that can be made.
std::optional<VectorParameters> parse_vector(std::string_view name);

/// Elements that a work-group takes in a step.
std::int64_t chunk_of(const VectorParameters& parameters) noexcept;
/// Work-groups for n elements: rows of `sums`.
std::int64_t groups_of(const VectorParameters& parameters, std::int64_t n) noexcept;
/// True if one work-group does a whole reduction of n elements, with parameters.blocking.groups = 1: that saves a launch.
bool one_group_is_enough(const VectorParameters& parameters, std::int64_t n) noexcept;
/// Numbers that a work-group of a reduction leaves: columns of `sums`.
std::int64_t sums_of(VectorOperation operation) noexcept;

/// The instruction. Equal parameters give the same object. Thread-safe.
///
/// Operands, in order: x; y, if the operation has it; a and b of the coefficient; for a reduction `sums`, of
/// groups_of() x sums_of() numbers of result_type() (for iamax places), which vector_total() makes the result. If
/// parameters.blocking.groups is 1, `sums` is the result itself, of 1 x 1.
/// Scalars, in order: alpha, or c and s; `reversed` (i32), if there is y.
///
/// Sums have the same bits for the same n and the same parameters, whatever the strides and the device, the host
/// too. Square roots and quotients of f32 are the device's own.
///
/// Throws Error{invalid_argument} for parameters that do not fit.
InstructionPtr vector_kernel(const VectorParameters& parameters);

/// The result of what a reduction's work-groups left, by one work-group of `items` work-items. Operands: `sums` and
/// result; for iamax x, `sums` and result. Named "vector_dot_total_f64_i256". Of complex elements, dotc has the same as dot,
/// and asum and nrm2 have those of real ones.
/// Throws Error{invalid_argument} for an operation that is no reduction, and for items out of range.
InstructionPtr vector_total(VectorOperation operation, ElementType type, int items);

/// The vector_kernel() or vector_total() of this name; null if there is none.
InstructionPtr find_vector(std::string_view name);
/// The names of all with default parameters.
std::vector<std::string> vector_names();

}  // namespace hg::kernels
