#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include <hg/runtime/program/instruction.hpp>

namespace hg {

/// The operation of a kernel on vectors A, B and C of n elements or on on-chip memory. The names are those of
/// BabelStream where it has the operation; its "mul" is scale here.
enum class MemoryOperation : std::uint8_t {
    read,           ///< sum of A
    set,            ///< C := s
    copy,           ///< C := A
    scale,          ///< C := s A
    add,            ///< C := A + B
    triad,          ///< C := A + s B
    strided,        ///< sum of A, 32 elements apart
    gathered,       ///< sum of A, in an order without a pattern
    shared,         ///< sum of A by each work-group, several times; served by caches as far as they hold A
    local,          ///< sum of the values in local memory
    private_memory  ///< sum of the values in private memory that is too large for registers
};

/// The properties of an operation.
struct MemoryOperationTraits {
    std::string_view name;
    int vectors = 0;             ///< the number of vectors of n elements; 0 for on-chip memory
    int number = 0;              ///< the value of PATTERN, OPERATION or PRIVATE in its source
    bool sums = false;           ///< the result is sums rather than C
    bool takes_s = false;        ///< the scalar is s
    double p = 0, q = 0, r = 0;  ///< C is p + q A + r B, for s = kMeasuredFactor
    bool is_permuted = false;    ///< reads a power of two elements one by one
};

/// The scalar s of kernels that are measured.
inline constexpr double kMeasuredFactor = 3;

/// Indexed by MemoryOperation.
inline constexpr std::array kMemoryTable{
    MemoryOperationTraits{.name = "read", .vectors = 1, .number = 0, .sums = true},
    MemoryOperationTraits{.name = "set", .vectors = 1, .number = 0, .takes_s = true, .p = kMeasuredFactor},
    MemoryOperationTraits{.name = "copy", .vectors = 2, .number = 1, .q = 1},
    MemoryOperationTraits{.name = "scale", .vectors = 2, .number = 2, .takes_s = true, .q = kMeasuredFactor},
    MemoryOperationTraits{.name = "add", .vectors = 3, .number = 3, .q = 1, .r = 1},
    MemoryOperationTraits{
        .name = "triad", .vectors = 3, .number = 4, .takes_s = true, .q = 1, .r = kMeasuredFactor},
    MemoryOperationTraits{.name = "strided", .vectors = 1, .number = 1, .sums = true, .is_permuted = true},
    MemoryOperationTraits{.name = "gathered", .vectors = 1, .number = 2, .sums = true, .is_permuted = true},
    MemoryOperationTraits{.name = "shared", .vectors = 1, .number = 3, .sums = true},
    MemoryOperationTraits{.name = "local", .number = 0, .sums = true},
    MemoryOperationTraits{.name = "private", .number = 1, .sums = true}};

/// All operations in order.
inline constexpr auto kMemoryOperations = [] {
    std::array<MemoryOperation, kMemoryTable.size()> all{};
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<MemoryOperation>(i);
    return all;
}();

constexpr const MemoryOperationTraits& traits_of(MemoryOperation operation) noexcept {
    return kMemoryTable[static_cast<std::size_t>(operation)];
}
constexpr std::string_view name(MemoryOperation operation) noexcept {
    return traits_of(operation).name;
}
constexpr bool is_on_chip(MemoryOperation operation) noexcept {
    return traits_of(operation).vectors == 0;
}

/// A kernel for the operation. The defaults suit GPUs.
struct MemoryKernel {
    MemoryOperation operation = MemoryOperation::copy;
    ElementType type = ElementType::f64;
    int vector =
        2;  ///< elements moved at once: 1, 2, 4, 8, 16; 1 for strided and gathered; 2 or 4 on the chip
    int unroll = 4;     ///< the pieces of a work-item in a step: 1 to 16, on the chip up to 8
    int items = 256;    ///< work-items in a work-group: a power of two, 1 to 1024, on the chip at least 32
    int groups = 1024;  ///< the most work-groups; one for each step of the vector is enough
};

/// Returns a name such as "memory_copy_f64_v2_u4_i256_g1024".
std::string name(const MemoryKernel& kernel);

/// Returns the number of elements that a work-group processes in a step.
constexpr std::int64_t chunk_of(const MemoryKernel& k) noexcept {
    return std::int64_t{k.vector} * k.unroll * k.items;
}
/// Returns the number of work-groups that the kernel has for n elements.
std::int64_t groups_of(const MemoryKernel& kernel, std::int64_t n) noexcept;
/// Returns the number of elements that the kernel uses of each vector: n, or for strided and gathered the
/// largest power of two up to n.
std::int64_t elements_used(MemoryOperation operation, std::int64_t n) noexcept;

/// Returns the expected sum of a work-item over on-chip memory after this number of steps.
std::int32_t on_chip_sum(const MemoryKernel& kernel, std::int64_t item, std::int64_t steps) noexcept;

/// Returns the instruction. Vectors are registers of any shape with ld = rows.
///
/// The operands depend on the operation: A and sums (i32, at least groups_of() x 1); A and C; A, B and C;
/// only C for set; only sums for on-chip memory (at least items * groups x 1). Scalars: s of the element type
/// for set, scale and triad; sweeps (i32) for shared; steps and stride (i32) for on-chip memory. The stride
/// is 1, which the compiler must not know.
///
/// Summed elements must be integers; sums are modulo 2^32. Throws Error{invalid_argument} for parameters out
/// of range.
InstructionPtr memory_kernel(const MemoryKernel& kernel);

}  // namespace hg
