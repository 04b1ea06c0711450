#include "blas/level3/triangle/trsm_builder.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "blas/level3/triangle/triangle_shape.hpp"
#include "blas/level3/triangle/trsm_kernels.hpp"
#include "blas/tiles/leading_dimension.hpp"
#include "kernels/elementwise/copy.hpp"
#include "kernels/triangle/triangle.hpp"
#include <hg/blas/registers/gemm.hpp>
#include <hg/blas/tiling.hpp>
#include <hg/kernels/scale.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {
namespace {

/// The largest inner dimension of the products that subtract the solutions so far: tiles of A are block x
/// kDepth.
constexpr std::int64_t kDepth = 4096;
/// The largest width of B for which kernels are chosen, by a rule that does not depend on the number of
/// devices.
constexpr std::int64_t kNominalWidth = 8192;
/// Tiles of B by which LD runs ahead and ST behind.
constexpr std::int64_t kExtraTiles = 6;

/// Steps whose rows of B are loaded and stored as one tile if there is enough memory, because short columns
/// are copied more slowly.
constexpr std::size_t kStepsTogether = 2;

/// Diagonal blocks that are inverted together if there is enough memory: four times fewer launches of short
/// kernels.
constexpr std::size_t kInvertedTogether = 4;
/// The largest order of such blocks: kernels for larger ones take longer than launches.
constexpr std::int64_t kLargestTogether = 256;

/// The parts of A that a step needs: the diagonal block, and the tiles that multiply earlier solutions.
struct StepOfA {
    TrsmKernels::Diagonal diagonal;
    std::vector<RegisterId> tiles;
};

/// Steps [first, end).
struct StepGroup {
    std::size_t first = 0;
    std::size_t end = 0;
};

/// Divides the steps into groups of at most `most`. Groups are small at both ends, where nothing hides a
/// transfer.
std::vector<StepGroup> grouped(std::size_t steps, std::size_t most) {
    std::vector<StepGroup> front, back;
    std::size_t size = 1;
    for (std::size_t begin = 0, end = steps; begin < end;) {
        front.push_back({begin, std::min(end, begin + size)});
        begin = front.back().end;
        if (begin == end) break;
        back.push_back({end - std::min(end - begin, size), end});
        end = back.back().first;
        if (front.size() > 1) size = std::min(most, 2 * size);
    }
    front.insert(front.end(), back.rbegin(), back.rend());
    return front;
}

class TrsmBuilder {
  public:
    /// `kept` is the share of each device's free memory in which A may remain resident between block columns.
    TrsmBuilder(const TrsmProblem& problem, const TrianglePlan& plan, const Target& target,
                const kernels::Database& database, double kept)
        : problem_(problem),
          shape_(problem),
          plan_(plan),
          target_(target),
          database_(database),
          kept_(kept),
          builder_(target, MemoryPolicy{.extra_slots = kExtraTiles}) {}

    Program build() && {
        const std::int64_t order = shape_.along();
        A_ = builder_.matrix("A", problem_.type, order, order);
        B_ = builder_.matrix("B", problem_.type, problem_.m, problem_.n);
        alpha_ = builder_.scalar("alpha");
        for (const DevicePart& part : plan_.parts)
            if (part.rows > 0 && part.cols > 0) build_part(part);
        return std::move(builder_).finish();
    }

  private:
    void build_part(const DevicePart& part) {
        const Span across =
            shape_.left() ? Span{part.col, part.col + part.cols} : Span{part.row, part.row + part.rows};
        const DeviceModel& device = target_.devices[part.device];
        const TrsmKernels kernels = kernels_for(device);
        std::vector<StepOfA> steps(static_cast<std::size_t>(shape_.steps(plan_.block)));
        const std::size_t kept = steps_to_keep(device, across.size());
        const BlockBounds strips = split_evenly(across.size(), plan_.strip, kernels::kTriangleBlock);
        for (std::size_t s = 0; s + 1 < strips.size(); ++s)
            solve_strip(part.device, kernels, {across.begin + strips[s], across.begin + strips[s + 1]}, steps,
                        s == 0 ? 0 : kept);
    }

