#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "blas/cost/flops.hpp"
#include "blas/tiles/leading_dimension.hpp"
#include "lapack/common/adjoint.hpp"
#include "lapack/common/fastest_program.hpp"
#include "lapack/passes/lower.hpp"
#include "lapack/qr/geqrf_builder.hpp"
#include "lapack/qr/panel/qr_panel_factorization.hpp"
#include "lapack/qr/qr_layout.hpp"
#include "lapack/qr/qr_operations.hpp"
#include "lapack/qr/stored_reflectors.hpp"
#include <hg/lapack/qr_programs.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {
namespace {

/// What a device does with its block columns.
struct QrKernels {
    QrPanelFactorization panel;
    ReflectorProduct update;
};

/// A = Q R: the operations on tiles of A, and Q^H B.
class QrTiles final : public TileKernels {
  public:
    QrTiles(ProgramBuilder& builder, const QrProblem& problem, const BlockLayout& layout,
            const kernels::Database& database, BlockColumns& A)
        : builder_(builder),
          problem_(problem),
          layout_(layout),
          database_(database),
          A_(A),
          Q_(builder_, reflectors(builder, problem, layout, A), database) {
        const ReflectorSizes sizes{layout.m, layout.panel, layout.block_column};
        for (const DeviceIndex d : layout.devices)
            kernels_.emplace(d, QrKernels{{builder_, database, d, problem.type, layout.m, layout.panel},
                                          {database, builder_.devices()[d], problem.type, Side::left,
                                           adjoint(problem.type), sizes, problem.arithmetic}});
    }

    void open(const Span& /*columns*/) override { Q_.forget(); }
    /// A_p = Q_p R_p
    void factor(const TileOperation& op) override {
        const FactoredQrPanel factored = kernels_.at(op.device).panel.append(A_.window(op.writes));
        Q_.keep(op.device, op.writes.cols, factored.Q, factored.tau);
    }
    /// A := Q_p^H A
    void reflect(const TileOperation& op) override {
        kernels_.at(op.device).update.append(builder_, Q_.on(op.device, op.left.cols), A_.window(op.writes));
    }
    void exchange(const TileOperation& op) override { Q_.load(op.device, op.writes.cols); }
    void store(const TileOperation& op) override { A_.store(op.writes); }

    /// Q^H B, on the device that has the last panels.
    void multiply_right_hand_sides() {
        const DeviceIndex device = A_.device_of(layout_.n - 1);
        const auto [type, m, nrhs] = std::tuple(problem_.type, problem_.m, problem_.nrhs);
        const ReflectorProduct product(database_, builder_.devices()[device], type, Side::left, adjoint(type),
                                       {m, layout_.panel, nrhs}, problem_.arithmetic);
        const ParameterId B = builder_.matrix("B", type, m, nrhs);
        const ParameterId QtB = builder_.matrix("QtB", type, m, nrhs);
        const RegisterId columns = builder_.reg(device, type, m, nrhs, staggered_window_ld(m, type));
        builder_.load(columns, {B, 0, 0, m, nrhs});
        for (std::int64_t p = 0; p < Q_.all().panels(); ++p) {
            const Span panel = Q_.all().columns_of(p);
            product.append(builder_, Q_.on(device, panel),
                           builder_.window(columns, panel.begin, 0, m - panel.begin, nrhs));
        }
        builder_.store({QtB, 0, 0, m, nrhs}, columns);
    }

  private:
    /// Declares the program's parameters `tau` and, if devices need panels that they did not factor or no
    /// longer hold, `T`.
    static HostReflectors reflectors(ProgramBuilder& builder, const QrProblem& problem,
                                     const BlockLayout& layout, const BlockColumns& A) {
        const std::int64_t count = layout.order();
        HostReflectors all{.type = problem.type,
                           .A = A.tile({{0, 1}, {0, 1}}).parameter,
                           .tau = builder.matrix("tau", problem.type, count, 1),
                           .order = layout.m,
                           .count = count,
                           .panel = layout.panel};
        if (layout.devices.size() > 1 || layout.passes() > 1)
            all.T = builder.matrix("T", problem.type, std::min(layout.panel, count), count);
        return all;
    }

    ProgramBuilder& builder_;
    const QrProblem& problem_;
    const BlockLayout& layout_;
    const kernels::Database& database_;
    BlockColumns& A_;
    StoredReflectors Q_;
    std::map<DeviceIndex, QrKernels> kernels_{};
};

}  // namespace

Program geqrf_program(const QrProblem& problem, const BlockLayout& layout, const Target& target,
                      const kernels::Database& database) {
    ProgramBuilder builder(target);
    BlockColumns A(builder, {"A", problem.n}, {}, problem.type, problem.m, layout.distributed(),
                   layout.panel);
    QrTiles kernels(builder, problem, layout, database, A);
    lower(qr_operations(layout), layout, builder, A, kernels);
    if (problem.nrhs > 0) kernels.multiply_right_hand_sides();
    builder.leave_out_guards();
    return std::move(builder).finish();
}

Program geqrf_program(const QrProblem& problem, const Target& target, const kernels::Database& database) {
    const double flops = real_operations(problem.type) * geqrf_flops(problem.m, problem.n);
    return fastest_program(
        qr_layout(problem, target), target, problem.pinned, flops_at_least(problem.arithmetic, flops),
        [&](const BlockLayout& layout) { return geqrf_program(problem, layout, target, database); });
}

}  // namespace hg
