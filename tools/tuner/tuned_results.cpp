#include "tools/tuner/tuned_results.hpp"

#include "tools/tuner/gemm/gemm_routine.hpp"

namespace hg::kernels {

std::function<std::optional<TunableKernel>(const TuningProblem&)> kernels_in_use(const Database& database,
                                                                                 const DeviceModel& device) {
    return [&database, &device, gemm = gemm_in_use(database, device)](
               const TuningProblem& problem) -> std::optional<TunableKernel> {
        const TunableRoutine& routine = *problem.routine;
        if (&routine == &gemm_routine()) return gemm(problem);
        const auto choice = database.choose_kernel(routine.word, problem.type, operation_word(problem),
                                                   problem.extents, device);
        const std::optional<TunableKernel> known = choice ? routine.parse(choice->kernel) : std::nullopt;
        return known ? *known : routine.default_kernel(problem, device);
    };
}

TunedResults tuned_results(const TunableRoutine& routine, const std::vector<TunedKernel>& results) {
    if (&routine == &gemm_routine()) return {.gemms = tuned_gemms(results), .kernels = {}};
    return {.gemms = {}, .kernels = results};
}

}  // namespace hg::kernels
