#include "lapack/inverse/getri_program.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "blas/cost/plan.hpp"
#include "blas/tiles/leading_dimension.hpp"
#include "kernels/elementwise/copy.hpp"
#include "kernels/elementwise/gather_columns.hpp"
#include "kernels/elementwise/identity.hpp"
#include "lapack/common/panel_exchange.hpp"
#include "lapack/common/register_copy.hpp"
#include "lapack/common/tile.hpp"
#include "lapack/inverse/inverse_devices.hpp"
#include <hg/blas/registers/gemm.hpp>
#include <hg/blas/registers/trsm.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {
namespace {

/// Registers of a block column's size: the diagonal blocks of L^-1, those of U with their inverses, and two
/// block rows of X with what they are made of. Of blocks: two that are being inverted.
InverseMemory memory_of(const LuInverseProblem& problem) {
    return {.type = problem.type, .n = problem.n, .columns = 14, .blocks = 24};
}

/// L Y = I, block row by block row from the first to the last, and U X = Y P^T from the last to the first,
/// for A = P L U. Below its diagonal blocks Y takes the place of L, and X that of both. P^T moves columns,
/// and is applied to Y: so a block row of X is final when it is made.
class LuInverseBuilder {
  public:
    LuInverseBuilder(const LuInverseProblem& problem, DeviceIndex device, const Target& target,
                     const kernels::Database& database)
        : database_(database),
          device_(device),
          type_(problem.type),
          n_(problem.n),
          width_(inverse_block(problem.n)),
          builder_(target),
          host_(builder_.matrix("A", type_, n_, n_)),
          columns_(builder_.matrix("columns", ElementType::i32, n_, 1)),
          A_(reg(n_, n_)),
          Y_diagonal_(reg(std::min(width_, n_), n_)),
          index_(builder_.reg(device, ElementType::i32, n_, 1, staggered_window_ld(n_, ElementType::i32))) {}

    Program build() && {
        for (std::int64_t k = 0; k < n_; k += width_) load(block_at(k));
        builder_.load(index_, {columns_, 0, 0, n_, 1});
        for (std::int64_t k = 0; k < n_; k += width_) invert_lower(block_at(k));
        for (std::int64_t k = (n_ - 1) / width_ * width_; k >= 0; k -= width_) solve_upper(block_at(k));
        return std::move(builder_).finish();
    }

  private:
    void load(const Span& k) {
        load_in_parts(builder_, window({{0, n_}, k}), {host_, 0, k.begin, n_, k.size()});
    }

    /// With J the rows behind block row k, and i < k; Y holds what has been subtracted so far:
    ///
    ///     Ykk := Lkk^-1          Yki := Lkk^-1 Yki
    ///     Yjk := -Ljk Ykk        Yji := Yji - Ljk Yki
    void invert_lower(const Span& k) {
        const Span before{0, k.begin}, behind{k.end, n_};
        const InvertedTriangle Lkk = invert(builder_, Uplo::lower, Diag::unit, window({k, k}));
        const RegisterId Ykk = diagonal(k);
        builder_.exec(kernels::identity(type_), {Ykk});
        solve(Lkk, Ykk);
        if (!before.empty()) solve(Lkk, window({k, before}));
        if (!behind.empty()) {
            const RegisterId Ljk = copy_of(builder_, window({behind, k}), ld(behind.size()));
            if (!before.empty()) subtract(Ljk, window({k, before}), 1.0, window({behind, before}));
            subtract(Ljk, Ykk, 0.0, window({behind, k}));
        }
        Ukk_.push_back(invert(builder_, Uplo::upper, Diag::non_unit, window({k, k})));
    }

    /// Xk := Ukk^-1 (Yk P^T - Ukj Xj), whole rows.
    void solve_upper(const Span& k) {
        const Span before{0, k.begin}, behind{k.end, n_}, all{0, n_};
        const RegisterId Yk = reg(k.size(), k.end);
        const RegisterId Xk = reg(k.size(), n_);
        if (!before.empty()) copy(window({k, before}), builder_.window(Yk, 0, 0, k.size(), before.size()));
        copy(diagonal(k), builder_.window(Yk, 0, k.begin, k.size(), k.size()));
        builder_.exec(kernels::gather_columns(type_), {index_, Yk, Xk});
        if (!behind.empty()) subtract(window({k, behind}), window({behind, all}), 1.0, Xk);
        solve(Ukk_[static_cast<std::size_t>(k.begin / width_)], Xk);
        store_in_parts(builder_, {host_, k.begin, 0, k.size(), n_}, Xk);
        if (!before.empty()) copy(Xk, window({k, all}));
    }

    void copy(RegisterId from, RegisterId to) { builder_.exec(kernels::copy(type_), {from, to}); }
    /// C := beta C - A B
    void subtract(RegisterId A, RegisterId B, double beta, RegisterId C) {
        gemm(builder_, Op::none, Op::none, -1.0, A, B, beta, C, database_);
    }
    /// B := T^-1 B
    void solve(const InvertedTriangle& T, RegisterId B) {
        hg::solve(builder_, Side::left, Op::none, T, B, true, database_);
    }

    [[nodiscard]] Span block_at(std::int64_t k) const noexcept { return {k, std::min(n_, k + width_)}; }
    [[nodiscard]] std::int64_t ld(std::int64_t rows) const noexcept {
        return staggered_window_ld(rows, type_);
    }
    RegisterId reg(std::int64_t rows, std::int64_t cols) {
        return builder_.reg(device_, type_, rows, cols, ld(rows));
    }
    RegisterId window(const Tile& tile) {
        const auto [rows, cols] = tile;
        return builder_.window(A_, rows.begin, cols.begin, rows.size(), cols.size());
    }
    /// The diagonal block of Y, which has zeros above its diagonal.
    RegisterId diagonal(const Span& k) {
        return builder_.window(Y_diagonal_, 0, k.begin, k.size(), k.size());
    }

    const kernels::Database& database_;
    DeviceIndex device_;
    ElementType type_;
    std::int64_t n_;
    std::int64_t width_;  ///< of blocks
    ProgramBuilder builder_;
    ParameterId host_, columns_;
    RegisterId A_, Y_diagonal_, index_;
    std::vector<InvertedTriangle> Ukk_{};
};

}  // namespace

std::string LuInverseProblem::key() const {
    return "getri " + std::string(name(type)) + ' ' + std::to_string(n) + (pinned ? " pinned" : "");
}

Program getri_program(const LuInverseProblem& problem, const Target& target,
                      const kernels::Database& database) {
    const std::vector<Candidates<DeviceIndex>> devices{{.list = inverse_devices(memory_of(problem), target)}};
    const auto build = [&](DeviceIndex device) {
        return LuInverseBuilder(problem, device, target, database).build();
    };
    return plan(devices, build, Simulator(target, problem.pinned)).program;
}

bool holds_inverse(const LuInverseProblem& problem, const Target& target) {
    return if_it_fits([&] { return inverse_devices(memory_of(problem), target); }).has_value();
}

}  // namespace hg
