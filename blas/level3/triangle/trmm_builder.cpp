#include "blas/level3/triangle/trmm_builder.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

#include "blas/call/shape.hpp"
#include "blas/level3/triangle/triangle_shape.hpp"
#include "kernels/triangle/triangle.hpp"
#include <hg/blas/registers/product.hpp>
#include <hg/blas/tiling.hpp>
#include <hg/kernels/gemm.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {
namespace {

using kernels::GemmTriangle;

/// The largest width of B for which kernels are chosen, by a rule that does not depend on the number of
/// devices.
constexpr std::int64_t kNominalStrip = 8192;
/// The smallest block size for which the first blocks are smaller.
constexpr std::int64_t kLeastDivided = 1024;
/// The width of a block column is a multiple of this, because kernels compute whole tiles.
constexpr std::int64_t kAlignment = 128;
/// Tiles by which LD runs ahead and ST behind, in addition to those of the next block column.
constexpr std::int64_t kTilesAhead = 6;

/// The blocks along the triangle, in the order in which a solve would compute them. The first ones are small,
/// because programs begin and end with them and nothing hides their transfers.
std::vector<Span> blocks_along(const TriangleShape& shape, std::int64_t block) {
    const std::int64_t order = shape.along();
    const std::int64_t least = block >= kLeastDivided && order > block ? block / 4 : block;
    std::vector<Span> blocks;
    for (std::int64_t begin = 0, end = 0; begin < order; begin = end) {
        end = std::min(order, begin + std::clamp(begin, least, block));
        blocks.push_back(shape.forward() ? Span{begin, end} : Span{order - end, order - begin});
    }
    return blocks;
}

class TrmmBuilder {
  public:
    /// `kept` is the share of each device's free memory in which A may remain resident between block columns.
    TrmmBuilder(const TrmmProblem& problem, const TrianglePlan& plan, const Target& target,
                const kernels::Database& database, double kept)
        : problem_(problem),
          shape_(problem),
          plan_(plan),
          target_(target),
          database_(database),
          kept_(kept),
          blocks_(blocks_along(shape_, plan.block)),
          builder_(target,
                   MemoryPolicy{.extra_slots = kTilesAhead + static_cast<std::int64_t>(blocks_.size())}) {}

    Program build() && {
        A_ = builder_.matrix("A", problem_.type, shape_.along(), shape_.along());
        B_ = builder_.matrix("B", problem_.type, problem_.m, problem_.n);
        alpha_ = builder_.scalar("alpha");
        for (const DevicePart& part : plan_.parts)
            if (part.rows > 0 && part.cols > 0) build_part(part);
        return std::move(builder_).finish();
    }

  private:
    /// A device, its kernels, and the tiles of A that remain resident there.
    struct Place {
        DeviceIndex device;
        RegisterProduct product;
        InstructionPtr diagonal;
        double bytes_left;
        std::map<std::pair<std::size_t, std::size_t>, RegisterId> tiles{};
    };

    /// Blocks are stored from last to first. A device's STs reach host memory in order, so the blocks that
    /// are not stored yet never depend on stored ones, and other devices can compute them if this one fails.
    /// Blocks are also computed in that order, with one exception: the last block depends on the whole block
    /// column. In the first block column, devices wait for tiles, so they compute blocks from the first on,
    /// each as soon as its tiles are loaded, and store them when all are computed.
    void build_part(const DevicePart& part) {
        const Span across =
            shape_.left() ? Span{part.col, part.col + part.cols} : Span{part.row, part.row + part.rows};
        const BlockBounds strips = strips_of(across.size());
        const auto memory = static_cast<double>(target_.devices[part.device].memory);
        const bool wait = strips.size() > 2 && 6 * bytes_of(shape_.along(), strips[1]) <= memory;
        Place place = place_for(part.device, strips[1], wait);
        for (std::size_t s = 0; s + 1 < strips.size(); ++s)
            multiply_strip(place, {across.begin + strips[s], across.begin + strips[s + 1]}, wait && s == 0);
    }

    /// If there are several block columns, the last two are half as wide, so that little remains to be stored
    /// at the end.
    [[nodiscard]] BlockBounds strips_of(std::int64_t width) const {
        if (plan_.strip >= width) return {0, width};
        return split_blocks(width, (plan_.strip + kAlignment - 1) / kAlignment * kAlignment);
    }

    void multiply_strip(Place& place, const Span& across, bool first_to_last) {
        const std::size_t count = blocks_.size();
        std::vector<RegisterId> old(count, kNoRegister);
        std::vector<RegisterId> made(count);
        for (std::size_t step = 0; step < count; ++step) {
            const std::size_t i = first_to_last ? step : count - 1 - step;
            made[i] = multiply_block(place, i, across, old);
            if (!first_to_last) builder_.store(tile_of_b(i, across), made[i]);
        }
        for (std::size_t i = first_to_last ? count : 0; i-- > 0;)
            builder_.store(tile_of_b(i, across), made[i]);
    }

