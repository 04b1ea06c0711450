#include "tools/tuner/symv/symv_routine.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "kernels/symv/symv_rules.hpp"
#include "tools/tuner/product_space.hpp"
#include "tools/tuner/symv/symv_trial.hpp"

namespace hg::kernels {
namespace {

constexpr const char* kFamily = "symv";
constexpr int kTrialsOfACell = 30;

/// The values of a kernel, none of which is ever 0.
enum Field : std::size_t {
    kVector,
    kTile,
    kTall,
    kStrip,
    kRowItems,
    kColumnItems,
    kPatches,
    kSumItems,
    kFields
};

std::int64_t order(const TuningProblem& problem) {
    return problem.extents.at(0);
}

/// The triangle once, x once, y twice.
double bytes(const TuningProblem& problem) {
    const auto n = static_cast<double>(order(problem));
    return (n * (n + 1) / 2 + 3 * n) * static_cast<double>(size_of(problem.type));
}

SymvParameters with_blocking(const TuningProblem& problem, const SymvBlocking& blocking) {
    return {problem.type, problem.operation != 0, blocking};
}

SymvParameters default_for(const TuningProblem& problem, bool is_gpu) {
    return with_blocking(problem, default_symv_blocking(problem.type, order(problem), is_gpu));
}

SymvBlocking blocking_of(const std::vector<int>& values) {
    return {values[kVector],   values[kTile],        values[kTall],        values[kStrip],
            values[kRowItems], values[kColumnItems], values[kPatches] - 1, values[kSumItems]};
}

/// What cannot be made is the usual kernel.
TunableKernel kernel_of(const TuningProblem& problem, const std::string& /*family*/,
                        std::vector<int> values) {
    const TunableKernel usual = tunable_symv(default_for(problem, true));
    values.resize(kFields);
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i] <= 0) values[i] = usual.values[i];
    const SymvParameters p = with_blocking(problem, blocking_of(values));
    return symv_fault(p).empty() ? tunable_symv(p) : usual;
}

std::optional<TunableKernel> parse(std::string_view name) {
    const std::optional<SymvParameters> p = parse_symv(name);
    return p ? std::optional(tunable_symv(*p)) : std::nullopt;
}

TunableKernel usual(const TuningProblem& problem, const DeviceModel& device) {
    return tunable_symv(default_for(problem, device.is_gpu));
}

/// The values of a search, by Field. On CPUs a work-group is one work-item.
std::vector<std::vector<int>> axis_values(ElementType type, const DeviceModel& device, bool full) {
    const auto element = static_cast<int>(size_of(type));
    if (!device.is_gpu)
        return {doublings(16 / element, 64 / element),
                doublings(full ? 16 : 64, 256),
                {1},
                doublings(1, full ? 16 : 4),
                {1},
                {1},
                {1},
                doublings(1, full ? 4 : 1)};
    return {full ? doublings(8 / element, 32 / element) : std::vector{16 / element},
            doublings(full ? 16 : 32, 128),
            doublings(1, full ? 8 : 4),
            doublings(full ? 1 : 2, full ? 64 : 32),
            doublings(full ? 4 : 8, 32),
            doublings(full ? 2 : 4, 16),
            {1, 2},
            full ? doublings(4, 32) : std::vector{16}};
}

/// Whether a kernel is worth a trial: no tower of tiles is twice as high as A, no strip much wider, and the device has
/// what a work-group needs.
bool is_worth_a_trial(const SymvParameters& p, const TuningProblem& problem, const DeviceModel& device) {
    constexpr int kFewestItems = 64;
    constexpr int kMostItems = 512;
    const SymvBlocking& b = p.blocking;
    const auto order_above =
        static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(order(problem))));
    const std::int64_t rows = std::int64_t{b.tile} * b.tall;
    const std::int64_t width = std::int64_t{b.strip / b.tall} * rows;
    if (rows > std::max<std::int64_t>(order_above, b.tall == 1 ? 32 : 0)) return false;
    if (b.strip > b.tall && width > order_above) return false;
    if (is_alone(b)) return true;
    const int items = b.row_items * b.column_items;
    if (device.is_gpu && (items < kFewestItems || items > kMostItems)) return false;
    return device.traits.is_host ||
           (items <= device.traits.max_work_group && symv_local_memory(p) <= device.traits.local_memory);
}

