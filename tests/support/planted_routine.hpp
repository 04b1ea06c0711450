#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tools/tuner/tunable_routine.hpp"

/// A made-up routine on vectors, so that tests see what the tuner does for one that is not GEMM. Its kernels
/// have no instructions; one of which the width is 64 gives wrong results.
namespace hg::test::planted_routine {

using namespace kernels;

inline TunableKernel kernel(const TuningProblem& problem, const std::string& family,
                            std::vector<int> values) {
    values.resize(3);
    for (int& value : values)
        if (value == 0) value = 4;
    std::string name = "planted_" + family + "_" + std::string(hg::name(problem.type)) +
                       (problem.operation == 0 ? "_up" : "_down");
    for (const int value : values) name += "_" + std::to_string(value);
    return {std::move(name), family, problem.type, problem.operation, std::move(values)};
}

inline TunableKernel default_kernel(const TuningProblem& problem, const DeviceModel&) {
    return kernel(problem, "direct", {});
}

inline std::vector<FamilySpace> space(const TuningProblem& problem, const DeviceModel&,
                                      const SearchOptions&) {
    const std::vector<int> sizes{1, 2, 4, 8, 16, 32};
    std::vector<FamilySpace> spaces;
    for (const char* family : {"direct", "staged"}) {
        FamilySpace space{family, {{0, sizes}, {1, sizes}, {2, sizes}}, {}};
        for (const int width : sizes)
            for (const int rows : sizes)
                for (const int steps : sizes)
                    space.kernels.push_back(kernel(problem, family, {width, rows, steps}));
        spaces.push_back(std::move(space));
    }
    return spaces;
}

inline std::optional<TunableKernel> parse(std::string_view name) {
    for (const ElementType type : {ElementType::f32, ElementType::f64})
        for (const int operation : {0, 1})
            for (const FamilySpace& family : space({nullptr, type, operation, {}}, {}, {}))
                for (const TunableKernel& kernel : family.kernels)
                    if (kernel.name == name) return kernel;
    return std::nullopt;
}

class Operands final : public TrialOperands {
  public:
    explicit Operands(std::int64_t n) : n_(n) {}
    std::string fault_of(const PreparedKernel& prepared) override {
        return prepared.kernel.values[0] == 64 ? "planted" : "";
    }
    double seconds_of(const PreparedKernel& prepared, int) override {
        return 1e-9 * static_cast<double>(n_) / prepared.kernel.values[0];
    }

  private:
    std::int64_t n_;
};

inline const TunableRoutine& routine() {
    static const TunableRoutine routine{
        .word = "planted",
        .operations = {"up", "down"},
        .extents = {"n"},
        .fields = {"width", "rows", "steps"},
        .blocking = {0},
        .amount = [](const TuningProblem& problem) { return static_cast<double>(problem.extents[0]); },
        .kernel = kernel,
        .parse = parse,
        .default_kernel = default_kernel,
        .space = space,
        .size = [](const TunableKernel& kernel) { return std::int64_t{kernel.values[0]} * kernel.values[1]; },
        .parts_worth_trying = [](const TuningProblem&, const TunableKernel&,
                                 const DeviceModel&) { return std::vector{1}; },
        .instructions = [](const TunableKernel&) { return std::vector<InstructionPtr>(); },
        .small_problem =
            [](const TuningProblem& problem, const TunableKernel& kernel) {
                TuningProblem small = problem;
                small.extents = {std::int64_t{2} * kernel.values[0] + 1};
                return small;
            },
        .operands = [](DeviceWork&, const TuningProblem& problem, const OperandLayout&)
            -> std::unique_ptr<TrialOperands> { return std::make_unique<Operands>(problem.extents[0]); }};
    return routine;
}

/// Seconds of a kernel on a machine: each value has an optimum, drawn from a seed, which moves with the one
/// before it.
inline double seconds(const TunableKernel& kernel, std::uint64_t seed) {
    double logarithm = kernel.family == "staged" ? 0.3 * static_cast<double>(seed % 3) - 0.3 : 0;
    double before = 0;
    for (std::size_t i = 0; i < kernel.values.size(); ++i) {
        const double place = std::log2(kernel.values[i]);
        const double optimum = static_cast<double>((seed * 7 + i * 3) % 6) + 0.2 * before;
        logarithm += (0.1 + 0.05 * static_cast<double>(i)) * (place - optimum) * (place - optimum);
        before = place;
    }
    return 1e-3 * std::exp(logarithm);
}

}  // namespace hg::test::planted_routine
