#include <limits>
#include <optional>
#include <utility>

#include "lapack/cholesky/cholesky_builder.hpp"
#include "lapack/cholesky/cholesky_layout.hpp"
#include <hg/lapack/potrf_program.hpp>
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/simulate.hpp>

namespace hg {
namespace {

constexpr double kNoStagingOfA = 1e30;  ///< bytes/s

/// If memory is scarce, the devices hold fewer strips at once, and at last narrower ones.
Program fitting_program(const CholeskyProblem& problem, CholeskyLayout layout, const Target& target,
                        const kernels::Database& database) {
    for (;;) try {
            return cholesky_program(problem, layout, target, database);
        } catch (const Error& error) {
            if (error.code() != ErrorCode::out_of_memory) throw;
            const bool is_narrowest = layout.strip == layout.panel;
            if (layout.strips_per_sweep == 1 && is_narrowest) throw;
            if (layout.strips_per_sweep == 1)
                layout.strip /= 2;
            else
                layout.strips_per_sweep /= 2;
        }
}

}  // namespace

/// On as many devices as end soonest in simulation: strips follow each other from device to device.
Program potrf_program(const CholeskyProblem& problem, const Target& target,
                      const kernels::Database& database) {
    Target machine = target;
    if (problem.pinned) machine.host_copy_rate = kNoStagingOfA;
    const CholeskyLayout all = cholesky_layout(problem, target);
    std::optional<Program> best;
    std::optional<Error> fault;
    double best_seconds = std::numeric_limits<double>::infinity();
    for (std::size_t count = 1; count <= all.devices.size(); ++count) try {
            CholeskyLayout layout = all;
            layout.devices.resize(count);
            Program program = fitting_program(problem, layout, target, database);
            const double seconds = simulate(program, machine).makespan;
            if (best && seconds >= best_seconds) continue;
            best = std::move(program);
            best_seconds = seconds;
        } catch (const Error& error) {
            if (error.code() != ErrorCode::out_of_memory) throw;
            fault = error;
        }
    if (!best) throw *fault;
    return *std::move(best);
}

}  // namespace hg
