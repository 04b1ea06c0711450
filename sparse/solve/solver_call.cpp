#include "sparse/solve/solver_call.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

#include "host_blas/each_element.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::sparse {
namespace {

constexpr std::int64_t kMostOfRun = 1000;   ///< iterations
constexpr std::int64_t kMostVectors = 200;  ///< between restarts

constexpr double kSlack = 1.1;            ///< times the tolerance: a true residual that counts as converged
constexpr double kMargin = 0.5;           ///< times the tolerance: what passes aim at once rounding has shown
constexpr double kUsefulReduction = 0.5;  ///< of the true residual by a pass
constexpr int kMostUselessPasses = 2;     ///< that follow each other
constexpr double kMostRounding = 2;       ///< times the residual that least squares promise

bool overlap(const void* a, const void* b, std::size_t bytes) {
    const auto x = reinterpret_cast<std::uintptr_t>(a), y = reinterpret_cast<std::uintptr_t>(b);
    return bytes > 0 && x < y + bytes && y < x + bytes;
}

StopReason reason_of(std::int32_t state) {
    if (state == static_cast<std::int32_t>(kernels::SolverState::converged)) return StopReason::converged;
    if (state == static_cast<std::int32_t>(kernels::SolverState::indefinite)) return StopReason::indefinite;
    return StopReason::breakdown;
}

}  // namespace

template <Element T>
void check_solver(const char* routine, const SolverArguments<T>& given) {
    const auto require = [routine](bool holds, int number, const char* name, const std::string& condition) {
        if (!holds) require_argument(false, routine, number, name, condition);
    };
    const std::int64_t n = given.A.rows();
    const auto length = [](auto span) { return static_cast<std::int64_t>(span.size()); };
    require(n == given.A.cols(), 1, "A",
            "is " + std::to_string(n) + " x " + std::to_string(given.A.cols()) + "; it must be square");
    require(length(given.b) == n, 2, "b",
            "has " + std::to_string(given.b.size()) + " elements, not " + std::to_string(n));
    require(length(given.x) == n, 3, "x",
            "has " + std::to_string(given.x.size()) + " elements, not " + std::to_string(n));
    require(!overlap(given.b.data(), given.x.data(), given.b.size_bytes()), 3, "x", "overlaps b");
    const SolverOptions& o = given.options;
    const auto in_range = [&](std::int64_t value, std::int64_t least, std::int64_t most, const char* name) {
        require(value >= least && value <= most, 4, name,
                "is " + std::to_string(value) + "; it must lie between " + std::to_string(least) + " and " +
                    std::to_string(most));
    };
    require(o.tolerance >= 0, 4, "tolerance", "must be 0 or more");
    require(o.most_iterations >= 0, 4, "most_iterations", "must be 0 or more");
    in_range(o.block, 1, 32, "block");
    in_range(o.degree, 1, 32, "degree");
    require(o.preconditioner != Preconditioner::chebyshev || std::string_view(routine) == "solve_cg", 4,
            "preconditioner", "chebyshev is for solve_cg()");
    in_range(o.restart, 1, kMostVectors, "restart");
    in_range(o.stride, 1, kMostOfRun, "stride");
}

template <Element T>
SolverCall<T>::SolverCall(const SolverArguments<T>& arguments)
    : arguments_(arguments),
      solution_(arguments.A, arguments.b,
                arguments.options.starts_from_x ? std::span<const T>(arguments.x) : std::span<const T>()),
      system_(scaled_matrix(arguments.A, solution_.exponent_of_matrix()), arguments.options,
              arguments.session, arguments.limits) {}

/// Of a true residual that is small enough, or not finite, devices need not know.
template <Element T>
bool SolverCall<T>::has_work() {
    const bool is_zero = solution_.norm_of_b().part == 0;
    report_.residual = is_zero ? 0 : solution_.relative_residual();
    report_.history = {report_.residual};
    if (is_zero || report_.residual <= options().tolerance)
        report_.reason = StopReason::converged;
    else if (!solution_.is_finite())
        report_.reason = StopReason::breakdown;
    else if (iterations_left() == 0)
        report_.reason = StopReason::limit;
    else
        return true;
    tell();
    return false;
}

template <Element T>
SolveReport SolverCall<T>::iterate(Program (*first)(const SolverLayout&, std::int64_t),
                                   Program (*next)(const SolverLayout&, std::int64_t, std::int64_t)) {
    const std::int64_t slots = std::max<std::int64_t>(next_stride(), 2);
    std::int64_t count = 0;
    std::optional<Program> program;
    return in_passes([&] {
        start(first(system_, slots));
        do {
            if (!program || next_stride() != count) {
                count = next_stride();
                program.emplace(next(system_, count, slots));
                prepare(*program);
            }
            begin_iterations();
        } while (run(*program));
    });
}

template <Element T>
Bindings SolverCall<T>::bound(const Program& program, Bindings bindings) {
    for (const MatrixParameter& matrix : program.matrices()) {
        if (matrix.name == "b" || matrix.name == "x")
            bindings.matrix(matrix.name, solution_.exchange(), system_.size());
        if (matrix.name == "rr") bindings.matrix("rr", room(rr_, matrix), matrix.rows);
        if (matrix.name == "state") bindings.matrix("state", state_.data(), 2);
    }
    if (std::ranges::find(program.scalars(), "limit") != program.scalars().end())
        bindings.scalar("limit", target_ * target_);
    return bindings;
}

