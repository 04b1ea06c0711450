#pragma once

#include "kernels/sparse/spmv_figures.hpp"

/// What products on a GPU are estimated to cost, in bytes that its memory moves in that time.
namespace hg::kernels {

/// The lengths of rows, as their figures tell them. Within a place of the histogram they are taken as evenly spread; without a
/// histogram as normally distributed.
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

/// Places of sell for rows that end at `width`, with slices of `slice` rows that are ordered in windows of `sorted`.
double estimated_places(const SpmvFigures& figures, double width, double slice, double sorted) noexcept;

/// csr_rows waits for its longest row and for idle work-items; csr_merge for its two passes; sell moves places that are empty, and
/// coo indices of rows. For sell `choice.width` counts, and its coo is included.
double estimated_bytes(const SpmvFigures& figures, const SpmvUse& use, const SpmvChoice& choice) noexcept;

}  // namespace hg::kernels
