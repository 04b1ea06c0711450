#include "blas/level3/product/gemm_builder.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "blas/call/shape.hpp"
#include "blas/level3/product/gemm_blocks.hpp"
#include "blas/tiles/emit.hpp"
#include "blas/tiles/tiled_matrix.hpp"
#include <hg/blas/registers/product.hpp>
#include <hg/kernels/scale.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {
namespace {

struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// Divides `blocks` blocks into windows of `size`.
class Windows {
  public:
    Windows(std::size_t blocks, std::int64_t size) : blocks_(blocks), size_(static_cast<std::size_t>(size)) {}
    [[nodiscard]] std::size_t count() const { return (blocks_ + size_ - 1) / size_; }
    [[nodiscard]] Range operator[](std::size_t i) const {
        return {i * size_, std::min((i + 1) * size_, blocks_)};
    }

  private:
    std::size_t blocks_;
    std::size_t size_;
};

BlockBounds shifted(BlockBounds bounds, std::int64_t first) {
    for (std::int64_t& bound : bounds) bound += first;
    return bounds;
}

/// Kernels compute tiles of up to this many rows.
constexpr std::int64_t kRowAlignment = 128;

class GemmBuilder {
  public:
    /// `cached` is the share of each device's free memory that tiles of A and B may stay in.
    GemmBuilder(const GemmProblem& problem, const GemmPlan& plan, const Target& target,
                const kernels::Database& database, double cached)
        : problem_(problem),
          plan_(plan),
          target_(target),
          database_(database),
          cached_(cached),
          builder_(target, memory_policy(plan)) {}

    Program build() && {
        declare_parameters();
        for (const DevicePart& part : plan_.parts)
            if (part.rows > 0 && part.cols > 0) build_part(part);
        return std::move(builder_).finish();
    }

  private:
    /// Room for the blocks of C of the next window, which are loaded while the current one is computed.
    static MemoryPolicy memory_policy(const GemmPlan& plan) {
        MemoryPolicy policy;
        policy.extra_slots = std::max(policy.extra_slots, plan.window_rows * plan.window_cols + 1);
        return policy;
    }

    void declare_parameters() {
        const auto [type, op_a, op_b, m, n, k] =
            std::tuple(problem_.type, problem_.op_a, problem_.op_b, problem_.m, problem_.n, problem_.k);
        if (problem_.product) {
            // In BLAS, the symmetric matrix is called A on either side.
            const bool swapped = problem_.symmetric_b.has_value();
            A_ = factor(swapped ? "B" : "A", op_a, m, k, problem_.symmetric_a);
            B_ = factor(swapped ? "A" : "B", op_b, k, n, problem_.symmetric_b);
            alpha_ = builder_.scalar("alpha");
        }
        C_ = {.parameter = builder_.matrix("C", type, m, n), .type = type};
        if (problem_.reads_c) beta_ = builder_.scalar("beta");
    }

    /// The matrix X for which op(X) is rows x cols.
    TiledMatrix factor(const std::string& name, Op op, std::int64_t rows, std::int64_t cols,
                       std::optional<Uplo> symmetric) {
        const Shape shape = stored(op, rows, cols);
        return {.parameter = builder_.matrix(name, problem_.type, shape.rows, shape.cols),
                .type = problem_.type,
                .transposed = op != Op::none,
                .symmetric = symmetric,
                .hermitian = problem_.hermitian};
    }

    void build_part(const DevicePart& part) {
        const GemmBlocks& blocks = plan_.blocks;
        C_.rows = A_.rows = shifted(split_evenly(part.rows, blocks.m, kRowAlignment), part.row);
        // The last block columns are halved, so that little work remains after the last LD.
        C_.cols = B_.cols = shifted(split_blocks(part.cols, blocks.n), part.col);
        A_.cols = B_.rows = split_evenly(problem_.k, blocks.k);
        const DeviceModel& device = target_.devices[part.device];
        const RegisterProduct product = product_for(device);
        TileCache tiles(builder_, part.device, cache_budget(target_.devices[part.device]));

        const Windows down(C_.block_rows(), plan_.window_rows);
        const Windows across(C_.block_cols(), plan_.window_cols);
        for (std::size_t i = 0; i < down.count(); ++i)
            for (std::size_t step = 0; step < across.count(); ++step) {
                // Alternate directions, because the tiles of B at the turn are still in the cache. The last
                // row of windows goes to the right.
                const bool to_the_right = (down.count() - i) % 2 == 1;
                const std::size_t j = to_the_right ? step : across.count() - 1 - step;
                const bool last = i + 1 == down.count() && step + 1 == across.count();
                if (!problem_.product)
                    scale(tiles, down[i], across[j]);
                else if (last)
                    multiply_one_by_one(product, tiles, down[i], across[j]);
                else
                    multiply(product, tiles, down[i], across[j]);
            }
    }

