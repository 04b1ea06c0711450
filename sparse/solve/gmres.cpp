#include "sparse/solve/gmres.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <optional>
#include <utility>

#include "sparse/solve/hessenberg.hpp"

namespace hg::sparse {
namespace {

using kernels::SolverNumbers;

/// Vectors are made orthogonal twice: once leaves what rounding has taken.
constexpr std::int64_t kPasses = 2;

/// Where the numbers of a cycle stand: column j has j + 1 products of each pass, and the norm of what is left.
constexpr std::int64_t place_of(std::int64_t j, std::int64_t pass, std::int64_t i) noexcept {
    return kPasses * j * (j + 1) / 2 + j + pass * (j + 1) + i;
}
constexpr std::int64_t place_of_norm(std::int64_t j) noexcept {
    return place_of(j, kPasses, 0);
}

std::string basis_name(std::int64_t j) {
    return "v" + std::to_string(j);
}

/// w := A M v, made orthogonal to the vectors up to v and of length 1.
template <Element T>
void next_vector(SolverProgram<T>& program, const Spread& numbers, std::int64_t j) {
    const Spread v = program.vector(basis_name(j)), w = program.vector(basis_name(j + 1));
    const Spread z = program.has_preconditioner() ? program.factor() : v;
    if (program.has_preconditioner()) program.precondition(v, z);
    program.multiply(1, z, 0, w);
    for (std::int64_t pass = 0; pass < kPasses; ++pass) {
        for (std::int64_t i = 0; i <= j; ++i)
            program.dot(program.vector(basis_name(i)), w, program.element(numbers, place_of(j, pass, i)));
        for (std::int64_t i = 0; i <= j; ++i) {
            const Spread h = program.element(numbers, place_of(j, pass, i));
            program.add({-1, &h}, program.vector(basis_name(i)), w);
        }
    }
    const Spread square = program.number(), norm = program.element(numbers, place_of_norm(j));
    const Spread inverse = program.number(), state = program.state();
    program.dot(w, w, square);
    program.decide(SolverNumbers::norm, {&square, &state, &norm, &inverse});
    program.scale({1, &inverse}, w);
}

/// `count` vectors of a basis that begins with r, which is left as it is.
template <Element T>
Program cycle(SolverCall<T>& call, std::int64_t count) {
    SolverProgram<T> program(call.system());
    const Spread numbers = program.numbers("h" + std::to_string(count), place_of_norm(count - 1) + 1);
    const Spread first = program.vector(basis_name(0)), state = program.state();
    const Spread square = program.element(program.numbers("rr", 1), 0);
    const Spread norm = program.number(), inverse = program.number();
    program.decide(SolverNumbers::norm, {&square, &state, &norm, &inverse});
    program.copy(program.vector("r"), first);
    program.scale({1, &inverse}, first);
    for (std::int64_t j = 0; j < count; ++j) next_vector(program, numbers, j);
    program.look("h", numbers);
    return std::move(program).finish();
}

std::string weight_name(std::int64_t j) {
    return "y" + std::to_string(j);
}

/// x += M (sum of y(j) v(j)); r := b - A x
template <Element T>
Program update(SolverCall<T>& call, std::int64_t count) {
    SolverProgram<T> program(call.system());
    const Spread x = program.vector("x"), r = program.vector("r"), rr = program.numbers("rr", 1);
    const Spread sum = program.vector();
    program.zero(sum);
    for (std::int64_t j = 0; j < count; ++j)
        program.add(program.scalar(weight_name(j)), program.vector(basis_name(j)), sum);
    const Spread z = program.has_preconditioner() ? program.vector() : sum;
    if (program.has_preconditioner()) program.precondition(sum, z);
    program.add(Factor{}, z, x);
    program.copy(program.vector("b"), r);
    program.multiply(-1, x, 1, r);
    program.dot(r, r, program.element(rr, 0));
    program.look("rr", rr);
    return std::move(program).finish();
}

template <Element T>
Program first_residual(SolverCall<T>& call) {
    SolverProgram<T> program(call.system());
    call.begin(program, 1);
    return std::move(program).finish();
}

/// The two programs of a cycle, and what the host makes of the first one's numbers.
template <Element T>
class GmresCycle {
  public:
    using Wide = std::conditional_t<RealElement<T>, double, std::complex<double>>;

    GmresCycle(SolverCall<T>& call, std::int64_t count)
        : call_(call),
          count_(count),
          cycle_(cycle(call, count)),
          update_(update(call, count)),
          numbers_(static_cast<std::size_t>(kNumberRows * (place_of_norm(count - 1) + 1))) {}

    [[nodiscard]] std::int64_t count() const noexcept { return count_; }

    /// False if the solver has ended.
    bool run() {
        call_.system().run(cycle_, Bindings{}.matrix("h", numbers_.data(), kNumberRows));
        HessenbergLeastSquares<Wide> squares(call_.residual());
        const std::int64_t before = call_.iterations();
        const bool is_broken = !take_columns(squares);
        Bindings weights;
        std::vector<Wide> y = squares.solution();
        y.resize(static_cast<std::size_t>(count_));
        for (std::int64_t j = 0; j < count_; ++j)
            weights.scalar(weight_name(j), y[static_cast<std::size_t>(j)]);
        const bool goes_on = call_.look_again(update_, weights);
        if (is_broken && goes_on) call_.break_down();
        return goes_on && !is_broken && call_.iterations() > before;
    }

  private:
    [[nodiscard]] Wide number(std::int64_t place) const {
        return static_cast<Wide>(numbers_[static_cast<std::size_t>(place * kNumberRows)]);
    }

    [[nodiscard]] std::vector<Wide> column(std::int64_t j) const {
        std::vector<Wide> h;
        for (std::int64_t i = 0; i <= j; ++i)
            h.push_back(number(place_of(j, 0, i)) + number(place_of(j, 1, i)));
        h.push_back(number(place_of_norm(j)));
        return h;
    }

    /// Up to the one that solves the system. False if the method cannot go on.
    bool take_columns(HessenbergLeastSquares<Wide>& squares) {
        for (std::int64_t j = 0; j < count_; ++j) {
            const std::vector<Wide> h = column(j);
            if (std::ranges::any_of(h, [](const Wide& element) { return !std::isfinite(std::abs(element)); }))
                return false;
            const double residual = squares.add(h);
            if (squares.is_singular()) {
                squares.remove();
                return false;
            }
            call_.add_iteration(residual);
            if (call_.is_small(residual) || h.back() == Wide(0)) return true;
        }
        return true;
    }

    SolverCall<T>& call_;
    const std::int64_t count_;
    const Program cycle_, update_;
    std::vector<T> numbers_;
};

}  // namespace

template <Element T>
SolveReport gmres(const SolverArguments<T>& arguments) {
    SolverCall<T> call(arguments);
    if (!call.start(first_residual(call))) return call.finish();
    std::optional<GmresCycle<T>> cycle;
    do {
        const std::int64_t count = std::min(call.options().restart, call.iterations_left());
        if (!cycle || cycle->count() != count) cycle.emplace(call, count);
    } while (cycle->run());
    return call.finish();
}

template SolveReport gmres(const SolverArguments<float>&);
template SolveReport gmres(const SolverArguments<double>&);
template SolveReport gmres(const SolverArguments<std::complex<float>>&);
template SolveReport gmres(const SolverArguments<std::complex<double>>&);

}  // namespace hg::sparse
