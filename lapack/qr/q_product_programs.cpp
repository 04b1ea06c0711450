#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "blas/tiles/leading_dimension.hpp"
#include "lapack/common/fastest_program.hpp"
#include "lapack/common/panel_exchange.hpp"
#include "lapack/qr/q_layout.hpp"
#include "lapack/qr/stored_reflectors.hpp"
#include "lapack/qr/unit_lower.hpp"
#include <hg/kernels/scale.hpp>
#include <hg/lapack/qr_programs.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {
namespace {

/// C := op(Q) C or C op(Q) for Q = Q_0 Q_1 ...; to form columns of Q, C is columns of the identity. Block
/// columns are independent. They go from the last to the first, because columns of Q overwrite reflectors
/// that the columns before them do not need.
class QProductBuilder {
  public:
    QProductBuilder(const QProductProblem& problem, bool of_identity, const QLayout& layout,
                    const Target& target, const kernels::Database& database)
        : problem_(problem),
          of_identity_(of_identity),
          layout_(layout),
          builder_(target),
          Q_(builder_,
             {.type = problem.type,
              .A = builder_.matrix("A", problem.type, problem.order(), of_identity ? problem.n : problem.k),
              .tau = builder_.matrix("tau", problem.type, problem.k, 1),
              .order = problem.order(),
              .count = problem.k,
              .panel = layout.panel},
             database),
          C_(of_identity ? Q_.all().A : builder_.matrix("C", problem.type, problem.m, problem.n)) {
        const ReflectorSizes sizes{problem.order(), layout.panel, layout.block_column};
        for (const DeviceIndex d : layout.devices)
            products_.emplace(d, ReflectorProduct(database, builder_.devices()[d], problem.type, problem.side,
                                                  problem.op, sizes, problem.arithmetic));
    }

    Program build() && {
        const std::vector<BlockColumn> blocks = layout_.distributed();
        for (std::size_t end = blocks.size(), first = 0; end > 0; end = first) {
            first = end - std::min(end, layout_.block_columns_per_pass);
            multiply_pass({blocks.begin() + static_cast<std::ptrdiff_t>(first),
                           blocks.begin() + static_cast<std::ptrdiff_t>(end)});
        }
        return std::move(builder_).finish();
    }

  private:
    /// Block columns that the devices hold together.
    void multiply_pass(std::vector<BlockColumn> held) {
        if (!layout_.keeps_panels) Q_.forget();
        for (BlockColumn& b : held) b.reg = of_identity_ ? identity(b) : load(b);
        for (std::int64_t i = 0; i < Q_.all().panels(); ++i)
            for (const BlockColumn& b : held) multiply(b, Q_.all().columns_of(panel_at(i)));
        for (const BlockColumn& b : held) store_in_parts(builder_, tile(b), b.reg);
    }

    /// The panel that comes i-th: the first one first in Q^H C and in C Q.
    [[nodiscard]] std::int64_t panel_at(std::int64_t i) const {
        const bool forward = (problem_.side == Side::left) == (problem_.op != Op::none);
        return forward ? i : Q_.all().panels() - 1 - i;
    }

    /// Multiplies by a panel, which concerns rows, or columns, from its diagonal on. It leaves the columns of
    /// the identity before it unchanged.
    void multiply(const BlockColumn& b, const Span& panel) {
        const std::int64_t first = of_identity_ ? std::max(panel.begin, b.first) : b.first;
        if (first >= b.end()) return;
        const std::int64_t rest = problem_.order() - panel.begin, skipped = first - b.first;
        const RegisterId C = is_left() ? builder_.window(b.reg, panel.begin, skipped, rest, b.end() - first)
                                       : builder_.window(b.reg, skipped, panel.begin, b.end() - first, rest);
        products_.at(b.device).append(builder_, Q_.on(b.device, panel), C);
    }

    RegisterId reg(const BlockColumn& b) {
        const HostTile like = tile(b);
        return builder_.reg(b.device, problem_.type, like.rows, like.cols,
                            staggered_window_ld(like.rows, problem_.type));
    }

    RegisterId load(const BlockColumn& b) {
        const RegisterId loaded = reg(b);
        load_in_parts(builder_, loaded, tile(b));
        return loaded;
    }

    RegisterId identity(const BlockColumn& b) {
        const RegisterId made = reg(b);
        builder_.exec(kernels::zero(problem_.type), {made});
        make_unit_lower(builder_, builder_.window(made, b.first, 0, b.cols, b.cols));
        return made;
    }

    [[nodiscard]] HostTile tile(const BlockColumn& b) const {
        if (is_left()) return {C_, 0, b.first, problem_.m, b.cols};
        return {C_, b.first, 0, b.cols, problem_.n};
    }

    [[nodiscard]] bool is_left() const { return problem_.side == Side::left; }

    const QProductProblem& problem_;
    bool of_identity_;
    const QLayout& layout_;
    ProgramBuilder builder_;
    StoredReflectors Q_;
    ParameterId C_;
    std::map<DeviceIndex, ReflectorProduct> products_{};
};

Program q_product_program(const QProductProblem& problem, bool of_identity, const Target& target,
                          const kernels::Database& database) {
    const std::int64_t extent = problem.side == Side::left ? problem.n : problem.m;
    return fastest_program(q_layout(problem.type, extent, problem.k, target), target, problem.pinned, 0,
                           [&](const QLayout& layout) {
                               return QProductBuilder(problem, of_identity, layout, target, database).build();
                           });
}

}  // namespace

Program ormqr_program(const QProductProblem& problem, const Target& target,
                      const kernels::Database& database) {
    return q_product_program(problem, false, target, database);
}

Program orgqr_program(const QColumnsProblem& problem, const Target& target,
                      const kernels::Database& database) {
    return q_product_program({.type = problem.type,
                              .m = problem.m,
                              .n = problem.n,
                              .k = problem.k,
                              .arithmetic = problem.arithmetic,
                              .pinned = problem.pinned},
                             true, target, database);
}

}  // namespace hg
