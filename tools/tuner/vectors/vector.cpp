#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "kernels/vector/vector_rules.hpp"
#include "tools/tuner/tabled_family.hpp"
#include "tools/tuner/vectors/vector_judge.hpp"
#include "tools/tuner/vectors/vectors.hpp"

namespace hg::kernels {
namespace {

struct Words {
    std::string_view names;  ///< what names of kernels begin with: "vector_" and the routine's word
    std::string_view help;
};

/// By the numbers of VectorOperation. Operations of complex elements alone are not tuned.
constexpr std::array<Words, std::size(kVectorOperations)> kWords{{
    {"vector_copy", "y := x"},
    {"vector_swap", "x, y := y, x"},
    {"vector_scal", "x := alpha x"},
    {"vector_axpy", "y := alpha x + y"},
    {"vector_rot", "x, y := c x + s y, c y - s x"},
    {"vector_dot", "The sum of x(i) y(i)"},
    {"vector_asum", "The sum of |x(i)|"},
    {"vector_nrm2", "The square root of the sum of x(i)^2"},
    {"vector_iamax", "The first i of largest |x(i)|"},
}};

struct VectorTuning {
    using Parameters = VectorParameters;
    using B = VectorBlocking;
    static constexpr std::string_view kFamily = "vector";
    static constexpr const auto& kFields = kVectorFields;
    static constexpr std::array kTelling{&B::items, &B::groups, &B::work, &B::vector};
    static constexpr std::size_t kBlocking = 2;
    static constexpr int kTrials = 30;
    static constexpr auto fault = vector_fault;

    static double bytes(const TuningProblem& problem) {
        const std::int64_t n = problem.extents.at(0);
        const Register x{problem.type, 0, n, 1, n};
        return vector_kernel(parameters(problem, {}))->cost({std::span(&x, 1), {}}).bytes;
    }
    /// Reductions that one work-group does take no others.
    static Parameters parameters(const TuningProblem& problem, const B& blocking) {
        Parameters p{.operation = operation_of(kVectorOperations, problem),
                     .type = problem.type,
                     .blocking = blocking};
        p.blocking.vector = std::min(p.blocking.vector, elements_of_piece(p.type, kMostPieceBytes));
        if (is_reduction(p.operation) && one_group_is_enough(p, problem.extents.at(0))) p.blocking.groups = 1;
        return p;
    }
    static Parameters default_kernel(const TuningProblem& problem, bool is_gpu) {
        return parameters(problem,
                          default_blocking(operation_of(kVectorOperations, problem), problem.type, is_gpu));
    }
    static int operation(const Parameters& /*p*/) { return 0; }
    static std::optional<Parameters> read(std::string_view name) {
        const std::optional<Parameters> p = parse_vector(name);
        return p && p->coefficient == VectorCoefficient::number ? p : std::nullopt;
    }

    /// Work-groups: 1, and some for each compute unit. What writes may be fastest with one for each step.
    static void change(std::vector<std::vector<int>>& values, const TuningProblem& problem,
                       const DeviceModel& device, bool /*full*/) {
        constexpr int kOneForEachStep = 1 << 20;
        const DeviceTraits& traits = device.traits;
        const int units = static_cast<int>(std::clamp<std::int64_t>(traits.compute_units, 1, 1 << 12));
        std::set<int> counts{1, std::max(units / 4, 1)};
        for (const int each : {1, 2, 4, 8, 16, 64}) counts.insert(units * each);
        if (!is_reduction(operation_of(kVectorOperations, problem))) counts.insert(kOneForEachStep);
        values[position_of(kFields, &B::groups)].assign(counts.begin(), counts.end());
        const std::int64_t most_items =
            traits.is_host ? 256 : std::min<std::int64_t>(traits.max_work_group, 1024);
        std::vector<int>& items = values[position_of(kFields, &B::items)];
        items = doublings(static_cast<int>(std::min<std::int64_t>(items.front(), most_items)),
                          static_cast<int>(std::min<std::int64_t>(items.back(), most_items)));
    }

    static bool is_worth_a_trial(const Parameters& p, const TuningProblem& problem,
                                 const DeviceModel& device) {
        constexpr std::int64_t kMostOfAnItem = 24;  // bytes of local memory: three sums of nrm2
        const bool is_long = problem.extents.at(0) < chunk_of(p) && p.blocking.vector * p.blocking.work > 1;
        return !is_long && (device.traits.is_host || !is_reduction(p.operation) ||
                            p.blocking.items * kMostOfAnItem <= device.traits.local_memory);
    }

