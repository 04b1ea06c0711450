#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

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
/// Its programs share these registers: the vectors b, x and r, the state, and the numbers `rr`, one for each iteration of a run: r^H r
/// after it. When a run begins, the last of them is that of the r that is there.
template <Element T>
class SolverCall {
  public:
    explicit SolverCall(const SolverArguments<T>& arguments);

    [[nodiscard]] SolverSystem<T>& system() noexcept { return system_; }
    [[nodiscard]] const SolverOptions& options() const noexcept { return arguments_.options; }

    /// Appends b, x, r := b - A x and the last of `slots` numbers rr; the state is running.
    void begin(SolverProgram<T>& program, std::int64_t slots) const;
    /// Runs what begin() and the method have appended. False if there is nothing to do.
    bool start(const Program& program);

    /// Appends what tells the host of a run.
    static void end_of_run(SolverProgram<T>& program, const Spread& rr);
    /// Runs some iterations, and takes in what became of them. False if the solver has ended.
    bool run(const Program& program);
    /// Iterations of the next run.
    [[nodiscard]] std::int64_t next_stride() const noexcept {
        return std::min(options().stride, iterations_left());
    }
    /// All of it: `first` makes the program that begins, `next` that of a number of iterations; both are given the slots of rr, too.
    template <class First, class Next>
    SolveReport iterate(const First& first, const Next& next);

    // For methods whose iterations the host counts.
    [[nodiscard]] std::int64_t iterations() const noexcept { return report_.iterations; }
    [[nodiscard]] std::int64_t iterations_left() const noexcept {
        return options().most_iterations - report_.iterations;
    }
    /// |r|
    [[nodiscard]] double residual() const { return report_.history.back() * norm_of_b_; }
    [[nodiscard]] bool is_small(double residual) const noexcept {
        return residual <= options().tolerance * norm_of_b_;
    }
    /// One after which |r| should be this.
    void add_iteration(double residual);
    /// Runs a program that makes x and r anew, with its scalars. False if the solver has ended.
    bool look_again(const Program& program, const Bindings& scalars);
    /// The solver has ended since it cannot go on.
    void break_down() noexcept { report_.reason = StopReason::breakdown; }

    /// Kernels of a program that are to be ready before the first iteration.
    void prepare(const Program& program) { system_.prepare(program); }
    /// An iteration is next. What came before the first one was the beginning.
    void begin_iterations() noexcept {
        if (!iterating_) iterating_ = Clock::now();
    }

    /// Stores x, and computes the residual anew.
    SolveReport finish();

  private:
    /// With what the host has for its matrices, of those that are no part of the system.
    [[nodiscard]] Bindings bound(const Program& program, Bindings bindings = {});
    static T* room(std::vector<T>& numbers, const MatrixParameter& matrix);
    void take(double square);
    bool goes_on();
    void tell() const;

    using Clock = std::chrono::steady_clock;
    const Clock::time_point began_ = Clock::now();
    std::optional<Clock::time_point> iterating_;  ///< since when
    const SolverArguments<T> arguments_;
    SolverSystem<T> system_;
    SolveReport report_;
    double norm_of_b_ = 0;
    // What the host sees of the devices' numbers.
    std::vector<T> rr_, square_;
    std::array<std::int32_t, 2> state_{};
};

template <Element T>
template <class First, class Next>
SolveReport SolverCall<T>::iterate(const First& first, const Next& next) {
    const std::int64_t slots = std::max<std::int64_t>(next_stride(), 2);
    if (!start(first(*this, slots))) return finish();
    std::int64_t count = next_stride();
    Program program = next(*this, count, slots);
    prepare(program);
    begin_iterations();
    while (run(program)) {
        if (next_stride() == count) continue;
        count = next_stride();
        program = next(*this, count, slots);
    }
    return finish();
}

}  // namespace hg::sparse