    /// alpha op(A)(i,i) B(i) + sum of alpha op(A)(i,j) B(j) over the blocks on which it depends; with the
    /// factors in reverse order for Side::right.
    RegisterId multiply_block(Place& place, std::size_t i, const Span& across, std::vector<RegisterId>& B) {
        const auto b = [&](std::size_t j) {
            if (B[j] == kNoRegister) B[j] = load(place.device, tile_of_b(j, across));
            return B[j];
        };
        const HostTile tile = tile_of_b(i, across);
        const RegisterId C = register_for(place.device, tile);
        const RegisterId diagonal = tile_of_a(place, i, i);
        const auto [left, right] = factors(diagonal, b(i));
        builder_.exec(place.diagonal, {left, right, C}, {alpha_, 0.0});
        builder_.exec(kernels::triangle_repair(problem_.type), {diagonal, b(i), C},
                      {alpha_, flag(!shape_.left()), flag(problem_.uplo == Uplo::upper),
                       flag(problem_.op != Op::none)});
        for (std::size_t j = 0; j < i; ++j) {
            const auto [first, second] = factors(tile_of_a(place, i, j), b(j));
            place.product.append(builder_, alpha_, first, second, 1.0, C);
        }
        return C;
    }

    [[nodiscard]] std::pair<RegisterId, RegisterId> factors(RegisterId a, RegisterId b) const {
        return shape_.left() ? std::pair(a, b) : std::pair(b, a);
    }

    /// Tile (i, j) of A; tile (i, i) with zeros in the other triangle.
    RegisterId tile_of_a(Place& place, std::size_t i, std::size_t j) {
        if (const auto found = place.tiles.find({i, j}); found != place.tiles.end()) return found->second;
        HostTile tile = shape_.tile_of_a(A_, blocks_[i], blocks_[j]);
        if (i == j) tile.part = part_of(problem_.uplo);
        const RegisterId reg = load(place.device, tile);
        if (i == j) clean(reg);
        const auto bytes = static_cast<double>(builder_.reg(reg).bytes());
        if (bytes > place.bytes_left) return reg;
        place.bytes_left -= bytes;
        place.tiles[{i, j}] = reg;
        return reg;
    }

    /// If op(A) = A^H, conjugates a diagonal tile once for all its products.
    void clean(RegisterId diagonal) {
        std::vector<Scalar> scalars{flag(problem_.uplo == Uplo::upper), flag(problem_.diag == Diag::unit)};
        if (is_complex(problem_.type)) scalars.push_back(flag(problem_.op == Op::conj_trans));
        builder_.exec(kernels::triangle_clean(problem_.type), std::array{diagonal}, scalars);
    }

    [[nodiscard]] HostTile tile_of_b(std::size_t i, const Span& across) const {
        return shape_.tile_of_b(B_, blocks_[i], across);
    }

    RegisterId register_for(DeviceIndex device, const HostTile& tile) {
        return builder_.reg(device, problem_.type, tile.rows, tile.cols, padded_ld(tile.rows, problem_.type));
    }

    RegisterId load(DeviceIndex device, const HostTile& tile) {
        const RegisterId reg = register_for(device, tile);
        builder_.load(reg, tile);
        return reg;
    }

    [[nodiscard]] double bytes_of(std::int64_t rows, std::int64_t cols) const {
        return static_cast<double>(rows) * static_cast<double>(cols) *
               static_cast<double>(size_of(problem_.type));
    }

    /// A flag as a scalar of a kernel.
    static Scalar flag(bool value) { return value ? 1.0 : 0.0; }

    /// Chooses kernels for sizes that do not depend on the division of B, because kernels may differ in the
    /// order of their sums.
    [[nodiscard]] Place place_for(DeviceIndex index, std::int64_t strip, bool wait) const {
        const DeviceModel& device = target_.devices[index];
        const bool left = shape_.left();
        const std::int64_t block = std::min(plan_.block, shape_.along());
        const std::int64_t width = std::min(shape_.across(), kNominalStrip);
        const Op op_a = left ? problem_.op : Op::none;
        const Op op_b = left ? Op::none : problem_.op;
        const std::int64_t m = left ? block : width;
        const std::int64_t n = left ? width : block;
        const RegisterProduct product(database_, device, problem_.type, problem_.arithmetic, op_a, op_b, m, n,
                                      block);
        kernels::GemmParameters parameters = product.choice().parameters;
        parameters.split_k = 1;
        parameters.overwrite = true;
        parameters.conjugate_a = parameters.conjugate_b = false;
        const bool lower = (problem_.uplo == Uplo::lower) == (problem_.op == Op::none);  // op(A) is
        parameters.triangle = left    ? lower ? GemmTriangle::a_lower : GemmTriangle::a_upper
                              : lower ? GemmTriangle::b_lower
                                      : GemmTriangle::b_upper;
        const double strips = (wait ? 3 : 2) * bytes_of(shape_.along(), strip);
        const double tiles = (2.0 + kTilesAhead) * bytes_of(block, std::max(block, strip));
        return {index, product, kernels::gemm(parameters),
                kept_ * (static_cast<double>(device.memory) - strips - tiles)};
    }

    const TrmmProblem& problem_;
    const TriangleShape shape_;
    const TrianglePlan& plan_;
    const Target& target_;
    const kernels::Database& database_;
    double kept_;
    std::vector<Span> blocks_;
    ProgramBuilder builder_;
    ParameterId A_{};
    ParameterId B_{};
    Scalar alpha_;
};

}  // namespace

Program trmm_program(const TrmmProblem& problem, const TrianglePlan& plan, const Target& target,
                     const kernels::Database& database) {
    return hg::plan(kKeptShares,
                    [&](double kept) { return TrmmBuilder(problem, plan, target, database, kept).build(); });
}

}  // namespace hg
