#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "blas/level3/triangle/triangle_shape.hpp"
#include <hg/lapack/substitution_problem.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// One of the two substitutions: X := op(T)^-1 X with a triangle T of the factored matrix. The first goes
/// from the first block column to the last, the second back.
struct Substitution {
    Uplo uplo = Uplo::lower;
    Op op = Op::none;
    Diag diag = Diag::non_unit;
};

/// Both, in their order.
std::array<Substitution, 2> substitutions_of(const SubstitutionProblem& problem) noexcept;

/// What devices keep for the second substitution.
enum class ResidentFactors : char {
    triangle,   ///< all block columns: both substitutions are with one triangle
    diagonals,  ///< the blocks on the diagonal
    nothing
};

/// How a substitution is divided: A is cut into block columns, which are dealt out to the devices in turn.
/// Their width does not depend on the devices, so that the bits of results do not.
struct SubstitutionLayout {
    std::int64_t n = 0;
    std::int64_t block = 0;  ///< columns of a block column
    std::vector<DeviceIndex> devices;
    ResidentFactors kept = ResidentFactors::nothing;

    [[nodiscard]] std::size_t blocks() const noexcept {
        return static_cast<std::size_t>((n + block - 1) / block);
    }
    /// Columns of block column k, which are also the rows of its block on the diagonal.
    [[nodiscard]] Span columns_of(std::size_t k) const noexcept {
        const std::int64_t first = static_cast<std::int64_t>(k) * block;
        return {first, std::min(n, first + block)};
    }
    /// Rows of a triangle in block column k, above or below the block on the diagonal.
    [[nodiscard]] Span rest_of(Uplo uplo, std::size_t k) const noexcept {
        return uplo == Uplo::lower ? Span{columns_of(k).end, n} : Span{0, columns_of(k).begin};
    }
    [[nodiscard]] DeviceIndex device_of(std::size_t k) const noexcept { return devices[k % devices.size()]; }
};

/// The layout for all devices of a target that compute in the type. Throws Error{device_failed} if there is
/// none.
SubstitutionLayout substitution_layout(const SubstitutionProblem& problem, const Target& target);

/// Lets a layout take less memory: devices keep less, and at last block columns are narrower. False if it
/// cannot.
bool take_less_memory(SubstitutionLayout& layout);

}  // namespace hg
