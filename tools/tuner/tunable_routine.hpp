#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/tuner/problem/kernel_example.hpp"
#include "tools/tuner/problem/trial_operands.hpp"
#include "tools/tuner/search/search_options.hpp"
#include "tools/tuner/tunable_kernel.hpp"
#include "tools/tuner/tuning_problem.hpp"
#include <hg/runtime/program/target.hpp>

namespace hg::kernels {

/// What the rates of a routine count.
enum class RateUnit : std::uint8_t {
    flops,  ///< operations
    bytes   ///< bytes that must move between memory and what computes
};

/// Sizes of equal ratios, for each extent.
struct DefaultSizes {
    std::int64_t first = 0;
    std::int64_t last = 0;
    int count = 0;  ///< 0: the routine says nothing
};
inline constexpr DefaultSizes kSizesOfMatrices{64, 8192, 8};  ///< of those with one extent

/// For routines whose sums are not divided, or by their own kernels alone.
inline std::vector<int> whole_sums(const TuningProblem& /*problem*/, const TunableKernel& /*kernel*/,
                                   const DeviceModel& /*device*/) {
    return {1};
}

/// All that the tuner knows of a routine. The functions are pure, but for `operands`, and are called with
/// kernels and problems of this routine alone.
struct TunableRoutine {
    std::string_view word;                     ///< "gemm", "dot": what it is called
    std::string_view names = word;             ///< the names of its kernels begin with it and "_"
    std::string_view help{};                   ///< what it computes, in a line
    std::vector<std::string_view> operations;  ///< "nn", "nt", ...: one or more, the most common one first
    std::vector<std::string_view> extents;     ///< "m", "n", "k": the sizes of a problem
    std::vector<std::string_view> fields{};    ///< "tile_m", ...: the values of a kernel
    /// The fields that tell most about a kernel's time, as positions: a linear search judges kernels that
    /// agree in them by the first.
    std::vector<std::size_t> blocking{};
    /// What is tuned if nobody names a grid: every combination.
    DefaultSizes default_sizes{};

    RateUnit unit = RateUnit::flops;
    /// If it is not 0, every cell of a grid is searched itself, with about as many kernels. Otherwise a large
    /// cell is searched, and others if the finalists are slow there.
    int trials_of_a_cell = 0;

    /// What rates count, of a problem.
    double (*amount)(const TuningProblem&) = nullptr;

    /// The kernel of a family with the type and operation of a problem. A value of 0, or one that is missing,
    /// takes the family's default.
    TunableKernel (*kernel)(const TuningProblem&, const std::string& family,
                            std::vector<int> values) = nullptr;
    /// The kernel of a name. None if the tuner can make no such kernel.
    std::optional<TunableKernel> (*parse)(std::string_view name) = nullptr;
    /// The kernel for a device of which nothing is known.
    TunableKernel (*default_kernel)(const TuningProblem&, const DeviceModel&) = nullptr;
    /// What a search chooses from: the families asked for, else those worth it on the device. No kernel comes
    /// twice.
    std::vector<FamilySpace> (*space)(const TuningProblem&, const DeviceModel&,
                                      const SearchOptions&) = nullptr;
    /// Elements of the result that a work-group computes: small problems need kernels of which it is small.
    std::int64_t (*size)(const TunableKernel&) = nullptr;
    /// Parts of the reduced dimension worth trying if a kernel is the best that is known: 1 first.
    std::vector<int> (*parts_worth_trying)(const TuningProblem&, const TunableKernel&,
                                           const DeviceModel&) = whole_sums;

    /// The instructions that compute the result, in their order. Throws Error{invalid_argument} if they
    /// cannot be made.
    std::vector<InstructionPtr> (*instructions)(const TunableKernel&) = nullptr;
    /// A small problem on which a kernel has whole work-groups, parts of some, and odd sizes.
    TuningProblem (*small_problem)(const TuningProblem&, const TunableKernel&) = nullptr;
    /// Operands of a problem, and the launches of a kernel's instructions on them. Unless they are aligned, x
    /// counts from its end, and triangles are upper ones if the operation does not say which.
    KernelExample (*example)(const TuningProblem&, const TunableKernel&, bool aligned) = nullptr;
    /// Whether runs that are timed together have the same operands, as products that follow each other.
    bool times_on_one_set = false;
    /// Operands of a problem in a device's memory. Throws Error{out_of_memory} if the device does not hold
    /// them.
    std::unique_ptr<TrialOperands> (*operands)(DeviceWork&, const TuningProblem&,
                                               const OperandLayout&) = nullptr;
};

/// The same kernel for the type and operation of a problem.
TunableKernel for_problem(const TunableKernel& kernel, const TuningProblem& problem);

/// "nt"
std::string_view operation_word(const TuningProblem& problem);
/// Type and operation: "f64 nt".
std::string kind_text(const TuningProblem& problem);
/// "4096 x 4096 x 512"
std::string extent_text(const TuningProblem& problem);
/// The same for some extents, or for their words: "m x n x k".
std::string product_text(const Extents& extents);
std::string product_text(const std::vector<std::string_view>& words);

}  // namespace hg::kernels
