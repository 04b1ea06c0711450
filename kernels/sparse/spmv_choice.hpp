#pragma once

#include <cstdint>
#include <vector>

#include <hg/kernels/spmv.hpp>
#include <hg/runtime/program/element.hpp>

/// Which kernel multiplies a sparse matrix, by figures of its structure.
namespace hg::kernels {

/// The figures. The length of a row is the number of its elements.
struct SpmvFigures {
    std::int64_t rows = 0;      ///< of the matrix, or of a device's share of it
    std::int64_t elements = 0;  ///< that are kept
    std::int64_t longest = 0;   ///< length of the longest row
    double variance = 0;        ///< of the lengths about their mean
    /// Rows whose length has as many bits as the place; none if it is not known.
    std::vector<std::int64_t> histogram{};
    /// Sectors of x that slices of neighbouring rows read, for each element: next to 0 for a stencil, 1 if columns are scattered.
    double scatter = 0;
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
    std::int64_t width = 0;  ///< most places of a row of sell, coo has the others; 0: all are in sell

    friend bool operator==(const SpmvChoice&, const SpmvChoice&) = default;
};

/// Columns of a matrix with this SpmvFigures::scatter are not near each other.
constexpr bool is_scattered(double scatter) noexcept {
    return scatter > 0.5;
}

/// Rows of a window that sell orders by length, SpmvChoice::sorted, if rows have `width` places at most (0: any number): 1 if slices of
/// neighbouring rows have few empty places. Else 1024, for neighbours to stay near each other, or 2^19 if columns are scattered
/// anyway. A pure function.
std::int64_t spmv_sorted(const SpmvFigures& figures, std::int64_t width = 0) noexcept;

/// The most places of a row of sell with which it moves the fewest bytes, together with a coo of what is beyond; 0 if all is best in
/// sell. A pure function.
std::int64_t spmv_width(const SpmvFigures& figures, const SpmvUse& use) noexcept;

/// The blocking of a kernel for a matrix of these figures. A pure function.
SpmvBlocking default_spmv_blocking(SpmvKernel kernel, const SpmvFigures& figures,
                                   const SpmvUse& use) noexcept;

/// The kernel for a matrix of these figures. A pure function.
///
/// On CPUs it is csr_merge if a row is longer than 4096 elements and 1/16 of all, or else csr_rows. On GPUs it is the one that is
/// estimated to move the fewest bytes, see spmv_estimate.hpp: csr_rows, csr_merge, or sell, if need be with a coo of what long rows
/// have too much.
SpmvChoice choose_spmv(const SpmvFigures& figures, const SpmvUse& use) noexcept;

}  // namespace hg::kernels
