#include <algorithm>
#include <cmath>
#include <complex>
#include <optional>
#include <utility>

#include "sparse/solve/hessenberg.hpp"
#include "sparse/solve/methods.hpp"
#include "sparse/solve/solver_basis.hpp"

namespace hg::sparse {
namespace {

using kernels::SolverNumbers;

/// Vectors are made orthogonal twice: once leaves what rounding has taken.
constexpr std::int64_t kPasses = 2;

/// Column of the products of vector j + 1, before it is made orthogonal, with those before it.
constexpr std::int64_t column_of(std::int64_t j, std::int64_t pass) noexcept {
    return kPasses * j + pass;
}

/// v(j + 1) := A M v(j), made orthogonal to the vectors before it and of length 1. `norm` becomes the length
/// that it had.
void next_vector(SolverProgram& program, SolverBasis& basis, std::int64_t j, const Spread& norm) {
    const Spread v = basis.vector(j), w = basis.vector(j + 1);
    const Spread z = program.has_preconditioner() ? program.factor() : v;
    if (program.has_preconditioner()) program.precondition(v, z);
    program.multiply(1, z, 0, w);
    for (std::int64_t pass = 0; pass < kPasses; ++pass) {
        basis.project(j + 1, w, column_of(j, pass));
        basis.subtract(j + 1, column_of(j, pass), w);
    }
    const Spread square = program.number(), inverse = program.number(), state = program.state();
    program.dot(w, w, square);
    program.decide(SolverNumbers::norm, {&square, &state, &norm, &inverse});
    program.scale({1, &inverse}, w);
}

/// `count` vectors beside the first one, which has the direction of r. r is left as it is.
Program cycle(const SolverLayout& layout, std::int64_t restart, std::int64_t count) {
    SolverProgram program(layout);
    SolverBasis basis(program, restart + 1, kPasses * count);
    const Spread norms = program.numbers("norms" + std::to_string(count), count);
    const Spread first = basis.vector(0), state = program.state();
    const Spread square = program.element(program.numbers("rr", 1), 0);
    const Spread norm = program.number(), inverse = program.number();
    program.decide(SolverNumbers::norm, {&square, &state, &norm, &inverse});
    program.copy(program.vector("r"), first);
    program.scale({1, &inverse}, first);
    for (std::int64_t j = 0; j < count; ++j) next_vector(program, basis, j, program.element(norms, j));
    program.look("products", basis.products());
    program.look("norms", norms);
    return std::move(program).finish();
}

std::string weight_name(std::int64_t j) {
    return "y" + std::to_string(j);
}

/// x += M (sum of y(j) v(j)); r := b - A x
Program update(const SolverLayout& layout, std::int64_t restart, std::int64_t count) {
    SolverProgram program(layout);
    const Spread x = program.vector("x"), r = program.vector("r"), rr = program.numbers("rr", 1);
    SolverBasis basis(program, restart + 1, kPasses * count);
    const Spread sum = program.vector();
    program.zero(sum);
    for (std::int64_t j = 0; j < count; ++j)
        program.add(program.scalar(weight_name(j)), basis.vector(j), sum);
    const Spread z = program.has_preconditioner() ? program.vector() : sum;
    if (program.has_preconditioner()) program.precondition(sum, z);
    program.add(Factor{}, z, x);
    program.copy(program.vector("b"), r);
    program.multiply(-1, x, 1, r);
    program.dot(r, r, program.element(rr, 0));
    program.look("rr", rr);
    return std::move(program).finish();
}

Program first_residual(const SolverLayout& layout) {
    SolverProgram program(layout);
    program.begin_pass(1);
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
          cycle_(cycle(call.system(), call.options().restart, count)),
          update_(update(call.system(), call.options().restart, count)),
          product_rows_(product_rows(element_type_of<T>(), call.options().restart + 1)),
          products_(static_cast<std::size_t>(product_rows_ * kPasses * count)),
          norms_(static_cast<std::size_t>(kNumberRows * count)) {
        call.prepare(cycle_);
        call.prepare(update_);
    }

    [[nodiscard]] std::int64_t count() const noexcept { return count_; }

    /// False if the pass has ended.
    bool run() {
        call_.system().run(cycle_, Bindings{}
                                       .matrix("products", products_.data(), product_rows_)
                                       .matrix("norms", norms_.data(), kNumberRows));
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
    [[nodiscard]] Wide product(std::int64_t j, std::int64_t pass, std::int64_t i) const {
        const std::int64_t place =
            column_of(j, pass) * product_rows_ + i * product_step(element_type_of<T>());
        return static_cast<Wide>(products_[static_cast<std::size_t>(place)]);
    }

    [[nodiscard]] std::vector<Wide> column(std::int64_t j) const {
        std::vector<Wide> h;
        for (std::int64_t i = 0; i <= j; ++i) h.push_back(product(j, 0, i) + product(j, 1, i));
        h.push_back(static_cast<Wide>(norms_[static_cast<std::size_t>(j * kNumberRows)]));
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
    const std::int64_t product_rows_;
    std::vector<T> products_, norms_;
};

/// From the true residual until the pass has ended. The cycle of full length serves all passes.
template <Element T>
void run_pass(SolverCall<T>& call, std::optional<GmresCycle<T>>& cycle) {
    call.start(first_residual(call.system()));
    do {
        const std::int64_t count = std::min(call.options().restart, call.iterations_left());
        if (!cycle || cycle->count() != count) cycle.emplace(call, count);
        call.begin_iterations();
    } while (cycle->run());
}

/// All passes of a call.
template <Element T>
SolveReport run_passes(SolverCall<T>& call) {
    std::optional<GmresCycle<T>> cycle;
    return call.in_passes([&] { run_pass(call, cycle); });
}

}  // namespace

template <Element T>
SolveReport gmres(const SolverArguments<T>& arguments) {
    SolverCall<T> call(arguments);
    return run_passes(call);
}

template SolveReport gmres(const SolverArguments<float>&);
template SolveReport gmres(const SolverArguments<double>&);
template SolveReport gmres(const SolverArguments<std::complex<float>>&);
template SolveReport gmres(const SolverArguments<std::complex<double>>&);

}  // namespace hg::sparse