    /// X(k) := op(A)(k,k)^-1 (alpha B(k) - sum of op(A)(k,j) X(j) over the solutions so far), block by block,
    /// for some columns of B. The first `loaded` of `steps` are already resident.
    void solve_strip(DeviceIndex device, const TrsmKernels& kernels, const Span& across,
                     std::vector<StepOfA>& steps, std::size_t loaded) {
        std::size_t prepared = loaded;  // number of prepared diagonal blocks
        const RegisterId X =
            steps.size() > 1 ? register_of_b(device, {0, shape_.along()}, across) : RegisterId{};
        for (const StepGroup& group : grouped(steps.size(), steps_together(device, across.size()))) {
            const Span first = block_of(group.first);
            const Span last = block_of(group.end - 1);
            const Span rows{std::min(first.begin, last.begin), std::max(first.end, last.end)};
            const HostTile tile = shape_.tile_of_b(B_, rows, across);
            const RegisterId whole = register_of_b(device, rows, across);
            for (std::size_t i = group.first; i < group.end; ++i) {
                const Span block = block_of(i);
                if (i == prepared) prepared = prepare_diagonals(device, kernels, i, steps);
                if (i >= loaded) steps[i].tiles = load_tiles(device, block);
                if (i == group.first) builder_.load(whole, tile);
                const RegisterId B = window_of(whole, rows, block);
                subtract(kernels, steps[i], block, X, B);
                kernels.solve(builder_, steps[i].diagonal, B);
                if (i + 1 < steps.size())
                    builder_.exec(kernels::copy(problem_.type), {B, window_of(X, all(), block)});
            }
            builder_.store(tile, whole);
        }
    }

    /// B := alpha B - sum of op(A)(k,j) X(j), or of X(j) op(A)(j,k)
    void subtract(const TrsmKernels& kernels, const StepOfA& step, const Span& block, RegisterId X,
                  RegisterId B) {
        Scalar beta = alpha_;
        std::size_t tile = 0;
        for (const Span& solved : depths(shape_.before(block))) {
            kernels.subtract(builder_, step.tiles[tile++], window_of(X, all(), solved), beta, B);
            beta = 1.0;
        }
        if (tile == 0) builder_.exec(kernels::scale(problem_.type), {B}, {alpha_});
    }

    /// Loads diagonal blocks of one order, beginning with that of step `first`, and prepares them. Returns
    /// the step after them.
    std::size_t prepare_diagonals(DeviceIndex device, const TrsmKernels& kernels, std::size_t first,
                                  std::vector<StepOfA>& steps) {
        const std::int64_t order = block_of(first).size();
        const std::size_t most = kernels.prepares_together() ? inverted_together(device, order) : 1;
        std::size_t end = first + 1;
        while (end < std::min(steps.size(), first + most) && block_of(end).size() == order) ++end;
        const auto count = static_cast<std::int64_t>(end - first);
        const RegisterId blocks =
            builder_.reg(device, problem_.type, order, count * order, padded_ld(order, problem_.type));
        for (std::int64_t i = 0; i < count; ++i) {
            const Span block = block_of(first + static_cast<std::size_t>(i));
            builder_.load(count == 1 ? blocks : builder_.window(blocks, 0, i * order, order, order),
                          shape_.tile_of_a(A_, block, block));
        }
        std::size_t step = first;
        for (TrsmKernels::Diagonal& diagonal : kernels.prepared(builder_, blocks))
            steps[step++].diagonal = std::move(diagonal);
        return end;
    }

    std::vector<RegisterId> load_tiles(DeviceIndex device, const Span& block) {
        std::vector<RegisterId> tiles;
        for (const Span& solved : depths(shape_.before(block)))
            tiles.push_back(load_a(device, block, solved));
        return tiles;
    }

    RegisterId load_a(DeviceIndex device, const Span& to, const Span& from) {
        const HostTile tile = shape_.tile_of_a(A_, to, from);
        const RegisterId reg =
            builder_.reg(device, problem_.type, tile.rows, tile.cols, padded_ld(tile.rows, problem_.type));
        builder_.load(reg, tile);
        return reg;
    }

    static std::vector<Span> depths(const Span& solved) {
        std::vector<Span> list;
        for (std::int64_t at = solved.begin; at < solved.end; at += kDepth)
            list.push_back({at, std::min(at + kDepth, solved.end)});
        return list;
    }

