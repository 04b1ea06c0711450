#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include <hg/runtime/program/instruction.hpp>

namespace hg {

/// What a kernel does with vectors A, B and C of n elements, or with memory on the chip. The names are
/// BabelStream's if it has the operation; its "mul" is scale here.
enum class MemoryOperation : std::uint8_t {
    read,           ///< sum of A
    set,            ///< C := s
    copy,           ///< C := A
    scale,          ///< C := s A
    add,            ///< C := A + B
    triad,          ///< C := A + s B
    strided,        ///< sum of A, 32 elements apart
    gathered,       ///< sum of A, in an order without a pattern
    shared,         ///< sum of A by each work-group, several times: caches serve it as far as they hold A
    local,          ///< sum of what lies in local memory
    private_memory  ///< sum of what lies in private memory that no register can hold
};

/// All that is to be known of an operation.
struct MemoryOperationTraits {
    std::string_view name;
    int vectors = 0;             ///< of n elements; 0: it has memory on the chip alone
    int number = 0;              ///< in its source: PATTERN, OPERATION or PRIVATE
    bool sums = false;           ///< its result is sums; else C
    bool takes_s = false;        ///< its scalar is s
    double p = 0, q = 0, r = 0;  ///< C is p + q A + r B, for s = kMeasuredFactor
    bool is_permuted = false;    ///< reads a power of two of elements, one by one
};

/// s of kernels that are measured.
inline constexpr double kMeasuredFactor = 3;

/// In the order of MemoryOperation.
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

/// All operations, in their order.
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

/// A kernel of the operation. Defaults suit GPUs.
struct MemoryKernel {
    MemoryOperation operation = MemoryOperation::copy;
    ElementType type = ElementType::f64;
    int vector =
        2;  ///< elements moved at once: 1, 2, 4, 8, 16; 1 for strided and gathered; 2 or 4 on the chip
    int unroll = 4;     ///< such pieces of a work-item in a step: 1 to 16, on the chip to 8
    int items = 256;    ///< work-items of a work-group: a power of two, 1 to 1024, on the chip from 32
    int groups = 1024;  ///< work-groups, at most: one a step of the vector is enough
};

/// "memory_copy_f64_v2_u4_i256_g1024"
std::string name(const MemoryKernel& kernel);

/// Elements that a work-group takes in a step.
constexpr std::int64_t chunk_of(const MemoryKernel& k) noexcept {
    return std::int64_t{k.vector} * k.unroll * k.items;
}
/// Work-groups that the kernel has for n elements.
std::int64_t groups_of(const MemoryKernel& kernel, std::int64_t n) noexcept;
/// Elements of each vector that count: n; for strided and gathered the largest power of two up to n.
std::int64_t elements_used(MemoryOperation operation, std::int64_t n) noexcept;

/// What a work-item's sum of memory on the chip must be after so many steps.
std::int32_t on_chip_sum(const MemoryKernel& kernel, std::int64_t item, std::int64_t steps) noexcept;

/// The instruction. Vectors are registers of any shape with ld = rows.
///
/// Operands, by operation: A and sums (i32, groups_of() x 1 or more); A and C; A, B and C; C alone for set;
/// sums alone on the chip (items * groups x 1 or more). Scalars: s of the type for set, scale and triad;
/// sweeps (i32) for shared; steps and stride (i32) on the chip, the latter 1: the compiler must not know it.
///
/// Elements that are summed must be whole numbers, and sums are modulo 2^32. Throws Error{invalid_argument}
/// for parameters out of range.
InstructionPtr memory_kernel(const MemoryKernel& kernel);

}  // namespace hg