/// A pass does not try for more digits than its numbers have, and a later one for half of them at most.
template <Element T>
void SolverCall<T>::start(const Program& program) {
    constexpr double kUnit = std::numeric_limits<RealOf<T>>::epsilon();
    const bool is_first = passes_++ == 0;
    const double wanted = options().tolerance * ratio(solution_.norm_of_b(), solution_.residual());
    target_ = solution_.residual().part *
              (is_first ? std::max(wanted, kUnit) : std::max(kMargin * wanted, std::sqrt(kUnit)));
    iterations_before_ = report_.iterations;
    system_.run(program, bound(program));
    system_.release_arrays();
    norm_ = std::sqrt(std::real(rr_[rr_.size() - static_cast<std::size_t>(kNumberRows)]));
    if (is_first) tell();
}

template <Element T>
bool SolverCall<T>::run(const Program& program) {
    system_.run(program, bound(program));
    const std::int64_t before = report_.iterations;
    report_.iterations = iterations_before_ + state_[1];
    for (std::int64_t i = 0; i < report_.iterations - before; ++i)
        take(std::sqrt(std::real(rr_[static_cast<std::size_t>(i * kNumberRows)])));
    if (state_[0] == static_cast<std::int32_t>(kernels::SolverState::running)) return goes_on();
    tell();
    report_.reason = reason_of(state_[0]);
    return false;
}

template <Element T>
void SolverCall<T>::take(double norm) {
    norm_ = norm;
    report_.history.push_back(ratio({norm, solution_.residual().exponent}, solution_.norm_of_b()));
}

/// By the last residual and the number of iterations.
template <Element T>
bool SolverCall<T>::goes_on() {
    tell();
    if (is_small(norm_))
        report_.reason = StopReason::converged;
    else if (!std::isfinite(norm_))
        report_.reason = StopReason::breakdown;
    else if (iterations_left() == 0)
        report_.reason = StopReason::limit;
    else
        return true;
    return false;
}

template <Element T>
void SolverCall<T>::tell() const {
    if (options().observe) options().observe(report_.iterations, report_.history.back());
}

template <Element T>
void SolverCall<T>::add_iteration(double residual) {
    ++report_.iterations;
    take(residual);
}

template <Element T>
bool SolverCall<T>::look_again(const Program& program, const Bindings& scalars) {
    const double promised = norm_;
    system_.run(program, bound(program, scalars));
    report_.history.pop_back();
    take(std::sqrt(std::real(rr_[0])));
    if (!goes_on()) return false;
    if (norm_ <= kMostRounding * promised) return true;
    report_.reason = StopReason::converged;
    return false;
}

template <Element T>
void SolverCall<T>::correct() {
    SolverProgram program(system_);
    program.store("x", program.vector("x"));
    const Program built = std::move(program).finish();
    system_.run(built, bound(built));
    solution_.add_correction();
    report_.residual = solution_.relative_residual();
}

template <Element T>
bool SolverCall<T>::needs_another_pass() {
    iterated_ = Clock::now();
    const Magnitude before = solution_.residual();
    correct();
    if (!solution_.is_finite()) {
        report_.reason = StopReason::breakdown;
    } else if (report_.reason != StopReason::converged) {
        if (report_.residual <= options().tolerance) report_.reason = StopReason::converged;
    } else if (!(report_.residual <= kSlack * options().tolerance)) {
        return goes_on_from_residual(ratio(solution_.residual(), before));
    }
    return false;
}

template <Element T>
bool SolverCall<T>::goes_on_from_residual(double reduction) {
    useless_passes_ = reduction <= kUsefulReduction ? 0 : useless_passes_ + 1;
    const bool is_stuck = useless_passes_ == kMostUselessPasses;
    report_.history.back() = report_.residual;
    tell();
    if (!is_stuck && iterations_left() > 0) return true;
    report_.reason = is_stuck ? StopReason::stagnated : StopReason::limit;
    return false;
}

template <Element T>
SolveReport SolverCall<T>::finish() {
    if (passes_ > 1 && report_.reason != StopReason::converged) {
        solution_.take_best();
        report_.residual = solution_.relative_residual();
        if (report_.reason == StopReason::stagnated) report_.history.back() = report_.residual;
    }
    if (solution_.norm_of_b().part == 0)
        std::ranges::fill(arguments_.x, T{0});
    else
        solution_.store(arguments_.x);
    const Clock::time_point end = Clock::now(), iterated = iterated_.value_or(end),
                            iterating = iterating_.value_or(iterated);
    const auto seconds = [](Clock::duration time) { return std::chrono::duration<double>(time).count(); };
    report_.seconds = seconds(end - began_);
    report_.begin_seconds = seconds(iterating - began_);
    report_.iteration_seconds = seconds(iterated - iterating);
    return std::move(report_);
}

template <Element T>
T* SolverCall<T>::room(std::vector<T>& numbers, const MatrixParameter& matrix) {
    numbers.resize(static_cast<std::size_t>(matrix.rows * matrix.cols));
    return numbers.data();
}

#define HG_INSTANTIATE(T)                                                  \
    template void check_solver<T>(const char*, const SolverArguments<T>&); \
    template class SolverCall<T>;
HG_FOR_EACH_ELEMENT(HG_INSTANTIATE)
#undef HG_INSTANTIATE

}  // namespace hg::sparse