    /// Like multiply(), for the last window: completes its blocks one after another, so that all but the last
    /// are stored while others are computed.
    void multiply_one_by_one(const RegisterProduct& product, TileCache& tiles, const Range& rows,
                             const Range& cols) {
        for (std::size_t j = cols.begin; j < cols.end; ++j)
            for (std::size_t i = rows.begin; i < rows.end; ++i)
                multiply(product, tiles, {i, i + 1}, {j, j + 1});
    }

    /// C(i,j) := beta C(i,j) + sum over p of alpha A(i,p) B(p,j), for all blocks (i, j) of a window
    void multiply(const RegisterProduct& product, TileCache& tiles, const Range& rows, const Range& cols) {
        std::map<std::pair<std::size_t, std::size_t>, RegisterId> c;
        const std::size_t last = A_.block_cols() - 1;
        for (std::size_t p = 0; p <= last; ++p)
            for (std::size_t j = cols.begin; j < cols.end; ++j)
                for (std::size_t i = rows.begin; i < rows.end; ++i) {
                    if (p == 0) c[{i, j}] = tiles.open(C_, i, j, problem_.reads_c);
                    const RegisterId a = tiles.read(A_, i, p);
                    const RegisterId b = tiles.read(B_, p, j);
                    product.append(builder_, alpha_, a, b, p == 0 ? beta_ : Scalar(1.0), c[{i, j}]);
                    if (p == last) tiles.close(C_, i, j, c[{i, j}]);
                }
    }

    /// C(i,j) := beta C(i,j), for all blocks (i, j) of a window
    void scale(TileCache& tiles, const Range& rows, const Range& cols) {
        for (std::size_t j = cols.begin; j < cols.end; ++j)
            for (std::size_t i = rows.begin; i < rows.end; ++i) {
                const RegisterId c = tiles.open(C_, i, j, problem_.reads_c);
                if (problem_.reads_c)
                    builder_.exec(kernels::scale(problem_.type), {c}, {beta_});
                else
                    builder_.exec(kernels::zero(problem_.type), {c});
                tiles.close(C_, i, j, c);
            }
    }

    /// Chooses kernels for the blocks that a single device would use, because kernels may differ in the order
    /// of their sums and the choice must not depend on the number of devices.
    [[nodiscard]] RegisterProduct product_for(const DeviceModel& device) const {
        const GemmBlocks blocks = nominal_gemm_blocks(problem_, largest_gemm_tile(problem_, target_));
        const std::int64_t m = std::min(blocks.m, problem_.m);
        const std::int64_t n = std::min(blocks.n, problem_.n);
        const std::int64_t k = std::min(blocks.k, problem_.k);
        return {database_, device, problem_.type, problem_.arithmetic, problem_.op_a, problem_.op_b, m, n, k};
    }

    /// The memory that remains besides the tiles in use and the slots that let LD run ahead and ST behind.
    [[nodiscard]] std::int64_t cache_budget(const DeviceModel& device) const {
        const auto [m, n, k] = plan_.blocks;
        const std::int64_t tile = std::max({m * n, m * k, k * n}) * size_of(problem_.type);
        const std::int64_t extra = memory_policy(plan_).extra_slots;
        const std::int64_t at_work = (2 + plan_.window_rows * plan_.window_cols + 2 * extra) * tile;
        return static_cast<std::int64_t>(
            static_cast<double>(std::max<std::int64_t>(device.memory - at_work, 0)) * cached_);
    }

    const GemmProblem& problem_;
    const GemmPlan& plan_;
    const Target& target_;
    const kernels::Database& database_;
    double cached_;
    ProgramBuilder builder_;
    TiledMatrix A_;
    TiledMatrix B_;
    TiledMatrix C_;
    Scalar alpha_;
    Scalar beta_ = 0.0;
};

}  // namespace

Program gemm_program(const GemmProblem& problem, const GemmPlan& plan, const Target& target,
                     const kernels::Database& database) {
    return hg::plan(kCachedShares, [&](double cached) {
        return GemmBuilder(problem, plan, target, database, cached).build();
    });
}

}  // namespace hg
