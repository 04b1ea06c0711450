#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <hg/runtime/program/instruction.hpp>

namespace hg {

/// The number types of peak kernels. Vectors support the first four, matrix units all except f32 and i32.
enum class PeakType : std::uint8_t { f16, f32, f64, i32, bf16, tf32, i8 };
inline constexpr PeakType kVectorPeaks[] = {PeakType::f16, PeakType::f32, PeakType::f64, PeakType::i32};
inline constexpr PeakType kMatrixPeaks[] = {PeakType::f64, PeakType::f16, PeakType::bf16, PeakType::tf32,
                                            PeakType::i8};
constexpr std::string_view name(PeakType type) noexcept {
    constexpr std::string_view kNames[]{"f16", "f32", "f64", "i32", "bf16", "tf32", "i8"};
    return kNames[static_cast<std::size_t>(type)];
}

/// A kernel of independent multiply-adds: on vectors, or on the matrix units of NVIDIA devices with compute
/// capability 8.0 or higher.
struct PeakKernel {
    PeakType type = PeakType::f32;
    int vector = 4;    ///< numbers in a vector: 1, 2, 4, 8 or 16; 0 for matrix units
    int chains = 4;    ///< vectors of a work-item or tiles of C of a warp: 1 to 16
    int items = 256;   ///< work-items in a work-group: 1 to 1024; for matrix units a multiple of 32
    int groups = 132;  ///< work-groups
    bool ptx =
        false;  ///< vectors of f16 alone: by NVIDIA's instructions, two numbers at once; vector is even
    bool narrow = false;  ///< matrix units, f64 alone: the smaller tile, for compute capabilities below 9.0

    [[nodiscard]] std::int64_t work_items() const noexcept { return std::int64_t{items} * groups; }
    /// Returns the type of the scalars that are factors and addends.
    [[nodiscard]] ElementType scalar() const noexcept;
    /// Returns the number of operations in this number of rounds; a multiply-add counts as two.
    [[nodiscard]] double operations(std::int64_t rounds) const noexcept;
    /// Returns a work-item's expected result after them. For vectors it depends only on the item, for matrix
    /// units only on the rounds.
    [[nodiscard]] std::int32_t result(std::int64_t item, std::int64_t rounds) const noexcept;
    /// Returns the instruction's scalars for this number of rounds.
    [[nodiscard]] std::vector<ScalarValue> scalars(std::int64_t rounds) const;
};

/// Returns a name such as "peak_fma_f32_v4_c4_i256_g132" or "peak_matrix_f16_c8_i256_g132".
std::string name(const PeakKernel& kernel);

/// Returns the instruction. Its operand is result (i32, at least items * groups x 1). The scalars for vectors
/// are rounds (i32), factor -1 and addend 8 (of the number type; f32 for f16), which the compiler must not
/// know; those for matrix units are rounds, at most 2^16, and one (i32), which is 1. Throws
/// Error{invalid_argument} for parameters out of range.
InstructionPtr peak_kernel(const PeakKernel& kernel);

/// Returns an instruction that executes barriers over `groups` work-groups of `items` work-items, which a
/// device must run at once. The operands are counter (i32, 1 x 1, initially zero), values and result (i32,
/// groups x 1); the scalar is rounds. result[g] becomes (g + 1) mod groups + 1.
InstructionPtr group_barrier(int groups, int items);

}  // namespace hg