std::vector<FamilySpace> space(const TuningProblem& problem, const DeviceModel& device,
                               const SearchOptions& options) {
    return {product_space(usual(problem, device), axis_values(problem.type, device, options.full),
                          {kTile, kTall, kStrip, kRowItems, kColumnItems, kPatches, kVector, kSumItems},
                          [&](const std::vector<int>& values) -> std::optional<TunableKernel> {
                              const SymvParameters p = with_blocking(problem, blocking_of(values));
                              if (!symv_fault(p).empty() || !is_worth_a_trial(p, problem, device))
                                  return std::nullopt;
                              return tunable_symv(p);
                          })};
}

/// Rows of a tower of tiles.
std::int64_t tower(const TunableKernel& kernel) {
    return std::int64_t{kernel.values[kTile]} * kernel.values[kTall];
}

std::vector<InstructionPtr> instructions(const TunableKernel& kernel) {
    const SymvParameters p = parse_symv(kernel.name).value();
    return {symv_products(p), symv_sum(p, {})};
}

/// Two towers and a half, or a strip and a half of narrow ones.
TuningProblem small_problem(const TuningProblem& problem, const TunableKernel& kernel) {
    constexpr std::int64_t kMost = 1024;
    const std::int64_t width = kernel.values[kTile] * kernel.values[kStrip];
    TuningProblem small = problem;
    small.extents = {std::max(2 * tower(kernel) + tower(kernel) / 2, std::min(kMost, width + width / 2)) | 1};
    return small;
}

KernelExample example(const TuningProblem& problem, const TunableKernel& kernel) {
    const SymvParameters p = parse_symv(kernel.name).value();
    const std::int64_t n = order(problem);
    return {{example_matrix(p.type, n, n), example_matrix(p.type, n), example_matrix(p.type, n),
             example_matrix(p.type, n, sums_of(p, n), ExampleContents::temporary)},
            {{{0, 1, 3}, {0}}, {{3, 2}, {kExampleAlpha, kExampleBeta, 0}}}};
}

std::unique_ptr<TrialOperands> operands(DeviceWork& work, const TuningProblem& problem,
                                        const OperandLayout& layout) {
    return make_symv_trial(work, problem.type, problem.operation != 0, order(problem), layout);
}

}  // namespace

const TunableRoutine& symv_routine() {
    static const TunableRoutine routine{
        .word = "symv",
        .help = "y := alpha A x + beta y with a symmetric A, of which a triangle is stored",
        .operations = {"lower", "upper"},
        .extents = {"n"},
        .fields = {"vector", "tile", "tall", "strip", "row_items", "column_items", "patches", "sum_items"},
        .blocking = {kTile, kTall, kStrip},
        .default_sizes = kSizesOfMatrices,
        .unit = RateUnit::bytes,
        .trials_of_a_cell = kTrialsOfACell,
        .amount = bytes,
        .kernel = kernel_of,
        .parse = parse,
        .usual = usual,
        .space = space,
        .size = tower,
        .instructions = instructions,
        .small_problem = small_problem,
        .example = example,
        .operands = operands};
    return routine;
}

TunableKernel tunable_symv(const SymvParameters& parameters) {
    const SymvParameters p = with_defaults(parameters);
    const SymvBlocking& b = p.blocking;
    return {name(p),
            kFamily,
            p.type,
            p.upper ? 1 : 0,
            {b.vector, b.tile, b.tall, b.strip, b.row_items, b.column_items, 1 + b.prefetch, b.sum_items}};
}

}  // namespace hg::kernels
