#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <hg/runtime/program/instruction.hpp>

namespace hg {

/// What peak kernels compute with: vectors take the first four, matrix units all but f32 and i32.
enum class PeakType : std::uint8_t { f16, f32, f64, i32, bf16, tf32, i8 };
inline constexpr PeakType kVectorPeaks[] = {PeakType::f16, PeakType::f32, PeakType::f64, PeakType::i32};
inline constexpr PeakType kMatrixPeaks[] = {PeakType::f64, PeakType::f16, PeakType::bf16, PeakType::tf32,
                                            PeakType::i8};
constexpr std::string_view name(PeakType type) noexcept {
    constexpr std::string_view kNames[]{"f16", "f32", "f64", "i32", "bf16", "tf32", "i8"};
    return kNames[static_cast<std::size_t>(type)];
}

/// A kernel of multiply-adds that do not wait for each other: on vectors, or by the matrix units of NVIDIA
/// devices of compute capability 8.0 and up.
struct PeakKernel {
    PeakType type = PeakType::f32;
    int vector = 4;    ///< numbers of a vector: 1, 2, 4, 8, 16; 0: matrix units
    int chains = 4;    ///< vectors of a work-item, or tiles of C of a warp: 1 to 16
    int items = 256;   ///< work-items of a work-group: 1 to 1024; for matrix units a multiple of 32
    int groups = 132;  ///< work-groups
    bool ptx =
        false;  ///< vectors of f16 alone: by NVIDIA's instructions, two numbers at once; vector is even
    bool narrow = false;  ///< matrix units, f64 alone: the smaller tile, for compute capabilities below 9.0

    [[nodiscard]] std::int64_t work_items() const noexcept { return std::int64_t{items} * groups; }
    /// Of scalars that are factors and addends.
    [[nodiscard]] ElementType scalar() const noexcept;
    /// Operations, two a multiply-add, of so many rounds.
    [[nodiscard]] double operations(std::int64_t rounds) const noexcept;
    /// What a work-item's result must be after them: for vectors it depends on the item alone, for matrix
    /// units on the rounds.
    [[nodiscard]] std::int32_t result(std::int64_t item, std::int64_t rounds) const noexcept;
    /// The instruction's scalars for so many rounds.
    [[nodiscard]] std::vector<ScalarValue> scalars(std::int64_t rounds) const;
};

/// "peak_fma_f32_v4_c4_i256_g132", "peak_matrix_f16_c8_i256_g132"
std::string name(const PeakKernel& kernel);

/// Operand result (i32, items * groups x 1 or more). Scalars of vectors: rounds (i32), factor -1 and addend 8
/// (the type's; f32 for f16), which the compiler must not know; of matrix units: rounds, at most 2^16, and
/// one (i32), which is 1. Throws Error{invalid_argument} for parameters out of range.
InstructionPtr peak_kernel(const PeakKernel& kernel);

/// Barriers over `groups` work-groups of `items` work-items, which a device must run at once. Operands
/// counter (i32, 1 x 1, zero), values and result (i32, groups x 1); scalar rounds. result[g] is (g + 1) mod
/// groups + 1.
InstructionPtr group_barrier(int groups, int items);

}  // namespace hg
