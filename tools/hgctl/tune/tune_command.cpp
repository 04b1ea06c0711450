#include "tools/hgctl/tune/tune_command.hpp"

#include <algorithm>

#include "runtime/files/cache_folder.hpp"
#include "tools/hgctl/size_grid.hpp"
#include "tools/tuner/gemm/gemm_routine.hpp"
#include "tools/tuner/tuning_plan.hpp"
#include "tools/workload/operands/gemm_words.hpp"

namespace hgctl {
namespace {

using hg::kernels::SearchMethod;
using hg::kernels::TunableRoutine;
using hg::kernels::TuneOptions;

constexpr double kBudget = 150;       ///< seconds for each type
constexpr double kCellOnGpu = 0.2;    ///< seconds for each cell, if each is searched itself
constexpr double kCellElsewhere = 2;  ///< compilers for CPUs take longer
constexpr double kFillRate = 0.25e9;  ///< bytes a second: operands are made on the host, and checked there
constexpr double kNoLimit = 1e9;      ///< seconds: an exhaustive search that nobody limits

bool is_gemm(const TunableRoutine& routine) {
    return &routine == &hg::kernels::gemm_routine();
}

SearchMethod search_method(const TuneCommand& command) {
    if (command.method == "exhaustive") return SearchMethod::exhaustive;
    return command.method == "linear" ? SearchMethod::linear : SearchMethod::coordinate;
}

/// The types asked for, else both; f64 if the device has it.
std::vector<hg::ElementType> types_of(const TuneCommand& command, const OneDevice& device) {
    std::vector<hg::ElementType> types;
    for (const std::string& word : command.types.empty() ? type_words() : command.types)
        if (device.model.computes(type_of(word))) types.push_back(type_of(word));
    if (types.empty()) refuse(device.listing.info.name + " has no double precision; use --type f32");
    return types;
}

/// Throws if the device runs none of GEMM's families asked for, for any of the types.
void require_families(const TuneCommand& command, const OneDevice& device,
                      const std::vector<hg::ElementType>& types) {
    std::string faults;
    bool any = command.families.empty();
    for (const std::string& word : command.families)
        for (const hg::ElementType type : types) {
            const std::string fault = kernel_fault(
                {.family = hg::kernels::parse_family(word).value(), .type = type}, device.model.traits);
            any = any || fault.empty();
            if (!fault.empty()) faults += "\n  " + word + " " + std::string(hg::name(type)) + ": " + fault;
        }
    if (!any) refuse(device.listing.info.name + " runs none of the requested families:" + faults);
}

hg::kernels::TuningGrid grid_of(const TuneCommand& command, const OneDevice& device,
                                const TunableRoutine& routine) {
    const std::int64_t largest = largest_size(routine.extents.size());
    if (!command.grid.empty()) return parse_grid(command.grid, routine.extents);
    if (!command.sizes.empty())
        return squares(parse_sizes(command.sizes, "--sizes", largest), routine.extents.size());
    return default_grid(device.model.is_gpu, routine.default_sizes, routine.extents.size());
}

/// Seconds for each type.
double default_budget(const TuneOptions& tune, const OneDevice& device) {
    if (tune.search.method == SearchMethod::exhaustive) return kNoLimit;
    const TunableRoutine& routine = *tune.routine;
    if (routine.trials_of_a_cell == 0) return kBudget * tune.samples;
    double seconds = 0;
    for (const hg::kernels::Extents& extents : cells_of(tune.grid)) {
        const hg::kernels::TuningProblem problem{&routine, tune.types.front(), 0, extents};
        seconds += (device.model.is_gpu ? kCellOnGpu : kCellElsewhere) + routine.amount(problem) / kFillRate;
    }
    return seconds * static_cast<double>(routine.operations.size()) * tune.samples;
}

void set_budget(TuneOptions& tune, double seconds) {
    tune.budget_seconds = seconds;
    const bool unlimited = tune.search.method == SearchMethod::exhaustive;
    tune.search.seconds = std::min(unlimited ? kNoLimit : hg::kernels::SearchOptions().seconds, seconds);
}

}  // namespace

std::string results_path(const OneDevice& device, bool no_save) {
    const hg::CacheFolder folder(device.options.cache_folder);
    return no_save || !folder.keeps() ? "" : folder.file("tuned.json");
}

TuneOptions tune_options(const TuneCommand& command, const OneDevice& device, const TunableRoutine& routine) {
    TuneOptions tune;
    tune.routine = &routine;
    tune.types = types_of(command, device);
    tune.grid = grid_of(command, device, routine);
    tune.samples = command.samples;
    if (is_gemm(routine)) {
        for (const hg::ElementType type : tune.types) require_fits(tune.grid, device.model, type);
        require_families(command, device, tune.types);
        tune.search.families = command.families;
    }
    tune.search.method = search_method(command);
    tune.search.full = command.full;
    set_budget(tune, default_budget(tune, device));
    return tune;
}

void share_budget(const TuneCommand& command, std::vector<TuneOptions>& tunes) {
    if (!command.budget) return;
    double usual = 0;
    for (const TuneOptions& tune : tunes)
        usual += tune.budget_seconds * static_cast<double>(tune.types.size());
    for (TuneOptions& tune : tunes) set_budget(tune, *command.budget * tune.budget_seconds / usual);
}

}  // namespace hgctl
