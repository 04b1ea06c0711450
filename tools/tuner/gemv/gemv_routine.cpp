#include "tools/tuner/gemv/gemv_routine.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "kernels/gemv/gemv_rules.hpp"
#include "kernels/piece.hpp"
#include "tools/tuner/gemv/gemv_trial.hpp"
#include "tools/tuner/gemv/trmv_trial.hpp"
#include "tools/tuner/product_space.hpp"

namespace hg::kernels {
namespace {

constexpr const char* kFamily = "gemv";
constexpr int kTrialsOfACell = 24;

/// The values of a kernel.
enum Field : std::size_t { kRowItems, kColumnItems, kVector, kRows, kColumns, kUnroll, kSplit, kFields };

/// trmv has the same kernels, with a triangle of A, which is square.
bool is_triangle(const TuningProblem& problem) {
    return problem.routine == &trmv_routine();
}

std::int64_t rows_of(const TuningProblem& problem) {
    return problem.extents.front();
}

std::int64_t columns_of(const TuningProblem& problem) {
    return problem.extents.back();
}

bool is_transposed(const TuningProblem& problem) {
    return problem.operation != 0;
}

/// A once, x once, y twice; of trmv the triangle once, x twice.
double bytes(const TuningProblem& problem) {
    const auto m = static_cast<double>(rows_of(problem));
    const auto n = static_cast<double>(columns_of(problem));
    const bool triangle = is_triangle(problem);
    const double of_matrix = triangle ? n * (n + 1) / 2 : m * n;
    const double of_vectors = triangle ? 2 * n : is_transposed(problem) ? m + 2 * n : n + 2 * m;
    return (of_matrix + of_vectors) * static_cast<double>(size_of(problem.type));
}

GemvParameters with_blocking(const TuningProblem& problem, const GemvBlocking& blocking) {
    GemvParameters p{.type = problem.type,
                     .transpose = is_transposed(problem),
                     .triangle = is_triangle(problem),
                     .blocking = blocking};
    p = with_defaults(p);
    const auto most = static_cast<int>(std::bit_floor(static_cast<std::uint64_t>(rows_of(problem))));
    p.blocking.vector = std::min({p.blocking.vector, most, elements_of_piece(p.type, kMostPieceBytes)});
    (p.transpose ? p.blocking.rows : p.blocking.columns) = 1;
    return p;
}

GemvParameters default_for(const TuningProblem& problem, bool is_gpu) {
    return with_blocking(problem,
                         default_gemv_blocking(problem.type, is_transposed(problem), rows_of(problem),
                                               columns_of(problem), is_gpu, is_triangle(problem)));
}

GemvBlocking blocking_of(const std::vector<int>& values) {
    return {values[kRowItems], values[kColumnItems], values[kVector], values[kRows],
            values[kColumns],  values[kUnroll],      values[kSplit]};
}

/// Pieces longer than a column are as long as fits. What cannot be made at all is the usual kernel.
TunableKernel kernel_of(const TuningProblem& problem, const std::string& /*family*/,
                        std::vector<int> values) {
    const TunableKernel usual = tunable_gemv(default_for(problem, true));
    values.resize(kFields);
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i] <= 0) values[i] = usual.values[i];
    const GemvParameters p = with_blocking(problem, blocking_of(values));
    return gemv_fault(p).empty() ? tunable_gemv(p) : usual;
}

std::optional<TunableKernel> parse(std::string_view name, bool triangle) {
    const std::optional<GemvParameters> p = parse_gemv(name);
    if (!p || p->triangle != triangle || p->overwrite || p->alpha != VectorCoefficient::number ||
        p->beta != VectorCoefficient::number)
        return std::nullopt;
    return tunable_gemv(*p);
}

TunableKernel usual(const TuningProblem& problem, const DeviceModel& device) {
    return tunable_gemv(default_for(problem, device.is_gpu));
}

