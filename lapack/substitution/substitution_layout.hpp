#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <hg/lapack/substitution_program.hpp>
#include <hg/runtime/program/location.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// What devices keep for the second substitution.
enum class ResidentFactors : char {
    triangle,   ///< all block columns: both substitutions are with one triangle
    diagonals,  ///< the blocks on the diagonal
    nothing
};

/// How a substitution is divided: A is cut into block columns, which are distributed among the devices in
/// turn. Their width does not depend on the devices, so that the bits of results do not.
struct SubstitutionLayout {
    std::int64_t n = 0;
    std::int64_t block = 0;  ///< columns of a block column
    std::vector<DeviceIndex> devices;
    ResidentFactors kept = ResidentFactors::nothing;

    /// Of the block column that begins with this column.
    [[nodiscard]] DeviceIndex device_of(std::int64_t column) const noexcept {
        return devices[static_cast<std::size_t>(column / block) % devices.size()];
    }
};

/// The layout for all devices of a target that compute in the type. Throws Error{device_failed} if there is
/// none.
SubstitutionLayout substitution_layout(const SubstitutionProblem& problem, const Target& target);

/// Lets a layout take less memory: devices keep less, and at last block columns are narrower. False if it
/// cannot.
bool take_less_memory(SubstitutionLayout& layout);

/// substitution_program() with a layout. Throws Error{out_of_memory} if it does not fit the devices.
Program substitution_program(const SubstitutionProblem& problem, const SubstitutionLayout& layout,
                             const Target& target, const kernels::Database& database);

}  // namespace hg
