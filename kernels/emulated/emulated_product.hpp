#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "kernels/emulated/moduli.hpp"
#include "kernels/family/fields.hpp"
#include <hg/runtime/program/instruction.hpp>

namespace hg::kernels {

/// What multiplies residues.
enum class IntegerUnits : std::uint8_t {
    none,  ///< OpenCL C, on any device
    mma,   ///< NVIDIA's mma.sync, from compute capability 8.0 on
    wgmma  ///< Hopper's wgmma, compute capability 9.0
};

/// How residues are multiplied on a device.
struct EmulatedProduct {
    int moduli = 0;  ///< kLeastModuli to kMostModuli
    IntegerUnits units = IntegerUnits::none;
    int groups = 0;  ///< with units: work-groups, as many as run at once
    int stages = 0;  ///< with units: pieces of 128 along k in local memory
    int work = 0;    ///< without: a work-item computes work x work elements; 2, 4 or 8

    /// The default one for a device of which nothing was measured.
    static EmulatedProduct on(const DeviceTraits& device, int moduli);
    /// Integer operations a second, with units.
    [[nodiscard]] double rate() const noexcept;
    /// Such as "emulated_product_wgmma_n14_g132_s4", or "emulated_product_n14_w4".
    [[nodiscard]] std::string name() const;
    /// Whether there is such an instruction.
    [[nodiscard]] bool is_possible() const;
    /// Whether a device has the units and the local memory.
    [[nodiscard]] bool runs_on(const DeviceTraits& device) const noexcept;

    friend bool operator==(const EmulatedProduct&, const EmulatedProduct&) = default;
};

constexpr bool has_units(const EmulatedProduct& p) noexcept {
    return p.units != IntegerUnits::none;
}
constexpr bool has_work(const EmulatedProduct& p) noexcept {
    return !has_units(p);
}

/// Its numbers, in the order of names.
inline constexpr auto kEmulatedFields = std::to_array<Field<EmulatedProduct>>({
    {&EmulatedProduct::moduli, "moduli", "_n", whole_numbers(kLeastModuli, kMostModuli)},
    {&EmulatedProduct::work, "work", "_w", powers_of_two(2, 8), {}, {}, has_work},
    {&EmulatedProduct::groups, "groups", "_g", whole_numbers(1), {}, {}, has_units},
    {&EmulatedProduct::stages, "stages", "_s", whole_numbers(2, 4), {}, {}, has_units},
});

/// The residues of op(A) op(B). Operands A, B, A_refused, B_refused (read), U, refused (written): residues of
/// op(A) and op(B) of one depth of at most kDeepestEmulated, those of the product, and whether A or B is
/// refused. Scalar triangle, i32: 0; or 1 or 2 if only the lower or upper triangle is wanted. Throws
/// Error{invalid_argument} if parameters are out of range.
InstructionPtr emulated_product(const EmulatedProduct& product);

/// What a name says, if there is such an instruction.
std::optional<EmulatedProduct> parse_emulated_product(std::string_view name);

/// The instruction of this name; null if there is none.
InstructionPtr find_emulated_product(std::string_view name);

}  // namespace hg::kernels
