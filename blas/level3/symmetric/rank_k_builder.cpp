#include "blas/level3/symmetric/rank_k_builder.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "blas/call/shape.hpp"
#include "blas/cost/plan.hpp"
#include "blas/level3/product/gemm_blocks.hpp"
#include "blas/level3/symmetric/symmetry.hpp"
#include "blas/tiles/emit.hpp"
#include "blas/tiles/tiled_matrix.hpp"
#include "kernels/elementwise/real_diagonal.hpp"
#include "kernels/elementwise/real_sum.hpp"
#include <hg/blas/registers/product.hpp>
#include <hg/kernels/scale.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {
namespace {

/// Up to this order, C is a single tile for any number of devices, so its kernel may divide the sum over k.
constexpr std::int64_t kOneTile = 512;

GemmBlocks nominal_blocks(const RankKProblem& problem, const Target& target) {
    return nominal_gemm_blocks({.type = problem.type, .m = problem.n, .n = problem.n, .k = problem.k},
                               largest_gemm_tile(problem.type, target));
}

class RankKBuilder {
  public:
    /// `cached` is the share of each device's free memory that tiles of A and B may stay in.
    RankKBuilder(const RankKProblem& problem, const RankKPlan& plan, const Target& target,
                 const kernels::Database& database, double cached)
        : problem_(problem),
          plan_(plan),
          target_(target),
          database_(database),
          cached_(cached),
          builder_(target) {}

    Program build() && {
        declare_parameters();
        for (DeviceIndex d = 0; d < target_.devices.size(); ++d)
            if (owns_tiles(d)) build_part(d);
        return std::move(builder_).finish();
    }

  private:
    struct Kernels {
        RegisterProduct below;        ///< for tiles off the diagonal
        RegisterProduct on_diagonal;  ///< for one triangle
    };

    void declare_parameters() {
        // The right factor uses the tiles of its transpose.
        const auto factor = [&](const char* name, bool transposed) {
            const Shape shape = stored(transposed ? Op::trans : Op::none, problem_.n, problem_.k);
            return TiledMatrix{.parameter = builder_.matrix(name, problem_.type, shape.rows, shape.cols),
                               .type = problem_.type,
                               .rows = plan_.blocks,
                               .cols = split_evenly(problem_.k, rank_k_depth(problem_, target_)),
                               .transposed = transposed};
        };
        if (problem_.product) {
            A_ = factor("A", problem_.op != Op::none);
            B_ = problem_.rank_2k || problem_.op_b ? factor("B", right_op() == Op::none) : A_;
            alpha_ = second_alpha_ = builder_.scalar("alpha");
            if (problem_.hermitian && problem_.rank_2k) second_alpha_ = builder_.scalar("conj_alpha");
        }
        C_ = {.parameter = builder_.matrix("C", problem_.type, problem_.n, problem_.n),
              .type = problem_.type,
              .rows = plan_.blocks,
              .cols = plan_.blocks,
              .part = part_of(problem_.uplo)};
        if (problem_.reads_c) beta_ = builder_.scalar("beta");
    }

    [[nodiscard]] bool owns_tiles(DeviceIndex device) const {
        return std::ranges::any_of(plan_.owners, [&](const std::vector<DeviceIndex>& row) {
            return std::ranges::count(row, device) > 0;
        });
    }

    /// Computes the device's tiles by block rows of the triangle, short ones first: a block of A is
    /// multiplied by the earlier ones as soon as it is loaded.
    void build_part(DeviceIndex device) {
        const Kernels kernels = kernels_for(target_.devices[device]);
        TileCache tiles(builder_, device, cache_budget(target_.devices[device]));
        const std::size_t count = plan_.owners.size();
        for (std::size_t step = 0; step < count; ++step) {
            const std::size_t i = lower() ? step : count - 1 - step;
            for (std::size_t other = 0; other <= step; ++other)
                if (plan_.owners[step][other] == device)
                    update(kernels, tiles, i, lower() ? other : count - 1 - other);
        }
    }

    /// C(i,j) := beta C(i,j) + alpha sum over p of A(i,p) A(j,p)^T, or A(i,p) B(j,p)^T + B(i,p) A(j,p)^T, or
    /// A(i,p) B(p,j)
    void update(const Kernels& kernels, TileCache& tiles, std::size_t i, std::size_t j) {
        const RegisterId c = tiles.open(C_, i, j, problem_.reads_c);
        if (problem_.reads_c && i == j) make_diagonal_real(c);
        if (!problem_.product)
            scale(c);
        else
            add_products(i == j ? kernels.on_diagonal : kernels.below, tiles, i, j, c);
        if (problem_.product && i == j) make_diagonal_real(c);
        tiles.close(C_, i, j, c);
    }

