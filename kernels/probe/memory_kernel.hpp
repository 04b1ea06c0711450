#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <hg/runtime/program/instruction.hpp>

namespace hg::kernels {

/// What a kernel does with vectors A, B and C of n elements. The names are BabelStream's if it has the
/// operation; its "mul" is scale here.
enum class MemoryOperation : std::uint8_t {
    read,      ///< sum of A
    set,       ///< C := s
    copy,      ///< C := A
    scale,     ///< C := s A
    add,       ///< C := A + B
    triad,     ///< C := A + s B
    strided,   ///< sum of A, 32 elements apart
    gathered,  ///< sum of A, in an order without a pattern
    shared     ///< sum of A by each work-group, several times: caches serve it as far as they hold A
};

inline constexpr MemoryOperation kMemoryOperations[] = {
    MemoryOperation::read,    MemoryOperation::set,      MemoryOperation::copy,
    MemoryOperation::scale,   MemoryOperation::add,      MemoryOperation::triad,
    MemoryOperation::strided, MemoryOperation::gathered, MemoryOperation::shared};

std::string_view name(MemoryOperation operation) noexcept;
/// True if the operation sums A; else it writes C.
bool is_sum(MemoryOperation operation) noexcept;
/// Vectors of n elements that the operation has: 1 to 3.
int vectors_of(MemoryOperation operation) noexcept;

/// A kernel of the operation. Defaults suit GPUs.
struct MemoryKernel {
    MemoryOperation operation = MemoryOperation::copy;
    ElementType type = ElementType::f64;
    int vector = 2;     ///< elements moved at once: 1, 2, 4, 8, 16; 1 for strided and gathered
    int unroll = 4;     ///< such pieces of a work-item in a step: 1 to 16
    int items = 256;    ///< work-items of a work-group: a power of two, 1 to 1024
    int groups = 1024;  ///< work-groups, at most: one a step of the vector is enough

    friend bool operator==(const MemoryKernel&, const MemoryKernel&) = default;
};

/// "memory_copy_f64_v2_u4_i256_g1024"
std::string name(const MemoryKernel& kernel);

/// Elements that a work-group takes in a step.
std::int64_t chunk_of(const MemoryKernel& kernel) noexcept;
/// Work-groups that the kernel has for n elements.
std::int64_t groups_of(const MemoryKernel& kernel, std::int64_t n) noexcept;
/// Elements of each vector that count: n; for strided and gathered the largest power of two up to n.
std::int64_t elements_used(MemoryOperation operation, std::int64_t n) noexcept;

/// The instruction. Vectors are registers of any shape with ld = rows.
///
/// Operands, by operation: A and sums (i32, groups_of() x 1 or more); A and C; A, B and C; C alone for set.
/// Scalars: s of the type for set, scale and triad; sweeps (i32) for shared.
///
/// Elements that are summed must be whole numbers, and sums are modulo 2^32. Throws Error{invalid_argument} for
/// parameters out of range.
InstructionPtr memory_kernel(const MemoryKernel& kernel);

}  // namespace hg::kernels
