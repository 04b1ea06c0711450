#pragma once

#include <cstdint>
#include <string_view>

#include <hg/runtime/program/instruction.hpp>

namespace hg::kernels {

enum class OnChipSpace : std::uint8_t { local, private_memory };

std::string_view name(OnChipSpace space) noexcept;  ///< "local", "private"

/// A kernel that reads local memory, or private memory that no register can hold, again and again.
struct OnChipKernel {
    OnChipSpace space = OnChipSpace::local;
    ElementType type = ElementType::f64;
    int vector = 2;    ///< elements read at once: 2 or 4
    int unroll = 4;    ///< such pieces of a work-item in a step: 1 to 8
    int items = 256;   ///< work-items of a work-group: a power of two, 32 to 1024
    int groups = 132;  ///< work-groups

    /// Bytes that it reads in so many steps.
    [[nodiscard]] double bytes(std::int64_t steps) const noexcept;
    /// What a work-item's sum must be.
    [[nodiscard]] std::int32_t sum(std::int64_t item, std::int64_t steps) const noexcept;
};

/// "memory_local_f64_v2_u4_i256_g132"
std::string name(const OnChipKernel& kernel);

/// Operand sums (i32, items * groups x 1 or more); scalars steps and stride (i32), the latter 1: the compiler must not know
/// it. Throws Error{invalid_argument} for parameters out of range.
InstructionPtr on_chip_memory(const OnChipKernel& kernel);

}  // namespace hg::kernels