    RegisterId register_of_b(DeviceIndex device, const Span& along, const Span& across) {
        const HostTile tile = shape_.tile_of_b(B_, along, across);
        return builder_.reg(device, problem_.type, tile.rows, tile.cols,
                            least_window_ld(tile.rows, problem_.type));
    }

    /// A window of some of the rows (columns for Side::right) that a register holds.
    RegisterId window_of(RegisterId reg, const Span& held, const Span& along) {
        const Register whole = builder_.reg(reg);
        const std::int64_t first = along.begin - held.begin;
        return shape_.left() ? builder_.window(reg, first, 0, along.size(), whole.cols)
                             : builder_.window(reg, 0, first, whole.rows, along.size());
    }

    [[nodiscard]] Span all() const { return {0, shape_.along()}; }
    [[nodiscard]] Span block_of(std::size_t step) const {
        return shape_.block_of(static_cast<std::int64_t>(step), plan_.block);
    }

    /// Columns of B are long for Side::right anyway. For Side::left, tall tiles may take an eighth of the
    /// memory.
    [[nodiscard]] std::size_t steps_together(DeviceIndex device, std::int64_t across) const {
        const double bytes =
            static_cast<double>((kExtraTiles + 2) * plan_.block * across * size_of(problem_.type));
        const double fitting = static_cast<double>(target_.devices[device].memory) / 8 / bytes;
        if (!shape_.left() || fitting < static_cast<double>(kStepsTogether)) return 1;
        return kStepsTogether;
    }

    /// A, T, X and W of these blocks may take a sixteenth of the memory.
    [[nodiscard]] std::size_t inverted_together(DeviceIndex device, std::int64_t order) const {
        if (order > kLargestTogether) return 1;
        const double bytes = static_cast<double>(kInvertedTogether) * 4 * static_cast<double>(order * order) *
                             static_cast<double>(size_of(problem_.type));
        return bytes <= static_cast<double>(target_.devices[device].memory) / 16 ? kInvertedTogether : 1;
    }

    /// Chooses kernels for sizes that do not depend on the division of B, because kernels may differ in the
    /// order of their sums.
    [[nodiscard]] TrsmKernels kernels_for(const DeviceModel& device) const {
        const std::int64_t width = std::min(shape_.across(), kNominalWidth);
        const std::int64_t block = std::min(plan_.block, shape_.along());
        const std::int64_t depth = std::min(shape_.along(), kDepth);
        const std::int64_t m = shape_.left() ? block : width;
        const std::int64_t n = shape_.left() ? width : block;
        return {problem_, database_, device, m, n, depth};
    }

    /// The number of first steps whose parts of A fit in memory in addition to block columns and tiles. They
    /// remain resident; the others are loaded again for each block column.
    [[nodiscard]] std::size_t steps_to_keep(const DeviceModel& device, std::int64_t across) const {
        const auto [block, width] = std::pair(plan_.block, std::min(plan_.strip, across));
        const auto size = static_cast<double>(size_of(problem_.type));
        constexpr auto kTiles = kExtraTiles * static_cast<std::int64_t>(2 + kStepsTogether);
        const std::int64_t tiles = kTiles * block * std::max(width, block) + 3 * block * kDepth;
        const double strips = 2.0 * static_cast<double>(shape_.along()) * static_cast<double>(width);
        double left =
            kept_ * (static_cast<double>(device.memory) - size * (static_cast<double>(tiles) + strips));
        const std::int64_t steps = shape_.steps(block);
        std::int64_t kept = 0;
        for (; kept < steps; ++kept) {
            const Span span = shape_.block_of(kept, block);
            const double order = static_cast<double>(span.size());
            left -= size * order * (2 * order + static_cast<double>(shape_.before(span).size()));
            if (left < 0) break;
        }
        return static_cast<std::size_t>(kept);
    }

    const TrsmProblem& problem_;
    const TriangleShape shape_;
    const TrianglePlan& plan_;
    const Target& target_;
    const kernels::Database& database_;
    double kept_;
    ProgramBuilder builder_;
    ParameterId A_{};
    ParameterId B_{};
    Scalar alpha_;
};

}  // namespace

Program trsm_program(const TrsmProblem& problem, const TrianglePlan& plan, const Target& target,
                     const kernels::Database& database) {
    return hg::plan(kKeptShares,
                    [&](double kept) { return TrsmBuilder(problem, plan, target, database, kept).build(); });
}

}  // namespace hg
