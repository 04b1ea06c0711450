#include "kernels/tuner/search/search.hpp"

#include "kernels/tuner/search/search_coordinate.hpp"
#include "kernels/tuner/search/search_linear.hpp"
#include "kernels/tuner/search/search_space.hpp"
#include "kernels/tuner/search/trials.hpp"

namespace hg::kernels {

SearchResult search(const GemmShape& shape, const DeviceModel& device, CandidateRunner& runner,
                    const SearchOptions& options, const SearchProgress& progress) {
    const SearchSpace space(shape, device, options);
    Trials trials(shape, runner, options, progress);
    const bool complete =
        options.method == SearchMethod::coordinate
            ? search_coordinates(space, trials, options, default_gemm(shape.type, device.is_gpu))
            : search_linear(space, trials, options.method == SearchMethod::linear);
    SearchResult result = trials.finish(complete);
    result.tried = result.measured.size();
    result.candidates = space.kernels().size();
    return result;
}

}  // namespace hg::kernels
