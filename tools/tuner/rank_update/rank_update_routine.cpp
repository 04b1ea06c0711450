#include "tools/tuner/rank_update/rank_update_routine.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "kernels/rank_update/rank_update_rules.hpp"
#include "tools/tuner/product_space.hpp"
#include "tools/tuner/rank_update/rank_update_trial.hpp"

namespace hg::kernels {
namespace {

constexpr const char* kFamily = "rank_update";
constexpr int kTrialsOfACell = 24;

/// The values of a kernel.
enum Field : std::size_t { kVector, kItems, kColumns, kUnroll, kFields };

RankUpdate operation_of(const TuningProblem& problem) {
    return *std::ranges::find_if(
        kRankUpdates, [&](RankUpdate operation) { return name(operation) == problem.routine->word; });
}

std::int64_t rows_of(const TuningProblem& problem) {
    return problem.extents.front();
}

std::int64_t columns_of(const TuningProblem& problem) {
    return problem.extents.back();
}

/// A or its triangle twice, vectors once.
double bytes(const TuningProblem& problem) {
    const auto m = static_cast<double>(rows_of(problem));
    const auto n = static_cast<double>(columns_of(problem));
    const RankUpdate operation = operation_of(problem);
    const double of_matrix = operation == RankUpdate::ger ? m * n : n * (n + 1) / 2;
    const double of_vectors = operation == RankUpdate::syr ? n : m + n;
    return (2 * of_matrix + of_vectors) * static_cast<double>(size_of(problem.type));
}

RankUpdateParameters with_blocking(const TuningProblem& problem, const RankUpdateBlocking& blocking) {
    return {.operation = operation_of(problem),
            .type = problem.type,
            .upper = problem.operation != 0,
            .blocking = blocking};
}

RankUpdateParameters default_for(const TuningProblem& problem, bool is_gpu) {
    return with_blocking(problem, default_blocking(operation_of(problem), problem.type, rows_of(problem),
                                                   columns_of(problem), is_gpu));
}

RankUpdateBlocking blocking_of(const std::vector<int>& values) {
    return {values[kVector], values[kItems], values[kColumns], values[kUnroll]};
}

/// What cannot be made is the usual kernel.
TunableKernel kernel_of(const TuningProblem& problem, const std::string& /*family*/,
                        std::vector<int> values) {
    const TunableKernel usual = tunable_rank_update(default_for(problem, true));
    values.resize(kFields);
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i] <= 0) values[i] = usual.values[i];
    const RankUpdateParameters p = with_blocking(problem, blocking_of(values));
    return rank_update_fault(p).empty() ? tunable_rank_update(p) : usual;
}

std::optional<TunableKernel> parse(std::string_view name) {
    const std::optional<RankUpdateParameters> p = parse_rank_update(name);
    if (!p || p->coefficient != VectorCoefficient::number) return std::nullopt;
    return tunable_rank_update(*p);
}

TunableKernel usual(const TuningProblem& problem, const DeviceModel& device) {
    return tunable_rank_update(default_for(problem, device.is_gpu));
}

/// The values of a search, by Field.
std::vector<std::vector<int>> axis_values(ElementType type, const DeviceModel& device, bool full) {
    const auto element = static_cast<int>(size_of(type));
    if (!device.is_gpu)
        return {doublings(16 / element, 64 / element), doublings(full ? 1 : 4, 64),
                doublings(8, full ? 256 : 64), doublings(1, full ? 8 : 4)};
    return {doublings((full ? 8 : 16) / element, 32 / element), doublings(32, full ? 1024 : 256),
            doublings(full ? 1 : 4, full ? 256 : 64), doublings(full ? 1 : 2, full ? 16 : 8)};
}

/// Whether a kernel is worth a trial: no block is twice as large as A, unless it is of the smallest ones.
bool is_worth_a_trial(const RankUpdateParameters& p, const TuningProblem& problem,
                      const DeviceModel& device) {
    constexpr int kFewestItems = 32;
    const auto above = [](std::int64_t n) {
        return static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(n)));
    };
    if (p.blocking.items > kFewestItems && rows_of_block(p) > above(rows_of(problem))) return false;
    if (p.blocking.columns > p.blocking.unroll && p.blocking.columns > above(columns_of(problem)))
        return false;
    return device.traits.is_host || p.blocking.items <= device.traits.max_work_group;
}

