#include "tools/tuner/vector/vector_routine.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "kernels/piece.hpp"
#include "kernels/vector/vector_rules.hpp"
#include "tools/tuner/product_space.hpp"
#include "tools/tuner/vector/vector_trial.hpp"

namespace hg::kernels {
namespace {

constexpr const char* kFamily = "vector";
constexpr int kTrialsOfACell = 30;

/// The values of a kernel.
enum Field : std::size_t { kVector, kWork, kItems, kGroups, kFields };

struct Words {
    std::string word;
    std::string names;
    std::string help;
};

std::string help_of(VectorOperation operation) {
    switch (operation) {
        case VectorOperation::copy:
            return "y := x";
        case VectorOperation::swap:
            return "x, y := y, x";
        case VectorOperation::scal:
            return "x := alpha x";
        case VectorOperation::axpy:
            return "y := alpha x + y";
        case VectorOperation::rot:
            return "x, y := c x + s y, c y - s x";
        case VectorOperation::dot:
            return "The sum of x(i) y(i)";
        case VectorOperation::asum:
            return "The sum of |x(i)|";
        case VectorOperation::nrm2:
            return "The square root of the sum of x(i)^2";
        case VectorOperation::iamax:
            return "The first i of largest |x(i)|";
        case VectorOperation::real_scal:
        case VectorOperation::dotc:
            break;  // of complex elements, which are not tuned
    }
    return {};
}

const std::vector<Words>& all_words() {
    static const std::vector<Words> words = [] {
        std::vector<Words> list;
        for (const VectorOperation operation : kVectorOperations)
            list.push_back(
                {std::string(name(operation)), "vector_" + std::string(name(operation)), help_of(operation)});
        return list;
    }();
    return words;
}

VectorOperation operation_of(const TuningProblem& problem) {
    return *std::ranges::find_if(kVectorOperations, [&](VectorOperation operation) {
        return name(operation) == problem.routine->word;
    });
}

std::int64_t elements(const TuningProblem& problem) {
    return problem.extents.at(0);
}

double bytes(const TuningProblem& problem) {
    const std::int64_t n = elements(problem);
    const Register x{problem.type, 0, n, 1, n};
    const VectorParameters p{.operation = operation_of(problem), .type = problem.type};
    return vector_kernel(p)->cost({std::span(&x, 1), {}}).bytes;
}

/// Reductions that one work-group does take no others.
TunableKernel kernel_with(const TuningProblem& problem, const VectorBlocking& blocking) {
    VectorParameters p{.operation = operation_of(problem), .type = problem.type, .blocking = blocking};
    if (is_reduction(p.operation) && one_group_is_enough(p, elements(problem))) p.blocking.groups = 1;
    return tunable_vector(p);
}

TunableKernel kernel_of(const TuningProblem& problem, const std::string& /*family*/,
                        std::vector<int> values) {
    const VectorBlocking usual;
    values.resize(kFields);
    const auto or_default = [](int value, int default_one) { return value > 0 ? value : default_one; };
    const int widest = elements_of_piece(problem.type, kMostPieceBytes);
    return kernel_with(problem, {.vector = std::min(values[kVector], widest),
                                 .work = or_default(values[kWork], usual.work),
                                 .items = or_default(values[kItems], usual.items),
                                 .groups = or_default(values[kGroups], usual.groups)});
}

std::optional<TunableKernel> parse(std::string_view name) {
    const std::optional<VectorParameters> p = parse_vector(name);
    if (!p || p->coefficient != VectorCoefficient::number) return std::nullopt;
    return tunable_vector(*p);
}

TunableKernel usual(const TuningProblem& problem, const DeviceModel& device) {
    return kernel_with(problem, default_blocking(operation_of(problem), problem.type, device.is_gpu));
}

/// The values of the axes of a search, in the order of Field.
using AxisValues = std::array<std::vector<int>, kFields>;

/// 1, and some for each compute unit. What writes may be fastest with a work-group for each step.
std::vector<int> group_counts(VectorOperation operation, const DeviceModel& device) {
    constexpr int kOneForEachStep = 1 << 20;
    const int units = static_cast<int>(std::clamp<std::int64_t>(device.traits.compute_units, 1, 1 << 12));
    std::set<int> counts{1, std::max(units / 4, 1)};
    for (const int each : {1, 2, 4, 8, 16, 64}) counts.insert(units * each);
    if (!is_reduction(operation)) counts.insert(kOneForEachStep);
    return {counts.begin(), counts.end()};
}

AxisValues axis_values(VectorOperation operation, ElementType type, const DeviceModel& device, bool full) {
    const int bytes_at_once = device.is_gpu && !full ? 32 : kMostPieceBytes;
    const int most_items = device.traits.is_host
                               ? 256
                               : static_cast<int>(std::min<std::int64_t>(device.traits.max_work_group, 1024));
    const auto [fewest, most] = device.is_gpu ? std::pair(32, 1024) : std::pair(1, 16);
    return {doublings(1, bytes_at_once / static_cast<int>(size_of(type))), doublings(1, full ? 16 : 8),
            doublings(std::min(fewest, most_items), std::min(most, most_items)),
            group_counts(operation, device)};
}

bool fits(const VectorParameters& p, const DeviceModel& device) {
    constexpr std::int64_t kMostOfAnItem = 24;  // bytes of local memory: three sums of nrm2
    return device.traits.is_host || !is_reduction(p.operation) ||
           p.blocking.items * kMostOfAnItem <= device.traits.local_memory;
}

/// Kernels of a step no longer than the vector, or of the shortest one; with work-groups that all have a step, or just
/// the first number that is too large.
FamilySpace space_of(const TuningProblem& problem, const DeviceModel& device, bool full) {
    const AxisValues axes = axis_values(operation_of(problem), problem.type, device, full);
    FamilySpace space{kFamily, {}, {}};
    for (const Field field : {kItems, kGroups, kWork, kVector}) space.axes.push_back({field, axes[field]});
    std::set<std::string> listed;
    const auto add = [&](const VectorBlocking& blocking) {
        TunableKernel kernel = kernel_with(problem, blocking);
        if (listed.insert(kernel.name).second) space.kernels.push_back(std::move(kernel));
    };
    for (const int items : axes[kItems])
        for (const int work : axes[kWork])
            for (const int vector : axes[kVector]) {
                const VectorParameters p{operation_of(problem), problem.type, {}, {vector, work, items, 1}};
                const std::int64_t steps = elements(problem) / chunk_of(p);
                if ((steps < 1 && vector * work > 1) || !fits(p, device)) continue;
                std::int64_t before = 0;
                for (const int groups : axes[kGroups]) {
                    if (groups == 1 || before < steps) add({vector, work, items, groups});
                    before = groups;
                }
            }
    return space;
}

std::vector<FamilySpace> space(const TuningProblem& problem, const DeviceModel& device,
                               const SearchOptions& options) {
    return {space_of(problem, device, options.full)};
}

std::int64_t chunk(const TunableKernel& kernel) {
    return chunk_of(parse_vector(kernel.name).value());
}

std::vector<InstructionPtr> instructions(const TunableKernel& kernel) {
    const VectorParameters p = parse_vector(kernel.name).value();
    std::vector<InstructionPtr> list{vector_kernel(p)};
    if (is_reduction(p.operation) && p.blocking.groups > 1)
        list.push_back(vector_total(p.operation, p.type, p.blocking.items));
    return list;
}

/// Two steps and a half, and an odd number of elements.
TuningProblem small_problem(const TuningProblem& problem, const TunableKernel& kernel) {
    TuningProblem small = problem;
    small.extents = {(2 * chunk(kernel) + chunk(kernel) / 2) | 1};
    return small;
}

/// The scalars that an operation takes.
std::vector<ScalarValue> example_scalars(VectorOperation operation) {
    std::vector<ScalarValue> scalars;
    if (operation == VectorOperation::scal || operation == VectorOperation::axpy) scalars = {kExampleAlpha};
    if (operation == VectorOperation::rot) scalars = {0.8125, 0.59375};
    if (vectors_of(operation) == 2) scalars.emplace_back(0);  // reversed
    return scalars;
}

/// x and y; then of a reduction its result and, if there are several, the sums of work-groups.
KernelExample example(const TuningProblem& problem, const TunableKernel& kernel) {
    const VectorParameters p = parse_vector(kernel.name).value();
    const std::int64_t n = elements(problem);
    const auto vectors = static_cast<std::size_t>(vectors_of(p.operation));
    KernelExample found{{vectors, example_matrix(p.type, n)}, {{{}, example_scalars(p.operation)}}};
    std::vector<std::size_t>& operands = found.launches[0].registers;
    for (std::size_t v = 0; v < vectors; ++v) operands.push_back(v);
    if (!is_reduction(p.operation)) return found;
    const bool is_place = p.operation == VectorOperation::iamax;
    const ElementType type = is_place ? ElementType::i32 : p.type;
    const std::size_t result = vectors, sums = vectors + 1;
    found.registers.push_back(example_matrix(type, 1));
    operands.push_back(p.blocking.groups == 1 ? result : sums);
    if (p.blocking.groups == 1) return found;
    found.registers.push_back(
        example_matrix(type, groups_of(p, n), sums_of(p.operation), ExampleContents::temporary));
    found.launches.push_back({{sums, result}, {}});
    if (is_place) found.launches[1].registers = {0, sums, result};
    return found;
}

std::unique_ptr<TrialOperands> operands(DeviceWork& work, const TuningProblem& problem,
                                        const OperandLayout& layout) {
    return make_vector_trial(work, operation_of(problem), problem.type, elements(problem), layout);
}

TunableRoutine routine_of(const Words& words) {
    return {.word = words.word,
            .names = words.names,
            .help = words.help,
            .operations = {""},
            .extents = {"n"},
            .fields = {"vector", "work", "items", "groups"},
            .blocking = {kItems, kGroups},
            .default_sizes = {10, 10'000'000, 16},
            .unit = RateUnit::bytes,
            .trials_of_a_cell = kTrialsOfACell,
            .amount = bytes,
            .kernel = kernel_of,
            .parse = parse,
            .usual = usual,
            .space = space,
            .size = chunk,
            .instructions = instructions,
            .small_problem = small_problem,
            .example = example,
            .operands = operands};
}

/// By the numbers of VectorOperation.
const std::vector<TunableRoutine>& all_routines() {
    static const std::vector<TunableRoutine> routines = [] {
        std::vector<TunableRoutine> list;
        for (const Words& words : all_words()) list.push_back(routine_of(words));
        return list;
    }();
    return routines;
}

}  // namespace

const TunableRoutine& vector_routine(VectorOperation operation) {
    return all_routines()[static_cast<std::size_t>(operation)];
}

std::vector<const TunableRoutine*> vector_routines() {
    std::vector<const TunableRoutine*> list;
    for (const TunableRoutine& routine : all_routines()) list.push_back(&routine);
    return list;
}

TunableKernel tunable_vector(const VectorParameters& parameters) {
    const VectorParameters p = with_defaults(parameters);
    const VectorBlocking& b = p.blocking;
    return {name(p), kFamily, p.type, 0, {b.vector, b.work, b.items, b.groups}};
}

}  // namespace hg::kernels
