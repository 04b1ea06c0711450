#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "blas/level3/triangle/triangle_shape.hpp"
#include <hg/lapack/qr_problem.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// How a QR factorization is divided. A is cut into strips of `strip` columns, which are dealt out to the devices in
/// turn. Panels of `panel` columns are factored within a strip; there are reflectors for the first min(m, n)
/// columns. A sweep is what the devices hold at once: consecutive strips. Widths do not depend on the devices, so
/// that the bits of results do not.
struct QrLayout {
    std::int64_t m = 0;
    std::int64_t n = 0;
    std::int64_t strip = 0;
    std::int64_t panel = 0;
    std::vector<DeviceIndex> devices;
    std::size_t strips_per_sweep = 1;

    [[nodiscard]] std::int64_t reflectors() const noexcept { return std::min(m, n); }
    [[nodiscard]] std::size_t strips() const noexcept {
        return static_cast<std::size_t>((n + strip - 1) / strip);
    }
    /// The columns of strip j.
    [[nodiscard]] Span columns_of(std::size_t j) const noexcept {
        const std::int64_t first = static_cast<std::int64_t>(j) * strip;
        return {std::min(n, first), std::min(n, first + strip)};
    }
    /// Panels [begin, end) of strip j.
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
    /// The strip that panel p belongs to.
    [[nodiscard]] std::size_t strip_of_panel(std::int64_t p) const noexcept {
        return static_cast<std::size_t>(p * panel / strip);
    }
    /// The device that strip j belongs to.
    [[nodiscard]] DeviceIndex device_of(std::size_t j) const noexcept { return devices[j % devices.size()]; }
    /// True if devices need panels that they did not factor, or hold no more.
    [[nodiscard]] bool exchanges_panels() const noexcept {
        return devices.size() > 1 || strips_per_sweep < strips();
    }
};

/// The layout that suits the sizes, with all strips in one sweep. Throws Error{device_failed} if no device
/// computes in the type, Error{out_of_memory} if not even a few panels fit.
QrLayout qr_layout(const QrProblem& problem, const Target& target);

}  // namespace hg