    /// Sets the imaginary parts on the diagonal of a hermitian tile to 0: stored ones are ignored, and those
    /// of products are rounding errors.
    void make_diagonal_real(RegisterId c) {
        if (problem_.hermitian) builder_.exec(kernels::real_diagonal(problem_.type), {c});
    }

    void add_products(const RegisterProduct& product, TileCache& tiles, std::size_t i, std::size_t j,
                      RegisterId c) {
        // The real beta of a hermitian C must be applied separately: products would multiply by it as by a
        // complex number.
        const bool apart = problem_.hermitian && problem_.reads_c;
        const Register shape = builder_.reg(c);
        const RegisterId sum = apart ? builder_.reg(shape.device, shape.type, shape.rows, shape.cols) : c;
        Scalar beta = apart ? Scalar(0.0) : beta_;
        const auto add = [&](const Scalar& alpha, const TiledMatrix& X, const TiledMatrix& Y, std::size_t p) {
            const RegisterId y = tiles.read(Y, j, p);  // the older block first, as on the other devices
            const RegisterId x = tiles.read(X, i, p);
            product.append(builder_, alpha, x, y, beta, sum);
            beta = 1.0;
        };
        for (std::size_t p = 0; p < A_.block_cols(); ++p) {
            add(alpha_, A_, B_, p);
            if (problem_.rank_2k) add(second_alpha_, B_, A_, p);
        }
        if (apart) builder_.exec(kernels::real_sum(problem_.type), {sum, c}, {beta_});
    }

    void scale(RegisterId c) {
        if (problem_.reads_c && problem_.hermitian)
            builder_.exec(kernels::real_scale(problem_.type), {c}, {beta_});
        else if (problem_.reads_c)
            builder_.exec(kernels::scale(problem_.type), {c}, {beta_});
        else
            builder_.exec(kernels::zero(problem_.type), {c});
    }

    /// Chooses kernels for blocks that do not depend on the number of devices, and neither does the order of
    /// sums.
    [[nodiscard]] Kernels kernels_for(const DeviceModel& device) const {
        const GemmBlocks blocks = nominal_blocks(problem_, target_);
        const std::int64_t order = std::max(blocks.m, blocks.n);
        const std::int64_t depth = std::max<std::int64_t>(blocks.k, 1);
        const RegisterProduct product(database_, device, problem_.type, problem_.arithmetic, problem_.op,
                                      right_op(), order, order, depth);
        if (problem_.n <= kOneTile) return {product, product};
        return {product.undivided(), product.triangular(lower() ? kernels::GemmTriangle::c_lower
                                                                : kernels::GemmTriangle::c_upper)};
    }

    /// The memory that remains besides the tiles in use and the slots that let LD run ahead and ST behind.
    [[nodiscard]] std::int64_t cache_budget(const DeviceModel& device) const {
        const std::int64_t block = std::ranges::max(sizes_of(plan_.blocks));
        const std::int64_t tile = block * std::max(block, rank_k_depth(problem_, target_));
        const std::int64_t for_sum = problem_.hermitian && problem_.reads_c ? 1 : 0;
        const std::int64_t at_work =
            (3 + for_sum + 2 * MemoryPolicy{}.extra_slots) * tile * size_of(problem_.type);
        return static_cast<std::int64_t>(
            static_cast<double>(std::max<std::int64_t>(device.memory - at_work, 0)) * cached_);
    }

    static std::vector<std::int64_t> sizes_of(const BlockBounds& bounds) {
        std::vector<std::int64_t> sizes;
        for (std::size_t i = 0; i + 1 < bounds.size(); ++i) sizes.push_back(bounds[i + 1] - bounds[i]);
        return sizes;
    }

    [[nodiscard]] Op right_op() const {
        return problem_.op_b.value_or(
            opposite(problem_.op, problem_.hermitian ? Symmetry::hermitian : Symmetry::symmetric));
    }
    [[nodiscard]] bool lower() const { return problem_.uplo == Uplo::lower; }

    const RankKProblem& problem_;
    const RankKPlan& plan_;
    const Target& target_;
    const kernels::Database& database_;
    double cached_;
    ProgramBuilder builder_;
    TiledMatrix A_;
    TiledMatrix B_;
    TiledMatrix C_;
    Scalar alpha_;
    Scalar second_alpha_;  ///< alpha of B A^T
    Scalar beta_ = 0.0;
};

}  // namespace

std::int64_t rank_k_depth(const RankKProblem& problem, const Target& target) {
    return std::max<std::int64_t>(nominal_blocks(problem, target).k, 1);
}

Program rank_k_program(const RankKProblem& problem, const RankKPlan& plan, const Target& target,
                       const kernels::Database& database) {
    return hg::plan(kCachedShares, [&](double cached) {
        return RankKBuilder(problem, plan, target, database, cached).build();
    });
}

}  // namespace hg
