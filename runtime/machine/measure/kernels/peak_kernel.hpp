#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <hg/runtime/program/instruction.hpp>

namespace hg {

enum class PeakType : std::uint8_t { f16, f32, f64, i32 };
inline constexpr PeakType kPeakTypes[] = {PeakType::f16, PeakType::f32, PeakType::f64, PeakType::i32};
constexpr std::string_view name(PeakType type) noexcept {
    constexpr std::string_view kNames[]{"f16", "f32", "f64", "i32"};
    return kNames[static_cast<std::size_t>(type)];
}

/// A kernel of multiply-adds that do not wait for each other.
struct PeakKernel {
    PeakType type = PeakType::f32;
    int vector = 4;    ///< numbers of a vector: 1, 2, 4, 8, 16
    int chains = 4;    ///< vectors of a work-item: 1 to 16
    int items = 256;   ///< work-items of a work-group: 1 to 1024
    int groups = 132;  ///< work-groups
    bool ptx = false;  ///< f16 alone: by NVIDIA's instructions, two numbers at once; vector is even

    [[nodiscard]] std::int64_t work_items() const noexcept { return std::int64_t{items} * groups; }
    /// Of factor and addend.
    [[nodiscard]] ElementType scalar() const noexcept;
    /// Operations, two a multiply-add, of so many rounds.
    [[nodiscard]] double operations(std::int64_t rounds) const noexcept;
    /// What a work-item's result must be, after any rounds.
    [[nodiscard]] std::int32_t result(std::int64_t item) const noexcept;
};

/// "peak_fma_f32_v4_c4_i256_g132"
std::string name(const PeakKernel& kernel);
/// Operand result (i32, items * groups x 1 or more); scalars rounds (i32), factor -1 and addend 8 (the type's; f32
/// for f16), which the compiler must not know. Throws Error{invalid_argument} for parameters out of range.
InstructionPtr peak_arithmetic(const PeakKernel& kernel);

enum class MatrixFormat : std::uint8_t { f64, f16, bf16, tf32, i8 };
inline constexpr MatrixFormat kMatrixFormats[] = {MatrixFormat::f64, MatrixFormat::f16, MatrixFormat::bf16,
                                                  MatrixFormat::tf32, MatrixFormat::i8};
constexpr std::string_view name(MatrixFormat format) noexcept {
    constexpr std::string_view kNames[]{"f64", "f16", "bf16", "tf32", "i8"};
    return kNames[static_cast<std::size_t>(format)];
}

/// A kernel of products by the matrix units of NVIDIA devices of compute capability 8.0 and up.
struct MatrixPeak {
    MatrixFormat format = MatrixFormat::f16;
    int chains = 8;    ///< tiles of C of a warp: 1 to 16
    int items = 256;   ///< work-items of a work-group: a multiple of 32, up to 1024
    int groups = 132;  ///< work-groups
    bool wide = true;  ///< f64 alone: the larger tile, from compute capability 9.0 on

    [[nodiscard]] std::int64_t work_items() const noexcept { return std::int64_t{items} * groups; }
    [[nodiscard]] double operations(std::int64_t rounds) const noexcept;
    /// What each work-item's result must be.
    [[nodiscard]] std::int32_t result(std::int64_t rounds) const noexcept;
};

/// "peak_matrix_f16_c8_i256_g132"
std::string name(const MatrixPeak& kernel);
/// Operand result (i32, items * groups x 1 or more); scalars rounds and one (i32), the latter 1. rounds is at most 2^16. Throws
/// Error{invalid_argument} for parameters out of range.
InstructionPtr peak_matrix(const MatrixPeak& kernel);

/// Barriers over `groups` work-groups of `items` work-items, which a device must run at once. Operands counter (i32,
/// 1 x 1, zero), values and result (i32, groups x 1); scalar rounds. result[g] is (g + 1) mod groups + 1.
InstructionPtr group_barrier(int groups, int items);

}  // namespace hg
