#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/family/fields.hpp"
#include <hg/kernels/gemm_parameters.hpp>
#include <hg/runtime/program/instruction.hpp>

namespace hg::kernels {

/// GemmParameters' numbers, in the order of names. Those of the blocking have no letter, and what the tuner
/// tries stands in gemm_axes(), by families.
using GemmField = Field<GemmParameters>;
inline constexpr Limits kGemmLimits = whole_numbers(0, 1024);
inline constexpr auto kGemmFields = std::to_array<GemmField>({
    {&GemmParameters::tile_m, "tile_m", "_", kGemmLimits},
    {&GemmParameters::tile_n, "tile_n", "x", kGemmLimits},
    {&GemmParameters::tile_k, "tile_k", "x", kGemmLimits},
    {&GemmParameters::work_m, "work_m", "_", kGemmLimits},
    {&GemmParameters::work_n, "work_n", "x", kGemmLimits},
    {&GemmParameters::vector, "vector", "_v", kGemmLimits},
    {&GemmParameters::padding, "padding", "_p", kGemmLimits},
    {&GemmParameters::transpose_local, "transpose_local", "_t", kGemmLimits},
    {&GemmParameters::unroll, "unroll", "_u", kGemmLimits},
    {&GemmParameters::stages, "stages", "_s", kGemmLimits},
    {&GemmParameters::order, "order", "_o", kGemmLimits},
    {&GemmParameters::variant, "variant", "_x", kGemmLimits},
});
/// Whether names have a letter for a number.
constexpr bool has_letter(const GemmField& field) noexcept {
    return field.mark.size() > 1;
}

/// What makes a family of GEMM kernels: its source is gemm_<word>.cl, its kernel gemm_<word>. The functions
/// but `fill` take parameters that it has filled.
struct GemmFamilyRules {
    std::string_view word;
    std::span<int GemmParameters::*const> used;   ///< the fields that its source reads
    void (*fill)(GemmParameters&);                ///< replaces zeros by defaults
    std::string (*fault)(const GemmParameters&);  ///< what the source cannot be compiled with; empty: nothing
    std::int64_t (*local_elements)(const GemmParameters&);  ///< elements of A and B in local memory
    int items_per_block = 1;       ///< work-items that share a block of work_m x work_n: 1, a warp or a wave
    bool one_dimensional = false;  ///< launched along one dimension; the kernel maps groups to tiles itself
    std::string_view before = "gemm_common.cl";  ///< the source that stands before its own; empty: none
    int nvidia_capability = 0;                   ///< least 10 major + minor; 0: any device
    std::string_view architectures{};            ///< as in KernelNeeds
};

const GemmFamilyRules& rules_of(GemmFamily family) noexcept;

/// Whether a family's source reads a field.
bool uses(GemmFamily family, int GemmParameters::*field) noexcept;

/// Whether vectors run along k, not along m.
bool vectors_along_k(const GemmParameters& p) noexcept;

/// Work-items in a work-group; 1 if the driver chooses.
std::int64_t work_items(const GemmParameters& filled) noexcept;

/// Bytes of static local memory.
std::int64_t local_bytes(const GemmParameters& filled) noexcept;

/// What a device must have to run the kernel.
KernelNeeds needs_of(const GemmParameters& filled) noexcept;

}  // namespace hg::kernels
