#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sparse/residual/host_solution.hpp"
#include "sparse/solve/solver_program.hpp"
#include "sparse/solve/solver_system.hpp"

namespace hg::sparse {

/// What one call of a solver is given.
template <Element T>
struct SolverArguments {
    const SparseMatrix<T>& A;
    std::span<const T> b;
    std::span<T> x;
    const SolverOptions& options;
    Session& session;
    BlockLimits limits{};
};

/// Throws Error{invalid_argument} that names the argument of `routine` that does not fit.
template <Element T>
void check_solver(const char* routine, const SolverArguments<T>& arguments);

/// One call of a solver, and what it has found so far.
///
/// Devices solve in passes, each for a correction of x by the true residual: b - A x as the host computes it
/// in double precision. A pass ends when the residual that the method updates is small enough; then the true
/// one decides whether the solver has converged. If it has not, the next pass begins from there, unless
/// passes no longer help.
///
/// The programs of a pass share these registers: the vectors b, which is the true residual, x, the
/// correction, and r, the state, and the numbers `rr`, one for each iteration of a run: r^H r after it. When
/// a run begins, the last of them is that of the r that is there.
template <Element T>
class SolverCall {
  public:
    explicit SolverCall(const SolverArguments<T>& arguments);

    [[nodiscard]] SolverSystem& system() noexcept { return system_; }
    [[nodiscard]] const SolverOptions& options() const noexcept { return arguments_.options; }

    /// The call: pass() starts a pass, and runs iterations until it has ended.
    template <class Pass>
    SolveReport in_passes(const Pass& pass);
    /// The call of a method whose numbers are the devices': `first` makes the program that begins a pass,
    /// `next` that of a number of iterations; both are given the slots of rr, too.
    SolveReport iterate(Program (*first)(const SolverLayout&, std::int64_t slots),
                        Program (*next)(const SolverLayout&, std::int64_t count, std::int64_t slots));

    /// Runs what SolverProgram::begin_pass() and the method have appended.
    void start(const Program& program);

    /// Runs some iterations, and takes in what became of them. False if the pass has ended.
    bool run(const Program& program);
    /// Iterations of the next run.
    [[nodiscard]] std::int64_t next_stride() const noexcept {
        return std::min(options().stride, iterations_left());
    }

    // For methods whose iterations the host counts. Norms are those that the devices see.
    [[nodiscard]] std::int64_t iterations() const noexcept { return report_.iterations; }
    [[nodiscard]] std::int64_t iterations_left() const noexcept {
        return options().most_iterations - report_.iterations;
    }
    /// |r|
    [[nodiscard]] double residual() const noexcept { return norm_; }
    [[nodiscard]] bool is_small(double residual) const noexcept { return residual <= target_; }
    /// One after which |r| should be this.
    void add_iteration(double residual);
    /// Runs a program that makes x and r anew, with its scalars. False if the pass has ended: also if r is
    /// much larger than it should be, since rounding then has the better of the method.
    bool look_again(const Program& program, const Bindings& scalars);
    /// The solver has ended since it cannot go on.
    void break_down() noexcept { report_.reason = StopReason::breakdown; }

    /// Kernels of a program that are to be ready before the first iteration.
    void prepare(const Program& program) { system_.prepare(program); }
    /// An iteration is next. What came before the first one was the beginning.
    void begin_iterations() noexcept {
        if (!iterating_) iterating_ = Clock::now();
    }

  private:
    /// With what the host has for its matrices, of those that are no part of the system.
    [[nodiscard]] Bindings bound(const Program& program, Bindings bindings = {});
    static T* room(std::vector<T>& numbers, const MatrixParameter& matrix);
    /// False if there is nothing to do.
    bool has_work();
    void take(double norm);
    bool goes_on();
    void tell() const;
    /// Has the devices' correction added to x.
    void correct();
    /// Judges the pass that has ended by the true residual. True if another one is to follow.
    bool needs_another_pass();
    /// The same for a pass that claims to have converged, and has not.
    bool goes_on_from_residual(double reduction);
    SolveReport finish();

    using Clock = std::chrono::steady_clock;
    const Clock::time_point began_ = Clock::now();
    std::optional<Clock::time_point> iterating_, iterated_;  ///< since when, until when
    const SolverArguments<T> arguments_;
    HostSolution<T> solution_;
    SolverSystem system_;
    SolveReport report_;
    int passes_ = 0, useless_passes_ = 0;  ///< of the latter those that followed each other
    std::int64_t iterations_before_ = 0;   ///< the pass
    // Of the devices' r: its norm, and the one that ends the pass.
    double norm_ = 0, target_ = 0;
    // What the host sees of the devices' numbers.
    std::vector<T> rr_;
    std::array<std::int32_t, 2> state_{};
};

template <Element T>
template <class Pass>
SolveReport SolverCall<T>::in_passes(const Pass& pass) {
    if (has_work()) {
        do pass();
        while (needs_another_pass());
    }
    return finish();
}

}  // namespace hg::sparse
