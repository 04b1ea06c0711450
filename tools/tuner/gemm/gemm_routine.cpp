#include "tools/tuner/gemm/gemm_routine.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "host_blas/element_arithmetic.hpp"
#include "kernels/gemm/gemm_space.hpp"
#include "tools/tuner/gemm/gemm_kernel.hpp"
#include "tools/tuner/gemm/gemm_reference.hpp"
#include "tools/tuner/problem/trial.hpp"

namespace hg::kernels {
namespace {

/// Other than 0 and 1, exact in both precisions; without imaginary parts for real elements.
GemmScalars gemm_example_scalars(ElementType type) {
    if (is_complex(type)) return {.alpha = {kExampleAlpha, -0.625}, .beta = {kExampleBeta, 0.75}};
    return {.alpha = kExampleAlpha, .beta = kExampleBeta};
}

/// A product. Small results are compared element by element, large ones by their product with a random
/// vector: see GemmReference for the bounds.
template <class T>
class GemmJudge final : public Judge {
  public:
    explicit GemmJudge(const GemmShape& shape) : shape_(shape) {}

    void see(const HostOperands& before) override {
        constexpr double kSmall = 0x1p27;  // steps: a host does as many in milliseconds
        const double steps =
            static_cast<double>(shape_.m) * static_cast<double>(shape_.n) * static_cast<double>(shape_.k);
        const GemmOperands<T> operands{before.elements<T>(0), before.elements<T>(1), before.elements<T>(2),
                                       before.shapes[0].ld,   before.shapes[1].ld,   before.shapes[2].ld};
        const auto make = steps <= kSmall ? whole_reference<T> : projected_reference<T>;
        reference_ = make(shape_, operands, gemm_example_scalars(shape_.type));
    }

    std::string fault_of(const PreparedKernel& kernel, const HostOperands& /*before*/,
                         const HostOperands& after) override {
        return reference_->fault_of(after.elements<T>(2), kernel.kernel.values[kGemmOverwrite] == 0);
    }

