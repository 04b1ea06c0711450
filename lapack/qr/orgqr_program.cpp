#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "blas/tiles/leading_dimension.hpp"
#include "lapack/common/fastest_program.hpp"
#include "lapack/common/panel_exchange.hpp"
#include "lapack/qr/q_layout.hpp"
#include "lapack/qr/reflector_loads.hpp"
#include "lapack/qr/unit_lower.hpp"
#include <hg/kernels/scale.hpp>
#include <hg/lapack/qr_programs.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {
namespace {

/// The first n columns of Q = Q_0 Q_1 ..., block_column by block_column from the last one on: a block_column
/// takes the place of reflectors that the block_columns before it do not need.
class QColumnsBuilder {
  public:
    QColumnsBuilder(const QColumnsProblem& problem, const QLayout& layout, const Target& target,
                    const kernels::Database& database)
        : problem_(problem),
          layout_(layout),
          builder_(target),
          Q_(builder_,
             {problem.type, builder_.matrix("A", problem.type, problem.m, problem.n),
              builder_.matrix("tau", problem.type, problem.k, 1), problem.m, problem.k, layout.panel},
             database) {
        const ReflectorSizes sizes{problem.m, layout.panel, layout.block_column};
        for (const DeviceIndex d : layout.devices)
            products_.emplace(d, ReflectorProduct(database, builder_.devices()[d], problem.type, Side::left,
                                                  Op::none, sizes, problem.arithmetic));
    }

    Program build() && {
        for (std::size_t end = layout_.block_columns(); end > 0;) {
            const std::size_t first = end - std::min(end, layout_.block_columns_per_pass);
            make_pass(first, end);
            end = first;
        }
        return std::move(builder_).finish();
    }

  private:
    /// Strips [first, end), which the devices hold together.
    void make_pass(std::size_t first, std::size_t end) {
        if (!layout_.keeps_panels) Q_.forget();
        std::vector<RegisterId> block_columns;
        for (std::size_t j = first; j < end; ++j) block_columns.push_back(identity(j));
        for (std::int64_t p = Q_.all().panels() - 1; p >= 0; --p)
            for (std::size_t j = first; j < end; ++j) multiply(j, block_columns[j - first], p);
        for (std::size_t j = first; j < end; ++j) {
            const Span columns = layout_.span_of(j);
            store_in_parts(builder_, {Q_.all().A, 0, columns.begin, problem_.m, columns.size()},
                           block_columns[j - first]);
        }
    }

    /// Columns of the identity.
    RegisterId identity(std::size_t j) {
        const Span columns = layout_.span_of(j);
        const RegisterId block_column =
            builder_.reg(layout_.device_of(j), problem_.type, problem_.m, columns.size(),
                         staggered_window_ld(problem_.m, problem_.type));
        builder_.exec(kernels::zero(problem_.type), {block_column});
        make_unit_lower(builder_,
                        builder_.window(block_column, columns.begin, 0, columns.size(), columns.size()));
        return block_column;
    }

    /// By panel p: the columns before its own are still those of the identity, which it leaves as they are.
    void multiply(std::size_t j, RegisterId block_column, std::int64_t p) {
        const DeviceIndex device = layout_.device_of(j);
        const Span columns = layout_.span_of(j);
        const std::int64_t row = Q_.all().columns_of(p).begin;
        const std::int64_t first = std::max(row, columns.begin);
        if (first >= columns.end) return;
        products_.at(device).append(
            builder_, Q_.on(device, p),
            builder_.window(block_column, row, first - columns.begin, problem_.m - row, columns.end - first));
    }

    const QColumnsProblem& problem_;
    const QLayout& layout_;
    ProgramBuilder builder_;
    ReflectorLoads Q_;
    std::map<DeviceIndex, ReflectorProduct> products_{};
};

}  // namespace

Program orgqr_program(const QColumnsProblem& problem, const Target& target,
                      const kernels::Database& database) {
    const QLayout all = q_layout(problem.type, problem.n, problem.k, target);
    return fastest_program(all, target, problem.pinned, 0, [&](const QLayout& layout) {
        return QColumnsBuilder(problem, layout, target, database).build();
    });
}

}  // namespace hg
