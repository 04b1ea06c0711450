#pragma once

#include <cstdint>

#include <hg/kernels/spmv.hpp>
#include <hg/runtime/program/element.hpp>

/// Which kernel multiplies a sparse matrix, by the figures of its rows' lengths alone.
namespace hg::kernels {

/// The figures. The length of a row is the number of its elements.
struct SpmvFigures {
    std::int64_t rows = 0;      ///< of the matrix, or of a device's share of it
    std::int64_t elements = 0;  ///< that are kept
    std::int64_t longest = 0;   ///< length of the longest row
    double variance = 0;        ///< of the lengths about their mean
};

/// The device and the product.
struct SpmvUse {
    ElementType type = ElementType::f64;  ///< of A, X and Y
    std::int64_t columns = 1;             ///< of X
    bool is_gpu = true;                   ///< the device's kind
    std::int64_t compute_units = 1;       ///< of the device
};

/// A format with its kernel.
struct SpmvChoice {
    SpmvKernel kernel = SpmvKernel::csr_rows;  ///< what to run
    SpmvBlocking blocking{};                   ///< how it divides its work
    std::int64_t sorted =
        1;  ///< rows of a window that are ordered by length for sell: a multiple of `slice`, or 1

    friend bool operator==(const SpmvChoice&, const SpmvChoice&) = default;
};

/// Rows of a window that sell orders by length, SpmvChoice::sorted, for a matrix of these figures. A pure function.
std::int64_t spmv_sorted(const SpmvFigures& figures) noexcept;

/// The blocking of a kernel for a matrix of these figures. A pure function.
SpmvBlocking default_spmv_blocking(SpmvKernel kernel, const SpmvFigures& figures,
                                   const SpmvUse& use) noexcept;

/// The kernel for a matrix of these figures. A pure function:
///
///     csr_merge   if a row is so long that others wait for it: on GPUs longer than 4096 elements and 1/4096 of all, or if lengths
///                 scatter by four times their mean; on CPUs longer than 4096 elements and 1/16 of all
///     sell        on GPUs, if lengths scatter by less than their mean, and the longest row is not longer than 8 rows of the mean;
///                 sorted within windows if they scatter by more than a tenth
///     csr_rows    otherwise, with about a quarter of the mean length as lanes on GPUs
///
/// Coo and ell are never chosen: coo makes sense for what is left of other formats, and sell does what ell does.
SpmvChoice choose_spmv(const SpmvFigures& figures, const SpmvUse& use) noexcept;

}  // namespace hg::kernels