std::vector<FamilySpace> space(const TuningProblem& problem, const DeviceModel& device,
                               const SearchOptions& options) {
    return {product_space(usual(problem, device), axis_values(problem.type, device, options.full),
                          {kItems, kColumns, kUnroll, kVector},
                          [&](const std::vector<int>& values) -> std::optional<TunableKernel> {
                              const RankUpdateParameters p = with_blocking(problem, blocking_of(values));
                              if (!rank_update_fault(p).empty() || !is_worth_a_trial(p, problem, device))
                                  return std::nullopt;
                              return tunable_rank_update(p);
                          })};
}

std::int64_t block(const TunableKernel& kernel) {
    return std::int64_t{kernel.values[kVector]} * kernel.values[kItems] * kernel.values[kColumns];
}

std::vector<InstructionPtr> instructions(const TunableKernel& kernel) {
    return {rank_update(parse_rank_update(kernel.name).value())};
}

/// A block and a half along each side; along rows of A two and a half.
TuningProblem small_problem(const TuningProblem& problem, const TunableKernel& kernel) {
    const std::int64_t rows = std::int64_t{kernel.values[kVector]} * kernel.values[kItems];
    const std::int64_t columns = kernel.values[kColumns];
    const std::int64_t m = (rows + rows / 2) | 1;
    TuningProblem small = problem;
    if (problem.extents.size() == 1)
        small.extents = {m};
    else
        small.extents = {m, (2 * columns + columns / 2) | 1};
    return small;
}

KernelExample example(const TuningProblem& problem, const TunableKernel& kernel) {
    const std::int64_t m = rows_of(problem), n = columns_of(problem);
    const ExampleRegister a = example_matrix(kernel.type, m, n), x = example_matrix(kernel.type, m);
    if (operation_of(problem) == RankUpdate::syr) return {{x, a}, {{{0, 1}, {kExampleAlpha, 0}}}};
    return {{x, example_matrix(kernel.type, n), a}, {{{0, 1, 2}, {kExampleAlpha, 0, 0}}}};
}

std::unique_ptr<TrialOperands> operands(DeviceWork& work, const TuningProblem& problem,
                                        const OperandLayout& layout) {
    return make_rank_update_trial(work, default_for(problem, true), rows_of(problem), columns_of(problem),
                                  layout);
}

TunableRoutine routine_of(RankUpdate operation) {
    const bool is_ger = operation == RankUpdate::ger;
    return {.word = name(operation),
            .help = is_ger                         ? "A := alpha x y^T + A"
                    : operation == RankUpdate::syr ? "A := alpha x x^T + A in one triangle"
                                                   : "A := alpha (x y^T + y x^T) + A in one triangle",
            .operations =
                is_ger ? std::vector<std::string_view>{""} : std::vector<std::string_view>{"lower", "upper"},
            .extents = is_ger ? std::vector<std::string_view>{"m", "n"} : std::vector<std::string_view>{"n"},
            .fields = {"vector", "items", "columns", "unroll"},
            .blocking = {kItems, kColumns},
            .default_sizes = is_ger ? DefaultSizes{10, 10'000, 8} : kSizesOfMatrices,
            .unit = RateUnit::bytes,
            .trials_of_a_cell = kTrialsOfACell,
            .amount = bytes,
            .kernel = kernel_of,
            .parse = parse,
            .usual = usual,
            .space = space,
            .size = block,
            .instructions = instructions,
            .small_problem = small_problem,
            .example = example,
            .operands = operands};
}

/// By the numbers of RankUpdate.
const std::vector<TunableRoutine>& all_routines() {
    static const std::vector<TunableRoutine> routines = [] {
        std::vector<TunableRoutine> list;
        for (const RankUpdate operation : kRankUpdates) list.push_back(routine_of(operation));
        return list;
    }();
    return routines;
}

}  // namespace

const TunableRoutine& rank_update_routine(RankUpdate operation) {
    return all_routines()[static_cast<std::size_t>(operation)];
}

std::vector<const TunableRoutine*> rank_update_routines() {
    std::vector<const TunableRoutine*> list;
    for (const TunableRoutine& routine : all_routines()) list.push_back(&routine);
    return list;
}

TunableKernel tunable_rank_update(const RankUpdateParameters& parameters) {
    const RankUpdateParameters p = with_defaults(parameters);
    const RankUpdateBlocking& b = p.blocking;
    return {name(p), kFamily, p.type, p.upper ? 1 : 0, {b.vector, b.items, b.columns, b.unroll}};
}

}  // namespace hg::kernels
