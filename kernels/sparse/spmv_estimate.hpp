#pragma once

#include <cstdint>
#include <vector>

#include <hg/kernels/spmv.hpp>
#include <hg/runtime/program/element.hpp>

/// What a sparse matrix's kernel is chosen by, the choice, and what products on a GPU are estimated to cost,
/// in bytes that its memory moves in that time.
namespace hg::kernels {

/// The figures. The length of a row is the number of its elements.
struct SpmvFigures {
    std::int64_t rows = 0;      ///< of the matrix, or of a device's share of it
    std::int64_t elements = 0;  ///< that are kept
    std::int64_t longest = 0;   ///< length of the longest row
    double variance = 0;        ///< of the lengths about their mean
    /// Rows whose length has as many bits as the place; none if it is not known.
    std::vector<std::int64_t> histogram{};
    /// Sectors of x that slices of neighbouring rows read, for each element: next to 0 for a stencil, 1 if
    /// columns are scattered.
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

/// The lengths of rows, as their figures tell them. Within a place of the histogram they are taken as evenly
/// spread; without a histogram as normally distributed.
class RowLengths {
  public:
    explicit RowLengths(const SpmvFigures& figures) noexcept : figures_(figures) {}

    [[nodiscard]] double mean() const noexcept;
    /// The length that one of `count` rows exceeds.
    [[nodiscard]] double exceeded_by_one_of(double count) const noexcept;
    /// Elements of all rows that come behind the first `width` of their row.
    [[nodiscard]] double beyond(double width) const noexcept;
    /// The longest of `count` rows, on the average, if rows end at `width`.
    [[nodiscard]] double longest_of(double count, double width) const noexcept;

  private:
    const SpmvFigures& figures_;
};

/// Places of sell for rows that end at `width`, with slices of `slice` rows that are ordered in windows of
/// `sorted`.
double estimated_places(const SpmvFigures& figures, double width, double slice, double sorted) noexcept;

/// csr_rows waits for its longest row and for idle work-items; csr_merge for its two passes; sell moves
/// places that are empty, and coo indices of rows. For sell `choice.width` counts, and its coo is included.
double estimated_bytes(const SpmvFigures& figures, const SpmvUse& use, const SpmvChoice& choice) noexcept;

}  // namespace hg::kernels
