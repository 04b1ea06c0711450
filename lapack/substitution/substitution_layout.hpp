#pragma once

#include <cstddef>
#include <cstdint>

#include "lapack/common/block_layout.hpp"
#include <hg/lapack/substitution_program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// What devices keep for the second substitution.
enum class ResidentFactors : char {
    triangle,   ///< all block columns: both substitutions are with one triangle
    diagonals,  ///< the blocks on the diagonal
    nothing
};

/// How a substitution is divided: into block columns of A, which are no narrower than a panel.
struct SubstitutionLayout : BlockLayout {
    ResidentFactors kept = ResidentFactors::nothing;

    [[nodiscard]] DeviceIndex device_of(std::int64_t column) const noexcept {
        return devices[static_cast<std::size_t>(column / block_column) % devices.size()];
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