/// The values of the axes of a search, in the order of Field.
std::vector<std::vector<int>> axis_values(const TuningProblem& problem, const DeviceModel& device,
                                          bool full) {
    const bool transposed = is_transposed(problem);
    const std::vector<int> one{1};
    const auto element = static_cast<int>(size_of(problem.type));
    if (!device.is_gpu)
        return {doublings(1, 4),
                doublings(1, transposed ? 64 : 4),
                doublings(16 / element, 64 / element),
                transposed ? one : doublings(1, 64),
                transposed ? doublings(1, 8) : one,
                doublings(1, 8),
                doublings(1, full ? 64 : 16)};
    return {doublings(4, 256),
            doublings(1, 128),
            doublings(full ? 1 : 8 / element, 16 / element),
            transposed ? one : doublings(1, full ? 8 : 4),
            transposed ? doublings(1, full ? 8 : 4) : one,
            doublings(full ? 1 : 2, 8),
            doublings(1, full ? 1024 : 64)};
}

std::int64_t power_above(std::int64_t value) {
    return static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(value)));
}

/// Whether a kernel is worth a trial: no work-group stands mostly beside A, those that share a sum have a strip each, and
/// they are not many more than the device runs.
bool is_worth_a_trial(const GemvParameters& p, const TuningProblem& problem, const DeviceModel& device) {
    constexpr std::int64_t kFewestItems = 32;
    constexpr std::int64_t kMostItems = 512;
    constexpr std::int64_t kGroupsOfAUnit = 16;
    const bool t = p.transpose;
    const std::int64_t out = t ? columns_of(problem) : rows_of(problem);
    const std::int64_t in = t ? rows_of(problem) : columns_of(problem);
    const std::int64_t items = std::int64_t{p.blocking.row_items} * p.blocking.column_items;
    const std::int64_t block = gemv_block(p);
    const std::int64_t strip = gemv_strip(p);
    const std::int64_t split = p.blocking.split;
    if (block > power_above(out) || strip > power_above(in)) return false;
    if (device.is_gpu && (items > kMostItems || items < std::min(kFewestItems, power_above(in * out) / 8)))
        return false;
    if (!device.traits.is_host &&
        (items > device.traits.max_work_group || gemv_local_memory(p) > device.traits.local_memory))
        return false;
    const std::int64_t units = std::max<std::int64_t>(device.traits.compute_units, 1);
    return split == 1 || (split <= in / strip && (out + block - 1) / block * split <= kGroupsOfAUnit * units);
}

std::vector<FamilySpace> space(const TuningProblem& problem, const DeviceModel& device,
                               const SearchOptions& options) {
    return {product_space(usual(problem, device), axis_values(problem, device, options.full),
                          {kRowItems, kColumnItems, kSplit, kUnroll, kRows, kColumns, kVector},
                          [&](const std::vector<int>& values) -> std::optional<TunableKernel> {
                              const GemvParameters p = with_blocking(problem, blocking_of(values));
                              if (!is_worth_a_trial(p, problem, device) || !gemv_fault(p).empty())
                                  return std::nullopt;
                              return tunable_gemv(p);
                          })};
}

std::int64_t block(const TunableKernel& kernel) {
    return gemv_block(parse_gemv(kernel.name).value());
}

std::vector<InstructionPtr> instructions(const TunableKernel& kernel) {
    const GemvParameters p = parse_gemv(kernel.name).value();
    std::vector<InstructionPtr> list{gemv_kernel(p)};
    if (leaves_sums(p))
        list.push_back(gemv_total(
            {.type = p.type, .overwrite = p.triangle, .lanes = gemv_total_lanes(p.blocking.split)}));
    return list;
}