    /// Kernels of a step no longer than the vector, or of the shortest one; with work-groups that all have a
    /// step, or just the first number that is too large.
    static FamilySpace space(const TuningProblem& problem, const DeviceModel& device,
                             const std::vector<std::vector<int>>& values) {
        const auto tried = [&](int B::*value) { return values[position_of(kFields, value)]; };
        FamilySpace space{std::string(kFamily), {}, {}};
        for (const auto value : kTelling) space.axes.push_back({position_of(kFields, value), tried(value)});
        std::set<std::string> listed;
        const auto add = [&](const B& blocking) {
            TunableKernel kernel = TabledFamily<VectorTuning>::tunable(parameters(problem, blocking));
            if (listed.insert(kernel.name).second) space.kernels.push_back(std::move(kernel));
        };
        for (const int items : tried(&B::items))
            for (const int work : tried(&B::work))
                for (const int vector : tried(&B::vector)) {
                    const Parameters p{
                        operation_of(kVectorOperations, problem), problem.type, {}, {vector, work, items, 1}};
                    if (!is_worth_a_trial(p, problem, device)) continue;
                    const std::int64_t steps = problem.extents.at(0) / chunk_of(p);
                    std::int64_t before = 0;
                    for (const int groups : tried(&B::groups)) {
                        if (groups == 1 || before < steps) add({vector, work, items, groups});
                        before = groups;
                    }
                }
        return space;
    }

    static std::int64_t size(const Parameters& p) { return chunk_of(p); }
    static std::vector<InstructionPtr> instructions(const Parameters& p) {
        std::vector<InstructionPtr> list{vector_kernel(p)};
        if (is_reduction(p.operation) && p.blocking.groups > 1)
            list.push_back(vector_total(p.operation, p.type, p.blocking.items));
        return list;
    }
    /// Two steps and a half, and an odd number of elements.
    static Extents small_extents(const Parameters& p) { return {(2 * size(p) + size(p) / 2) | 1}; }

    /// The scalars that an operation takes.
    static std::vector<ScalarValue> scalars(VectorOperation operation, bool aligned) {
        std::vector<ScalarValue> scalars;
        if (operation == VectorOperation::scal || operation == VectorOperation::axpy)
            scalars = {kExampleAlpha};
        if (operation == VectorOperation::rot) scalars = {kExampleC, kExampleS};
        if (vectors_of(operation) == 2) scalars.emplace_back(aligned ? 0 : 1);  // reversed
        return scalars;
    }
    /// x and y; then of a reduction its result and, if there are several, the sums of work-groups.
    static KernelExample example(const TuningProblem& problem, const Parameters& p, bool aligned) {
        const std::int64_t n = problem.extents.at(0);
        const auto vectors = static_cast<std::size_t>(vectors_of(p.operation));
        KernelExample found{{vectors, example_vector(p.type, n)}, {{{}, scalars(p.operation, aligned)}}};
        std::vector<std::size_t>& registers = found.launches[0].registers;
        for (std::size_t v = 0; v < vectors; ++v) registers.push_back(v);
        if (!is_reduction(p.operation)) return found;
        const ElementType type = result_type(p.operation, p.type);
        const std::size_t result = vectors, sums = vectors + 1;
        found.registers.push_back(example_matrix(type, 1));
        registers.push_back(p.blocking.groups == 1 ? result : sums);
        if (p.blocking.groups == 1) return found;
        found.registers.push_back(example_temporary(type, groups_of(p, n), sums_of(p.operation)));
        found.launches.push_back({{sums, result}, {}});
        if (p.operation == VectorOperation::iamax) found.launches[1].registers = {0, sums, result};
        return found;
    }
    static constexpr auto operands = make_trial<VectorJudge>;
};

TunableRoutine words_of_vector(VectorOperation operation) {
    const auto& [names, help] = kWords[static_cast<std::size_t>(operation)];
    return {.word = names.substr(names.find('_') + 1),
            .names = names,
            .help = help,
            .operations = {""},
            .extents = {"n"},
            .default_sizes = {10, 10'000'000, 16}};
}

}  // namespace

const TunableRoutine& vector_routine(VectorOperation operation) {
    static const auto routines = routines_of<VectorTuning>(kVectorOperations, words_of_vector);
    return routines[static_cast<std::size_t>(operation)];
}

TunableKernel tunable_vector(const VectorParameters& parameters) {
    return TabledFamily<VectorTuning>::tunable(parameters);
}

}  // namespace hg::kernels
