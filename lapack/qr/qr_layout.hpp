#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "blas/level3/triangle/triangle_shape.hpp"
#include <hg/lapack/qr_problem.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// How a QR factorization is divided. A is cut into block_columns of `block_column` columns, which are dealt
/// out to the devices in turn. Panels of `panel` columns are factored within a block_column; there are
/// reflectors for the first min(m, n) columns. A pass is what the devices hold at once: consecutive
/// block_columns. Widths do not depend on the devices, so that the bits of results do not.
struct QrLayout {
    std::int64_t m = 0;
    std::int64_t n = 0;
    std::int64_t block_column = 0;
    std::int64_t panel = 0;
    std::vector<DeviceIndex> devices;
    std::size_t block_columns_per_pass = 1;

    [[nodiscard]] std::int64_t reflectors() const noexcept { return std::min(m, n); }
    [[nodiscard]] std::size_t block_columns() const noexcept {
        return static_cast<std::size_t>((n + block_column - 1) / block_column);
    }
    /// The columns of block_column j.
    [[nodiscard]] Span columns_of(std::size_t j) const noexcept {
        const std::int64_t first = static_cast<std::int64_t>(j) * block_column;
        return {std::min(n, first), std::min(n, first + block_column)};
    }
    /// Panels [begin, end) of block_column j.
    [[nodiscard]] Span panels_of(std::size_t j) const noexcept {
        const Span columns = columns_of(j);
        const auto panel_at = [&](std::int64_t column) {
            return (std::min(column, reflectors()) + panel - 1) / panel;
        };
        return {panel_at(columns.begin), panel_at(columns.end)};
    }
    [[nodiscard]] std::int64_t panels() const noexcept { return (reflectors() + panel - 1) / panel; }
    /// The columns of a panel.
    [[nodiscard]] Span columns_of_panel(std::int64_t p) const noexcept {
        return {p * panel, std::min(reflectors(), (p + 1) * panel)};
    }
    /// The device that block_column j belongs to.
    [[nodiscard]] DeviceIndex device_of(std::size_t j) const noexcept { return devices[j % devices.size()]; }
    /// True if devices need panels that they did not factor, or hold no more.
    [[nodiscard]] bool exchanges_panels() const noexcept {
        return devices.size() > 1 || block_columns_per_pass < block_columns();
    }
};

/// The layout that suits the sizes, with all block_columns in one pass. Throws Error{device_failed} if no
/// device computes in the type, Error{out_of_memory} if not even a few panels fit.
QrLayout qr_layout(const QrProblem& problem, const Target& target);

}  // namespace hg