/// Two blocks and a half, and strips of which some work-groups have one more than others. A triangle has as many of both as
/// its most rows hold.
TuningProblem small_problem(const TuningProblem& problem, const TunableKernel& kernel) {
    constexpr std::int64_t kMostStrips = 16;
    constexpr std::int64_t kMostOfTriangle = 1024;
    const GemvParameters p = parse_gemv(kernel.name).value();
    const std::int64_t strip = gemv_strip(p);
    const std::int64_t strips = std::min<std::int64_t>(2 * std::int64_t{p.blocking.split}, kMostStrips);
    const std::int64_t out = (2 * gemv_block(p) + gemv_block(p) / 2) | 1;
    const std::int64_t in = (strips * strip + strip / 2) | 1;
    TuningProblem small = problem;
    if (p.triangle)
        small.extents = {std::min(std::max(in, out), kMostOfTriangle) | 1};
    else
        small.extents = p.transpose ? Extents{in, out} : Extents{out, in};
    return small;
}

KernelExample example(const TuningProblem& problem, const TunableKernel& kernel) {
    const GemvParameters p = parse_gemv(kernel.name).value();
    const std::int64_t m = rows_of(problem), n = columns_of(problem);
    if (p.triangle)
        return {{example_matrix(p.type, n, n, ExampleContents::triangle), example_matrix(p.type, n),
                 example_matrix(p.type, n, p.blocking.split, ExampleContents::temporary)},
                {{{0, 1, 2}, {0, 0, 0}}, {{2, 1}, {kExampleAlpha, 0}}}};
    const std::int64_t in = p.transpose ? m : n, out = p.transpose ? n : m;
    KernelExample found{
        {example_matrix(p.type, m, n), example_matrix(p.type, in), example_matrix(p.type, out)},
        {{{0, 1, 2}, {kExampleAlpha, kExampleBeta, 0, 0}}}};
    if (!leaves_sums(p)) return found;
    found.registers.push_back(example_matrix(p.type, out, p.blocking.split, ExampleContents::temporary));
    found.launches = {{{0, 1, 3}, {0}}, {{3, 2}, {kExampleAlpha, kExampleBeta, 0}}};
    return found;
}

std::unique_ptr<TrialOperands> operands(DeviceWork& work, const TuningProblem& problem,
                                        const OperandLayout& layout) {
    if (is_triangle(problem))
        return make_trmv_trial(work, problem.type, is_transposed(problem), rows_of(problem), layout);
    return make_gemv_trial(work, problem.type, is_transposed(problem), rows_of(problem), columns_of(problem),
                           layout);
}

TunableRoutine routine_of(bool triangle) {
    return {
        .word = triangle ? "trmv" : "gemv",
        .help = triangle ? "x := op(A) x with a triangle, as it is and transposed"
                         : "y := alpha op(A) x + beta y, A as it is and transposed",
        .operations = {"n", "t"},
        .extents = triangle ? std::vector<std::string_view>{"n"} : std::vector<std::string_view>{"m", "n"},
        .fields = {"row_items", "column_items", "vector", "rows", "columns", "unroll", "split"},
        .blocking = {kRowItems, kColumnItems, kSplit},
        .default_sizes = triangle ? kSizesOfMatrices : DefaultSizes{10, 10'000, 8},
        .unit = RateUnit::bytes,
        .trials_of_a_cell = kTrialsOfACell,
        .amount = bytes,
        .kernel = kernel_of,
        .parse = triangle ? +[](std::string_view name) { return parse(name, true); }
                          : +[](std::string_view name) { return parse(name, false); },
        .usual = usual,
        .space = space,
        .size = block,
        .instructions = instructions,
        .small_problem = small_problem,
        .example = example,
        .operands = operands};
}

}  // namespace

const TunableRoutine& gemv_routine() {
    static const TunableRoutine routine = routine_of(false);
    return routine;
}

const TunableRoutine& trmv_routine() {
    static const TunableRoutine routine = routine_of(true);
    return routine;
}

TunableKernel tunable_gemv(const GemvParameters& parameters) {
    const GemvParameters p = with_defaults(parameters);
    const GemvBlocking& b = p.blocking;
    return {name(p),
            kFamily,
            p.type,
            p.transpose ? 1 : 0,
            {b.row_items, b.column_items, b.vector, b.rows, b.columns, b.unroll, b.split}};
}

}  // namespace hg::kernels
