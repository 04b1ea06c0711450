#pragma once

#include <cstdint>
#include <vector>

#include <hg/kernels/spmv.hpp>
#include <hg/runtime/program/element.hpp>

/// What a sparse matrix's kernel is chosen by, and the choice.
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

}  // namespace hg::kernels
