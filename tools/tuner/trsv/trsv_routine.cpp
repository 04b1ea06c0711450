#include "tools/tuner/trsv/trsv_routine.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "kernels/trsv/trsv_rules.hpp"
#include "tools/tuner/product_space.hpp"
#include "tools/tuner/trsv/trsv_trial.hpp"

namespace hg::kernels {
namespace {

constexpr const char* kFamily = "trsv";
constexpr int kTrialsOfACell = 24;

/// The values of a kernel.
enum Field : std::size_t { kBlock, kInner, kVector, kItems, kAhead, kGroups, kFields };

std::int64_t order(const TuningProblem& problem) {
    return problem.extents.at(0);
}

/// The triangle once, x twice.
double bytes(const TuningProblem& problem) {
    const auto n = static_cast<double>(order(problem));
    return (n * (n + 1) / 2 + 2 * n) * static_cast<double>(size_of(problem.type));
}

TrsvParameters with_blocking(const TuningProblem& problem, const TrsvBlocking& blocking) {
    TrsvParameters p{problem.type, problem.operation != 0, blocking};
    if (p.blocking.items == 1) p.blocking.ahead = 0;
    return p;
}

TrsvParameters default_for(const TuningProblem& problem, bool is_gpu) {
    return with_blocking(problem, default_trsv_blocking(problem.type, order(problem), is_gpu));
}

TrsvBlocking blocking_of(const std::vector<int>& values) {
    return {values[kBlock], values[kInner], values[kVector], values[kItems], values[kAhead], values[kGroups]};
}

/// What cannot be made is the usual kernel.
TunableKernel kernel_of(const TuningProblem& problem, const std::string& /*family*/,
                        std::vector<int> values) {
    const TunableKernel usual = tunable_trsv(default_for(problem, true));
    values.resize(kFields);
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i] <= 0) values[i] = usual.values[i];
    const TrsvParameters p = with_blocking(problem, blocking_of(values));
    return trsv_fault(p).empty() ? tunable_trsv(p) : usual;
}

/// Of kernels with several work-items those that read ahead.
std::optional<TunableKernel> parse(std::string_view name) {
    const std::optional<TrsvParameters> p = parse_trsv(name);
    if (!p || (p->blocking.ahead == 0) != (p->blocking.items == 1)) return std::nullopt;
    return tunable_trsv(*p);
}

TunableKernel usual(const TuningProblem& problem, const DeviceModel& device) {
    return tunable_trsv(default_for(problem, device.is_gpu));
}

/// The values of a search, by Field. On CPUs a work-group is one work-item.
std::vector<std::vector<int>> axis_values(ElementType type, const DeviceModel& device, bool full) {
    const auto element = static_cast<int>(size_of(type));
    const auto units =
        static_cast<int>(std::clamp<std::int64_t>(device.traits.compute_units, 1, std::int64_t{1} << 12));
    const std::vector<int> blocks = doublings(full ? 16 : 32, 128);
    const std::vector<int> inner = doublings(full ? 2 : 4, 32);
    if (!device.is_gpu) return {blocks, inner, doublings(16 / element, 64 / element), {1}, {1}, {64}};
    const std::vector<int> groups =
        units == 1024 ? std::vector{1024} : std::vector{std::min(units, 1024), std::max(units, 1024)};
    return {blocks,
            inner,
            full ? doublings(8 / element, 32 / element) : std::vector{16 / element},
            doublings(full ? 32 : 128, 1024),
            full ? std::vector{1, 2, 3, 4} : std::vector{1, 2, 4},
            groups};
}

/// Whether a kernel is worth a trial: no block is twice as large as A, and the device has what its instructions need.
bool is_worth_a_trial(const TrsvParameters& p, const TuningProblem& problem, const DeviceModel& device) {
    const auto largest = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(order(problem))));
    if (p.blocking.block > std::max<std::int64_t>(largest, 16)) return false;
    if (device.traits.is_host) return true;
    return p.blocking.items <= device.traits.max_work_group &&
           trsv_local_memory(p) <= device.traits.local_memory;
}

std::vector<FamilySpace> space(const TuningProblem& problem, const DeviceModel& device,
                               const SearchOptions& options) {
    return {product_space(usual(problem, device), axis_values(problem.type, device, options.full),
                          {kBlock, kItems, kAhead, kInner, kGroups, kVector},
                          [&](const std::vector<int>& values) -> std::optional<TunableKernel> {
                              const TrsvParameters p = with_blocking(problem, blocking_of(values));
                              if (!trsv_fault(p).empty() || !is_worth_a_trial(p, problem, device))
                                  return std::nullopt;
                              return tunable_trsv(p);
                          })};
}

std::int64_t block(const TunableKernel& kernel) {
    return kernel.values[kBlock];
}

std::vector<InstructionPtr> instructions(const TunableKernel& kernel) {
    const TrsvParameters p = parse_trsv(kernel.name).value();
    return {trsv_inverses(p), trsv_solve(p)};
}

/// Two blocks and a half.
TuningProblem small_problem(const TuningProblem& problem, const TunableKernel& kernel) {
    TuningProblem small = problem;
    small.extents = {(2 * block(kernel) + block(kernel) / 2) | 1};
    return small;
}

/// With a lower triangle.
KernelExample example(const TuningProblem& problem, const TunableKernel& kernel) {
    const TrsvParameters p = parse_trsv(kernel.name).value();
    const std::int64_t n = order(problem);
    const std::int64_t side = p.blocking.block;
    const std::int64_t blocks = trsv_blocks(p, n);
    return {{example_matrix(p.type, n, n, ExampleContents::triangle), example_matrix(p.type, n),
             example_matrix(p.type, side, blocks * (2 * side + 2), ExampleContents::temporary),
             example_matrix(ElementType::i32, 1 + blocks, 1, ExampleContents::temporary)},
            {{{0, 2, 3}, {0, 0}}, {{0, 2, 3, 1}, {0, 0, 0}}}};
}

std::unique_ptr<TrialOperands> operands(DeviceWork& work, const TuningProblem& problem,
                                        const OperandLayout& layout) {
    return make_trsv_trial(work, problem.type, problem.operation != 0, order(problem), layout);
}

}  // namespace

const TunableRoutine& trsv_routine() {
    static const TunableRoutine routine{.word = "trsv",
                                        .help = "x := op(A)^-1 x with a triangle, as it is and transposed",
                                        .operations = {"n", "t"},
                                        .extents = {"n"},
                                        .fields = {"block", "inner", "vector", "items", "ahead", "groups"},
                                        .blocking = {kBlock, kItems, kAhead},
                                        .default_sizes = kSizesOfMatrices,
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
    return routine;
}

TunableKernel tunable_trsv(const TrsvParameters& parameters) {
    const TrsvParameters p = with_defaults(parameters);
    const TrsvBlocking& b = p.blocking;
    return {name(p),
            kFamily,
            p.type,
            p.transposed ? 1 : 0,
            {b.block, b.inner, b.vector, b.items, b.ahead, b.groups}};
}

}  // namespace hg::kernels