  private:
    GemmShape shape_;
    std::unique_ptr<GemmReference<T>> reference_;
};

double flops(const TuningProblem& problem) {
    const GemmShape s = gemm_shape(problem);
    return 2 * real_operations(s.type) * static_cast<double>(s.m) * static_cast<double>(s.n) *
           static_cast<double>(s.k);
}

TunableKernel kernel_of(const TuningProblem& problem, const std::string& family, std::vector<int> values) {
    return tunable_gemm(gemm_parameters({{}, family, problem.type, problem.operation, std::move(values)}));
}

TunableKernel default_kernel(const TuningProblem& problem, const DeviceModel& device) {
    return tunable_gemm(default_gemm(problem.type, device.is_gpu));
}

std::vector<GemmFamily> families(const TuningProblem& problem, const DeviceModel& device,
                                 const SearchOptions& options) {
    if (options.families.empty())
        return gemm_families_for(device.traits, problem.type, device.is_gpu, options.full);
    std::vector<GemmFamily> families;
    for (const std::string& word : options.families) families.push_back(parse_family(word).value());
    return families;
}

FamilySpace space_of(GemmFamily family, const TuningProblem& problem, const DeviceModel& device,
                     const SearchOptions& options) {
    FamilySpace space{std::string(name(family)), {}, {}};
    if (options.parts.size() > 1) space.axes.push_back({kGemmSplitK, options.parts});
    for (const GemmAxis& axis : gemm_axes(family, problem.type, device.is_gpu, options.full))
        space.axes.push_back({gemm_value(axis.field), axis.values});
    for (KernelAxis& axis : space.axes) std::sort(axis.values.begin(), axis.values.end());
    const GemmShape shape = gemm_shape(problem);
    for (const int parts : options.parts) {
        const GemmParameters wanted{.type = shape.type,
                                    .transpose_a = shape.transpose_a,
                                    .transpose_b = shape.transpose_b,
                                    .split_k = parts};
        for (const GemmParameters& p :
             gemm_candidates(family, wanted, device.traits, device.is_gpu, options.full))
            space.kernels.push_back(tunable_gemm(p));
    }
    return space;
}

std::vector<FamilySpace> space(const TuningProblem& problem, const DeviceModel& device,
                               const SearchOptions& options) {
    std::vector<FamilySpace> spaces;
    for (const GemmFamily family : families(problem, device, options))
        spaces.push_back(space_of(family, problem, device, options));
    return spaces;
}

std::int64_t tile_area(const TunableKernel& kernel) {
    const GemmParameters p = gemm_parameters(kernel);
    return std::int64_t{p.tile_m} * p.tile_n;
}

std::int64_t tiles(std::int64_t extent, int tile) {
    return tile > 0 ? (extent + tile - 1) / tile : extent;
}

/// 1 alone unless C has fewer tiles than the device compute units, and k is long.
std::vector<int> parts_worth_trying(const TuningProblem& problem, const TunableKernel& kernel,
                                    const DeviceModel& device) {
    constexpr std::int64_t kShortest = 256;  // steps of k in a part: less does not pay for adding them up
    constexpr int kMost = 32;
    const GemmShape shape = gemm_shape(problem);
    const GemmParameters p = gemm_parameters(kernel);
    std::vector<int> parts{1};
    const std::int64_t groups = tiles(shape.m, p.tile_m) * tiles(shape.n, p.tile_n);
    if (groups >= 2 * device.traits.compute_units) return parts;
    for (int count = 2; count <= kMost && shape.k / count >= kShortest; count *= 2) parts.push_back(count);
    return parts;
}

/// The product and, if the sum over k comes in parts, their sum.
std::vector<InstructionPtr> instructions(const TunableKernel& kernel) {
    const GemmParameters p = gemm_parameters(kernel);
    std::vector<InstructionPtr> list{gemm(p)};
    if (p.split_k > 1) list.push_back(gemm_sum(p.type, p.split_k, false));
    return list;
}

/// Two and a half tiles each way and an odd number of rows, columns and steps, enough for
/// every stage and part.
TuningProblem small_problem(const TuningProblem& problem, const TunableKernel& kernel) {
    constexpr int kDefaultTile = 64;
    const GemmParameters p = gemm_parameters(kernel);
    const auto or_default = [](int given, int default_one) { return given > 0 ? given : default_one; };
    const auto extent = [](int tile, int count) { return (std::int64_t{tile} * count + tile / 2) | 1; };
    TuningProblem small = problem;
    small.extents = {extent(or_default(p.tile_m, kDefaultTile), 2),
                     extent(or_default(p.tile_n, kDefaultTile), 2),
                     extent(or_default(p.tile_k, 16), (std::max(p.stages, 1) + 1) * p.split_k)};
    return small;
}

KernelExample example(const TuningProblem& problem, const TunableKernel& kernel, bool /*aligned*/) {
    const GemmShape s = gemm_shape(problem);
    const auto stored = [&](bool transposed, std::int64_t rows, std::int64_t cols) {
        return example_matrix(s.type, transposed ? cols : rows, transposed ? rows : cols);
    };
    const auto [alpha, beta] = gemm_example_scalars(s.type);
    const std::vector<ScalarValue> scalars{alpha, beta};
    KernelExample found{
        {stored(s.transpose_a, s.m, s.k), stored(s.transpose_b, s.k, s.n), example_matrix(s.type, s.m, s.n)},
        {{{0, 1, 2}, scalars}}};
    const int parts = kernel.values[kGemmSplitK];
    if (parts == 1) return found;
    found.registers.push_back(example_temporary(s.type, s.m, s.n * parts));
    found.launches = {{{0, 1, 3}, scalars}, {{3, 2}, scalars}};
    return found;
}

std::unique_ptr<TrialOperands> operands(DeviceWork& work, const TuningProblem& problem,
                                        const OperandLayout& layout) {
    std::unique_ptr<TrialOperands> made;
    for_floating_type(problem.type, [&]<class T>() {
        made = std::make_unique<Trial>(work, problem, layout,
                                       std::make_unique<GemmJudge<T>>(gemm_shape(problem)));
    });
    return made;
}

std::vector<std::size_t> blocking() {
    using P = GemmParameters;
    std::vector<std::size_t> fields{kGemmSplitK};
    for (const auto field : {&P::tile_m, &P::tile_n, &P::tile_k, &P::work_m, &P::work_n})
        fields.push_back(gemm_value(field));
    return fields;
}

}  // namespace

const TunableRoutine& gemm_routine() {
    static const TunableRoutine routine{.word = "gemm",
                                        .help = "C := alpha op(A) op(B) + beta C, every pair of operations",
                                        .operations = {kGemmOperations.begin(), kGemmOperations.end()},
                                        .extents = {"m", "n", "k"},
                                        .fields = gemm_value_words(),
                                        .blocking = blocking(),
                                        .amount = flops,
                                        .kernel = kernel_of,
                                        .parse = parse_tunable_gemm,
                                        .default_kernel = default_kernel,
                                        .space = space,
                                        .size = tile_area,
                                        .parts_worth_trying = parts_worth_trying,
                                        .instructions = instructions,
                                        .small_problem = small_problem,
                                        .example = example,
                                        .times_on_one_set = true,
                                        .operands = operands};
    return routine;
}

TuningProblem gemm_problem(const GemmShape& s) {
    return {&gemm_routine(), s.type, gemm_operation(s.transpose_a, s.transpose_b), {s.m, s.n, s.k}};
}

GemmShape gemm_shape(const TuningProblem& problem) {
    return {.type = problem.type,
            .transpose_a = problem.operation / 2 != 0,
            .transpose_b = problem.operation % 2 != 0,
            .m = problem.extents.at(0),
            .n = problem.extents.at(1),
            .k = problem.extents.at(2)};
}

std::function<std::optional<TunableKernel>(const TuningProblem&)> gemm_in_use(const Database& database,
                                                                              const DeviceModel& device) {
    return [&](const TuningProblem& problem) {
        return tunable_gemm(database.choose(gemm_shape(problem), device).parameters);
    };
}

std::vector<TunedGemm> tuned_gemms(const std::vector<TunedKernel>& results) {
    std::vector<TunedGemm> list;
    for (const TunedKernel& r : results) {
        const TunableKernel kernel = parse_tunable_gemm(r.kernel).value();
        list.push_back({r.product, r.vendor, r.architecture, r.is_gpu,
                        gemm_shape({&gemm_routine(), r.type, kernel.operation, r.extents}),
                        gemm_parameters(kernel), r.rate, r.driver, r.date});
        list.back().parameters.overwrite = false;
    }
    return list;
}

}  // namespace hg::kernels
