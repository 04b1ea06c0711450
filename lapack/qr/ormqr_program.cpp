#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "blas/tiles/leading_dimension.hpp"
#include "lapack/common/fastest_program.hpp"
#include "lapack/common/panel_exchange.hpp"
#include "lapack/qr/q_layout.hpp"
#include "lapack/qr/reflector_loads.hpp"
#include <hg/lapack/qr_programs.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {
namespace {

/// C := op(Q) C or C op(Q) for Q = Q_0 Q_1 ...: block_column by block_column, which are independent, panel by
/// panel.
class QProductBuilder {
  public:
    QProductBuilder(const QProductProblem& problem, const QLayout& layout, const Target& target,
                    const kernels::Database& database)
        : problem_(problem),
          layout_(layout),
          builder_(target),
          Q_(builder_,
             {problem.type, builder_.matrix("A", problem.type, problem.order(), problem.k),
              builder_.matrix("tau", problem.type, problem.k, 1), problem.order(), problem.k, layout.panel},
             database),
          C_(builder_.matrix("C", problem.type, problem.m, problem.n)) {
        const ReflectorSizes sizes{problem.order(), layout.panel, layout.block_column};
        for (const DeviceIndex d : layout.devices)
            products_.emplace(d, ReflectorProduct(database, builder_.devices()[d], problem.type, problem.side,
                                                  problem.op, sizes, problem.arithmetic));
    }

    Program build() && {
        for (std::size_t first = 0; first < layout_.block_columns(); first += layout_.block_columns_per_pass)
            multiply_pass(first, std::min(layout_.block_columns(), first + layout_.block_columns_per_pass));
        return std::move(builder_).finish();
    }

  private:
    /// Strips [first, end), which the devices hold together.
    void multiply_pass(std::size_t first, std::size_t end) {
        if (!layout_.keeps_panels) Q_.forget();
        std::vector<RegisterId> block_columns;
        for (std::size_t j = first; j < end; ++j) block_columns.push_back(load(j));
        for (std::int64_t i = 0; i < Q_.all().panels(); ++i)
            for (std::size_t j = first; j < end; ++j) multiply(j, block_columns[j - first], panel_at(i));
        for (std::size_t j = first; j < end; ++j) store_in_parts(builder_, tile(j), block_columns[j - first]);
    }

    /// The panel that comes i-th: the first one first in Q^H C and in C Q.
    [[nodiscard]] std::int64_t panel_at(std::int64_t i) const {
        const bool forward = (problem_.side == Side::left) == (problem_.op != Op::none);
        return forward ? i : Q_.all().panels() - 1 - i;
    }

    /// By panel p, which concerns rows, or columns, from its diagonal on.
    void multiply(std::size_t j, RegisterId block_column, std::int64_t p) {
        const DeviceIndex device = layout_.device_of(j);
        const std::int64_t first = Q_.all().columns_of(p).begin;
        const std::int64_t rest = problem_.order() - first;
        const std::int64_t width = layout_.span_of(j).size();
        const RegisterId C = is_left() ? builder_.window(block_column, first, 0, rest, width)
                                       : builder_.window(block_column, 0, first, width, rest);
        products_.at(device).append(builder_, Q_.on(device, p), C);
    }

    RegisterId load(std::size_t j) {
        const HostTile from = tile(j);
        const RegisterId block_column =
            builder_.reg(layout_.device_of(j), problem_.type, from.rows, from.cols,
                         staggered_window_ld(from.rows, problem_.type));
        load_in_parts(builder_, block_column, from);
        return block_column;
    }

    [[nodiscard]] HostTile tile(std::size_t j) const {
        const Span span = layout_.span_of(j);
        if (is_left()) return {C_, 0, span.begin, problem_.m, span.size()};
        return {C_, span.begin, 0, span.size(), problem_.n};
    }

    [[nodiscard]] bool is_left() const { return problem_.side == Side::left; }

    const QProductProblem& problem_;
    const QLayout& layout_;
    ProgramBuilder builder_;
    ReflectorLoads Q_;
    ParameterId C_;
    std::map<DeviceIndex, ReflectorProduct> products_{};
};

}  // namespace

Program ormqr_program(const QProductProblem& problem, const Target& target,
                      const kernels::Database& database) {
    const std::int64_t extent = problem.side == Side::left ? problem.n : problem.m;
    const QLayout all = q_layout(problem.type, extent, problem.k, target);
    return fastest_program(all, target, problem.pinned, 0, [&](const QLayout& layout) {
        return QProductBuilder(problem, layout, target, database).build();
    });
}

}  // namespace hg
