#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "blas/cost/flops.hpp"
#include "blas/tiles/leading_dimension.hpp"
#include "lapack/common/adjoint.hpp"
#include "lapack/common/fastest_program.hpp"
#include "lapack/qr/geqrf_builder.hpp"
#include "lapack/qr/panel/qr_panel_factorization.hpp"
#include "lapack/qr/qr_block_columns.hpp"
#include "lapack/qr/stored_reflectors.hpp"
#include <hg/lapack/qr_programs.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {
namespace {

/// What a device does with its block_columns.
struct QrKernels {
    QrPanelFactorization panel;
    ReflectorProduct update;
};

/// A = Q R, left-looking by block_columns: a block_column needs to be there when its turn comes, and leaves
/// when it is factored.
class QrBuilder {
  public:
    QrBuilder(const QrProblem& problem, const QrLayout& layout, const Target& target,
              const kernels::Database& database)
        : problem_(problem),
          layout_(layout),
          database_(database),
          builder_(target),
          A_(builder_, problem.type, layout),
          Q_(builder_, problem.type, layout, A_) {
        const ReflectorSizes sizes{layout.m, layout.panel, layout.block_column};
        for (const DeviceIndex d : layout.devices)
            kernels_.emplace(d, QrKernels{{builder_, database, d, problem.type, layout.m, layout.panel},
                                          {database, builder_.devices()[d], problem.type, Side::left,
                                           adjoint(problem.type), sizes, problem.arithmetic}});
    }

    Program build() && {
        for (std::size_t first = 0; first < layout_.block_columns(); first += layout_.block_columns_per_pass)
            factor_pass(first, std::min(layout_.block_columns(), first + layout_.block_columns_per_pass));
        if (problem_.nrhs > 0) multiply_right_hand_sides();
        builder_.leave_out_guards();
        return std::move(builder_).finish();
    }

  private:
    /// Strips [first, end), which the devices hold together.
    void factor_pass(std::size_t first, std::size_t end) {
        Q_.begin_pass();
        std::size_t opened = first;
        const auto open_before = [&](std::size_t j) {
            for (; opened < std::min(j, end); ++opened) A_.open(opened);
        };
        const std::int64_t before = layout_.panels_of(first).begin;
        // A device's next block_column comes before copies of panels, which wait for other devices in its
        // queue.
        open_before(before > 0 ? end : layout_.devices.size());
        for (std::int64_t p = 0; p < before; ++p)
            for (std::size_t j = first; j < end; ++j) update(j, p, layout_.columns_of(j));
        for (std::size_t j = first; j < end; ++j) {
            for (std::int64_t p = before; p < layout_.panels_of(j).begin; ++p)
                update(j, p, layout_.columns_of(j));
            factor(j);
            open_before(j + 1 + layout_.devices.size());
        }
    }

    /// A := Q_p^H A, for some columns of block_column j and the rows from the diagonal of panel p down
    void update(std::size_t j, std::int64_t p, const Span& columns) {
        if (columns.empty()) return;
        const DeviceIndex device = layout_.device_of(j);
        const std::int64_t row = layout_.columns_of_panel(p).begin;
        kernels_.at(device).update.append(builder_, Q_.on(device, p), A_.window(j, row, columns));
    }

    /// Factors the panels of block_column j, which is brought up to all before. Columns leave when they are
    /// final.
    void factor(std::size_t j) {
        const Span columns = layout_.columns_of(j);
        const Span panels = layout_.panels_of(j);
        std::int64_t stored = columns.begin;
        for (std::int64_t p = panels.begin; p < panels.end; ++p) {
            const Span panel = layout_.columns_of_panel(p);
            factor_panel(j, p, panel);
            update(j, p, {panel.end, columns.end});
            A_.store(j, {std::exchange(stored, panel.end), panel.end});
        }
        if (stored < columns.end) A_.store(j, {stored, columns.end});
    }

    /// A_p = Q_p R_p
    void factor_panel(std::size_t j, std::int64_t p, const Span& columns) {
        const DeviceIndex device = layout_.device_of(j);
        const FactoredQrPanel factored =
            kernels_.at(device).panel.append(A_.window(j, columns.begin, columns));
        Q_.keep(device, p, factored.Q, factored.tau);
    }

    /// Q^H B, on the device that has the last panels.
    void multiply_right_hand_sides() {
        const DeviceIndex device = layout_.device_of(layout_.block_columns() - 1);
        const auto [type, m, nrhs] = std::tuple(problem_.type, problem_.m, problem_.nrhs);
        const ReflectorProduct product(database_, builder_.devices()[device], type, Side::left, adjoint(type),
                                       {m, layout_.panel, nrhs}, problem_.arithmetic);
        const ParameterId B = builder_.matrix("B", type, m, nrhs);
        const ParameterId QtB = builder_.matrix("QtB", type, m, nrhs);
        const RegisterId columns = builder_.reg(device, type, m, nrhs, staggered_window_ld(m, type));
        builder_.load(columns, {B, 0, 0, m, nrhs});
        for (std::int64_t p = 0; p < layout_.panels(); ++p) {
            const std::int64_t row = layout_.columns_of_panel(p).begin;
            product.append(builder_, Q_.on(device, p), builder_.window(columns, row, 0, m - row, nrhs));
        }
        builder_.store({QtB, 0, 0, m, nrhs}, columns);
    }

    const QrProblem& problem_;
    const QrLayout& layout_;
    const kernels::Database& database_;
    ProgramBuilder builder_;
    QrBlockColumns A_;
    StoredReflectors Q_;
    std::map<DeviceIndex, QrKernels> kernels_{};
};

}  // namespace

Program geqrf_program(const QrProblem& problem, const QrLayout& layout, const Target& target,
                      const kernels::Database& database) {
    return QrBuilder(problem, layout, target, database).build();
}

Program geqrf_program(const QrProblem& problem, const Target& target, const kernels::Database& database) {
    const double flops = real_operations(problem.type) * geqrf_flops(problem.m, problem.n);
    return fastest_program(
        qr_layout(problem, target), target, problem.pinned,
        problem.arithmetic == Arithmetic::emulated ? 0 : flops,
        [&](const QrLayout& layout) { return geqrf_program(problem, layout, target, database); });
}

}  // namespace hg
