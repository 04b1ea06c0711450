#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <hg/kernels/gemm_parameters.hpp>
#include <hg/runtime/program/instruction.hpp>

namespace hg::kernels {

/// One of GemmParameters' numbers: the word for it, the letter that begins it in names (none for the
/// blocking), and the macro by which kernels see it.
struct GemmField {
    int GemmParameters::*value;
    std::string_view word;
    char letter;
    std::string_view macro;
};

/// All of them, in the order of names.
const std::array<GemmField, 12>& gemm_fields() noexcept;

/// What makes a family of GEMM kernels: its source is gemm_<word>.cl, its kernel gemm_<word>. The functions
/// but `fill` take parameters that it has filled.
struct GemmFamilyRules {
    std::string_view word;
    std::span<int GemmParameters::*const> used;   ///< the fields that its source reads
    void (*fill)(GemmParameters&);                ///< replaces zeros by defaults
    std::string (*fault)(const GemmParameters&);  ///< what the source cannot be compiled with; empty: nothing
    std::int64_t (*local_elements)(const GemmParameters&);  ///< elements of A and B in local memory
    int items_per_block = 1;       ///< work-items that share a block of work_m x work_n: 1, or a warp
    bool one_dimensional = false;  ///< launched along one dimension; the kernel maps groups to tiles itself
    std::string_view before = "gemm_common.cl";  ///< the source that stands before its own; empty: none
    int nvidia_capability = 0;                   ///< least 10 major + minor; 0: any device
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
