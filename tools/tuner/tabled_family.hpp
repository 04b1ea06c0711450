#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/family/fields.hpp"
#include "tools/tuner/product_space.hpp"
#include "tools/tuner/tunable_routine.hpp"

namespace hg::kernels {

/// The values of a number that are worth trying on a device; its default if kernels like `p` do not have it.
template <class Parameters>
std::vector<int> tried_values(const Field<Parameters>& field, const Parameters& p, bool is_gpu, bool full) {
    if (!field.is_used(p)) return {BlockingOf<Parameters>{}.*field.value};
    const TriedValues& tried = is_gpu ? field.on_gpu : field.on_cpu;
    const int first = full ? tried.full_first : tried.first;
    const int last = full ? tried.full_last : tried.last;
    if (!field.limits.is_piece) return doublings(first, last);
    const auto bytes = static_cast<int>(size_of(p.type));
    return doublings(std::max(first / bytes, 1), last / bytes);
}

/// A routine whose kernels have the numbers of a table as their values, which rates count the bytes of. What
/// it does not say itself follows from the table. A Family has
///
///     Parameters, kFamily, kFields   the kernels' parameters, their family in a word, and the table
///     kTelling, kBlocking            numbers in the order of a search's axes, and how many of them are
///                                    TunableRoutine::blocking
///     kTrials                        TunableRoutine::trials_of_a_cell
///     parameters(problem, blocking)  the kernel of a blocking, as far as that suits the problem
///     default_kernel(problem, is_gpu)
///                                    the kernel for a device that was never measured
///     operation(parameters)          the position of TunableKernel::operation
///     read(name)                     the parameters of a name, if the tuner can make such a kernel
///     fault(parameters)              what keeps a kernel from being made
///     is_worth_a_trial(parameters, problem, device)
///     bytes, size, instructions, example, operands
///                                    as TunableRoutine has them; of parameters, not of a kernel
///     small_extents(parameters)      those of TunableRoutine::small_problem
///
/// and may have change(values, problem, device, full), which changes what is tried, and space(problem,
/// device, values), which takes the place of all combinations.
template <class Family>
struct TabledFamily {
    using Parameters = typename Family::Parameters;
    using Blocking = BlockingOf<Parameters>;

    static TunableKernel tunable(const Parameters& given) {
        const Parameters p = with_defaults(given);
        TunableKernel kernel{name(p), std::string(Family::kFamily), p.type, Family::operation(p), {}};
        for (const auto& field : Family::kFields) kernel.values.push_back(p.blocking.*field.value);
        return kernel;
    }

    static Parameters parameters(const TuningProblem& problem, const std::vector<int>& values) {
        Blocking blocking;
        for (std::size_t i = 0; i < values.size(); ++i) blocking.*Family::kFields[i].value = values[i];
        Parameters p = Family::parameters(problem, blocking);
        for (const auto& field : Family::kFields)
            if (!field.is_used(p)) p.blocking.*field.value = Blocking{}.*field.value;
        return p;
    }

    /// What cannot be made is the default kernel.
    static TunableKernel kernel(const TuningProblem& problem, const std::string& /*family*/,
                                std::vector<int> values) {
        TunableKernel default_kernel = tunable(Family::default_kernel(problem, true));
        values.resize(default_kernel.values.size());
        for (std::size_t i = 0; i < values.size(); ++i)
            if (values[i] <= 0) values[i] = default_kernel.values[i];
        const Parameters p = parameters(problem, values);
        return Family::fault(p).empty() ? tunable(p) : default_kernel;
    }

    static std::optional<TunableKernel> parse(std::string_view name) {
        const std::optional<Parameters> p = Family::read(name);
        return p ? std::optional(tunable(*p)) : std::nullopt;
    }

    static std::vector<FamilySpace> space(const TuningProblem& problem, const DeviceModel& device,
                                          const SearchOptions& options) {
        const Parameters default_kernel = Family::default_kernel(problem, device.is_gpu);
        std::vector<std::vector<int>> values;
        for (const auto& field : Family::kFields)
            values.push_back(tried_values(field, default_kernel, device.is_gpu, options.full));
        if constexpr (requires { Family::change(values, problem, device, options.full); })
            Family::change(values, problem, device, options.full);
        if constexpr (requires { Family::space(problem, device, values); })
            return {Family::space(problem, device, values)};
        else
            return {product_space(tunable(default_kernel), values, telling(),
                                  [&](const std::vector<int>& chosen) -> std::optional<TunableKernel> {
                                      const Parameters p = parameters(problem, chosen);
                                      if (!Family::is_worth_a_trial(p, problem, device) ||
                                          !Family::fault(p).empty())
                                          return std::nullopt;
                                      return tunable(p);
                                  })};
    }

    static std::vector<std::size_t> telling() {
        std::vector<std::size_t> positions;
        for (const auto value : Family::kTelling) positions.push_back(position_of(Family::kFields, value));
        return positions;
    }

    /// The routine; `own` has its words, operations, extents and sizes.
    static TunableRoutine routine(TunableRoutine own) {
        for (const auto& field : Family::kFields) own.fields.push_back(field.word);
        own.blocking = telling();
        own.blocking.resize(Family::kBlocking);
        own.unit = RateUnit::bytes;
        own.trials_of_a_cell = Family::kTrials;
        own.amount = Family::bytes;
        own.kernel = kernel;
        own.parse = parse;
        own.default_kernel = [](const TuningProblem& problem, const DeviceModel& device) {
            return tunable(Family::default_kernel(problem, device.is_gpu));
        };
        own.space = space;
        own.size = [](const TunableKernel& kernel) -> std::int64_t { return Family::size(read(kernel)); };
        own.instructions = [](const TunableKernel& kernel) { return Family::instructions(read(kernel)); };
        own.small_problem = [](const TuningProblem& problem, const TunableKernel& kernel) {
            TuningProblem small = problem;
            small.extents = Family::small_extents(read(kernel));
            return small;
        };
        own.example = [](const TuningProblem& problem, const TunableKernel& kernel, bool aligned) {
            return Family::example(problem, read(kernel), aligned);
        };
        own.operands = Family::operands;
        return own;
    }

  private:
    static Parameters read(const TunableKernel& kernel) { return Family::read(kernel.name).value(); }
};

/// The routines of several operations, in their order; words(operation) has what TabledFamily::routine()
/// takes.
template <class Family, class Operations, class Words>
std::vector<TunableRoutine> routines_of(const Operations& operations, const Words& words) {
    std::vector<TunableRoutine> list;
    for (const auto operation : operations) list.push_back(TabledFamily<Family>::routine(words(operation)));
    return list;
}

/// The one of them that a problem's routine is called by.
template <class Operations>
auto operation_of(const Operations& operations, const TuningProblem& problem) {
    return *std::ranges::find_if(
        operations, [&](const auto operation) { return name(operation) == problem.routine->word; });
}

/// The least power of two from a size on.
inline std::int64_t power_above(std::int64_t size) {
    return static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(size)));
}

/// Bytes of a triangle of order n, and of so many vectors.
inline double triangle_bytes(const TuningProblem& problem, double vectors) {
    const auto n = static_cast<double>(problem.extents.back());
    return (n * (n + 1) / 2 + vectors * n) * static_cast<double>(size_of(problem.type));
}

}  // namespace hg::kernels
