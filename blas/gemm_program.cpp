#include "blas/gemm_program.hpp"

#include <algorithm>
#include <utility>

#include "blas/emit.hpp"
#include "blas/gemm_blocks.hpp"
#include "blas/register_gemm.hpp"
#include "blas/tiled_matrix.hpp"
#include "kernels/scale.hpp"
#include "runtime/program/builder.hpp"
#include "runtime/program/error.hpp"

namespace hg {
namespace {

constexpr bool transposed(Op op) {
    return op != Op::none;
}

class GemmBuilder {
  public:
    /// `cached` is the share of each device's free memory that tiles of A and B may stay in.
    GemmBuilder(const GemmProblem& problem, const Target& target, const kernels::Database& database,
                double cached)
        : problem_(problem), target_(target), database_(database), cached_(cached), builder_(target) {}

    Program build() && {
        declare_parameters();
        const BlockBounds rows = gemm_device_rows(problem_, target_);
        for (std::size_t d = 0; d < target_.devices.size(); ++d)
            if (rows[d] < rows[d + 1]) build_device(static_cast<DeviceIndex>(d), rows[d], rows[d + 1]);
        return std::move(builder_).finish();
    }

  private:
    void declare_parameters() {
        const auto [type, op_a, op_b, m, n, k] =
            std::tuple(problem_.type, problem_.op_a, problem_.op_b, problem_.m, problem_.n, problem_.k);
        if (problem_.product) {
            A_ = {builder_.matrix("A", type, transposed(op_a) ? k : m, transposed(op_a) ? m : k),
                  type,
                  {},
                  {},
                  transposed(op_a)};
            B_ = {builder_.matrix("B", type, transposed(op_b) ? n : k, transposed(op_b) ? k : n),
                  type,
                  {},
                  {},
                  transposed(op_b)};
            alpha_ = builder_.scalar("alpha");
        }
        C_ = {builder_.matrix("C", type, m, n), type, {}, {}, false};
        if (problem_.reads_c) beta_ = builder_.scalar("beta");
    }

    void build_device(DeviceIndex device, std::int64_t first_row, std::int64_t end_row) {
        const GemmBlocks blocks = gemm_blocks(problem_, target_, end_row - first_row);
        BlockBounds rows = split_blocks(end_row - first_row, blocks.m);
        for (std::int64_t& bound : rows) bound += first_row;
        C_.rows = A_.rows = rows;
        C_.cols = B_.cols = split_blocks(problem_.n, blocks.n);
        A_.cols = B_.rows = split_blocks(problem_.k, blocks.k);
        const RegisterGemm product = kernel_for(target_.devices[device]);

        TileCache tiles(builder_, device, cache_budget(target_.devices[device], blocks));
        for (std::size_t i = 0; i < C_.block_rows(); ++i)
            for (std::size_t step = 0; step < C_.block_cols(); ++step) {
                // There and back again: the tiles of B at the turn are still in the cache.
                const std::size_t j = i % 2 == 0 ? step : C_.block_cols() - 1 - step;
                const RegisterId c = tiles.open(C_, i, j, problem_.reads_c);
                if (problem_.product)
                    add_products(product, tiles, i, j, c);
                else
                    scale(c);
                tiles.close(C_, i, j, c);
            }
    }

    /// C(i,j) := beta C(i,j) + sum over p of alpha A(i,p) B(p,j)
    void add_products(const RegisterGemm& product, TileCache& tiles, std::size_t i, std::size_t j,
                      RegisterId c) {
        for (std::size_t p = 0; p < A_.block_cols(); ++p) {
            const RegisterId a = tiles.read(A_, i, p);
            const RegisterId b = tiles.read(B_, p, j);
            product.append(builder_, alpha_, a, b, p == 0 ? beta_ : Scalar(1.0), c);
        }
    }

    /// C(i,j) := beta C(i,j)
    void scale(RegisterId c) {
        if (problem_.reads_c)
            builder_.exec(kernels::scale(problem_.type), {c}, {beta_});
        else
            builder_.exec(kernels::zero(problem_.type), {c});
    }

    /// Chosen for the blocks of a device that had all rows: kernels may differ in the order of their sums, so
    /// the choice must not depend on how many devices there are.
    [[nodiscard]] RegisterGemm kernel_for(const DeviceModel& device) const {
        const GemmBlocks blocks = gemm_blocks(problem_, target_, problem_.m);
        return {database_,
                device,
                problem_.type,
                problem_.op_a,
                problem_.op_b,
                std::min(blocks.m, problem_.m),
                std::min(blocks.n, problem_.n),
                std::min(blocks.k, problem_.k)};
    }

    /// What is left beside the tiles at work and the slots that let LD run ahead and ST behind.
    std::int64_t cache_budget(const DeviceModel& device, const GemmBlocks& blocks) const {
        const std::int64_t tile = std::max({blocks.m * blocks.n, blocks.m * blocks.k, blocks.k * blocks.n}) *
                                  size_of(problem_.type);
        const std::int64_t at_work = (3 + 2 * MemoryPolicy{}.extra_slots) * tile;
        return static_cast<std::int64_t>(
            static_cast<double>(std::max<std::int64_t>(device.memory - at_work, 0)) * cached_);
    }

    const GemmProblem& problem_;
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

std::string GemmProblem::key() const {
    std::string key = "gemm ";
    key.append(name(type)).append(transposed(op_a) ? " t" : " n").append(transposed(op_b) ? "t" : "n");
    for (std::int64_t size : {m, n, k, block}) key.append(" ").append(std::to_string(size));
    return key.append(product ? " product" : "").append(reads_c ? " reads_c" : "");
}

Program gemm_program(const GemmProblem& problem, const Target& target, const kernels::Database& database) {
    // Slots come in a few sizes, so a budget in bytes can miss by a little: then fewer tiles stay.
    for (double cached : {0.9, 0.54, 0.32, 0.19, 0.11}) {
        try {
            return GemmBuilder(problem, target, database, cached).build();
        } catch (const Error& error) {
            if (error.code() != ErrorCode::out_of_memory) throw;
        }
    }
    return GemmBuilder(problem, target, database, 0).build();
}

}  // namespace hg
