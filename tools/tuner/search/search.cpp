#include "tools/tuner/search/search.hpp"

#include "tools/tuner/search/search_coordinate.hpp"
#include "tools/tuner/search/search_linear.hpp"
#include "tools/tuner/search/search_space.hpp"
#include "tools/tuner/search/trials.hpp"
#include "tools/tuner/tunable_routine.hpp"

namespace hg::kernels {

SearchResult search(const TuningProblem& problem, const DeviceModel& device, CandidateRunner& runner,
                    const SearchOptions& options, const SearchProgress& progress) {
    const SearchSpace space(problem, device, options);
    Trials trials(problem, runner, options, progress);
    const bool complete =
        options.method == SearchMethod::coordinate
            ? search_coordinates(space, trials, options, problem.routine->usual(problem, device))
            : search_linear(space, trials, options.method == SearchMethod::linear);
    SearchResult result = trials.finish(complete);
    result.tried = result.measured.size();
    result.candidates = space.kernels().size();
    return result;
}

}  // namespace hg::kernels
