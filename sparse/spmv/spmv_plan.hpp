#pragma once

#include <cstdint>
#include <optional>

#include "kernels/sparse/spmv_choice.hpp"
#include <hg/kernels/spmv.hpp>
#include <hg/sparse/spmv_options.hpp>

namespace hg::sparse {

/// Whether a row's sum has the same order wherever blocks of rows begin.
constexpr bool keeps_sums(SparseFormat format) noexcept {
    return format == SparseFormat::csr || format == SparseFormat::sell || format == SparseFormat::ell;
}

/// How devices hold a matrix, and by which kernel it is multiplied.
struct SpmvPlan {
    SparseFormat format = SparseFormat::csr;  ///< never automatic
    std::int64_t window = 1;                  ///< sigma of sell
    std::int64_t width = 0;                   ///< most places of a row of hybrid's first part
    int lanes = 0, slice = 0;                 ///< asked for; 0: chosen
    kernels::SpmvFigures figures{};           ///< what the rest is chosen by
    kernels::SpmvUse use{};
    std::optional<kernels::SpmvChoice> tuned{};  ///< for this matrix, if options leave all open

    /// How a kernel divides its work for products with so many vectors. What arrays depend on is the same for
    /// any number.
    [[nodiscard]] kernels::SpmvBlocking blocking(kernels::SpmvKernel kernel,
                                                 std::int64_t columns = 1) const noexcept;
    /// Whether products with so many vectors have X^T: on GPUs, if neighbouring rows do not read neighbouring
    /// elements of X anyway.
    [[nodiscard]] bool turns(std::int64_t columns) const noexcept;
};

/// The plan for a matrix of these figures. What `options` leave open is chosen by them and the kind of
/// device, so that any number of devices has the same; or it is the kernel that was tuned for the matrix, if
/// options leave all open. Throws Error{invalid_argument} if options do not fit.
SpmvPlan spmv_plan(const kernels::SpmvFigures& figures, const kernels::SpmvUse& use,
                   const SpmvOptions& options, const std::optional<kernels::SpmvChoice>& tuned = {});

}  // namespace hg::sparse
