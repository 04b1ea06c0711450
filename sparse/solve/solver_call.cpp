#include "sparse/solve/solver_call.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <string_view>
#include <utility>

#include <hg/runtime/program/error.hpp>

namespace hg::sparse {
namespace {

constexpr std::int64_t kMostOfRun = 1000;   ///< iterations
constexpr std::int64_t kMostVectors = 200;  ///< between restarts

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
    : arguments_(arguments), system_(arguments.A, arguments.options, arguments.session, arguments.limits) {}

template <Element T>
void SolverCall<T>::begin(SolverProgram<T>& program, std::int64_t slots) const {
    program.load_system();
    const Spread b = program.vector("b"), x = program.vector("x"), r = program.vector("r");
    program.load("b", b);
    program.copy(b, r);
    if (options().starts_from_x) {
        program.load("x", x);
        program.multiply(-1, x, 1, r);
    } else {
        program.zero(x);
    }
    const Spread rr = program.numbers("rr", slots), square = program.numbers("square", 1);
    program.zero(rr);
    program.zero(square);
    program.dot(r, r, program.element(rr, slots - 1));
    program.dot(b, b, program.element(square, 0));
    program.zero(program.state());
    program.look("rr", rr);
    program.look("square", square);
}

template <Element T>
void SolverCall<T>::end_of_run(SolverProgram<T>& program, const Spread& rr) {
    program.look("rr", rr);
    program.look("state", program.state());
}

template <Element T>
Bindings SolverCall<T>::bound(const Program& program, Bindings bindings) {
    for (const MatrixParameter& matrix : program.matrices()) {
        if (matrix.name == "b") bindings.matrix("b", arguments_.b.data(), system_.size());
        if (matrix.name == "x") bindings.matrix("x", arguments_.x.data(), system_.size());
        if (matrix.name == "rr") bindings.matrix("rr", room(rr_, matrix), matrix.rows);
        if (matrix.name == "square") bindings.matrix("square", room(square_, matrix), matrix.rows);
        if (matrix.name == "state") bindings.matrix("state", state_.data(), 2);
    }
    if (std::ranges::find(program.scalars(), "limit") != program.scalars().end())
        bindings.scalar("limit", options().tolerance * options().tolerance * norm_of_b_ * norm_of_b_);
    return bindings;
}

template <Element T>
bool SolverCall<T>::start(const Program& program) {
    system_.run(program, bound(program));
    system_.release_arrays();
    norm_of_b_ = std::sqrt(std::real(square_[0]));
    if (norm_of_b_ == 0) {
        report_.history = {0};
        return false;
    }
    take(std::real(rr_[rr_.size() - static_cast<std::size_t>(kNumberRows)]));
    return goes_on();
}

template <Element T>
bool SolverCall<T>::run(const Program& program) {
    system_.run(program, bound(program));
    const std::int64_t before = report_.iterations;
    report_.iterations = state_[1];
    for (std::int64_t i = 0; i < report_.iterations - before; ++i)
        take(std::real(rr_[static_cast<std::size_t>(i * kNumberRows)]));
    if (state_[0] == static_cast<std::int32_t>(kernels::SolverState::running)) return goes_on();
    tell();
    report_.reason = reason_of(state_[0]);
    return false;
}

template <Element T>
void SolverCall<T>::take(double square) {
    report_.history.push_back(std::sqrt(square) / norm_of_b_);
}

/// By the last residual and the number of iterations.
template <Element T>
bool SolverCall<T>::goes_on() {
    tell();
    const double last = report_.history.back();
    if (last <= options().tolerance)
        report_.reason = StopReason::converged;
    else if (!std::isfinite(last))
        report_.reason = StopReason::breakdown;
    else if (report_.iterations >= options().most_iterations)
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
    report_.history.push_back(residual / norm_of_b_);
}

template <Element T>
bool SolverCall<T>::look_again(const Program& program, const Bindings& scalars) {
    system_.run(program, bound(program, scalars));
    report_.history.pop_back();
    take(std::real(rr_[0]));
    return goes_on();
}

template <Element T>
SolveReport SolverCall<T>::finish() {
    const Clock::time_point iterated = Clock::now();
    const Clock::time_point iterating = iterating_.value_or(iterated);
    SolverProgram<T> program(system_);
    const Spread x = program.vector("x"), r = program.vector(), square = program.numbers("square", 1);
    if (norm_of_b_ == 0) program.zero(x);
    program.copy(program.vector("b"), r);
    program.multiply(-1, x, 1, r);
    program.dot(r, r, program.element(square, 0));
    program.look("square", square);
    program.store("x", x);
    const Program built = std::move(program).finish();
    system_.run(built, bound(built));
    report_.residual = norm_of_b_ == 0 ? 0 : std::sqrt(std::real(square_[0])) / norm_of_b_;
    const auto seconds = [](Clock::duration time) { return std::chrono::duration<double>(time).count(); };
    report_.seconds = seconds(Clock::now() - began_);
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
HG_INSTANTIATE(float)
HG_INSTANTIATE(double)
HG_INSTANTIATE(std::complex<float>)
HG_INSTANTIATE(std::complex<double>)
#undef HG_INSTANTIATE

}  // namespace hg::sparse
