#include <complex>
#include <utility>

#include "sparse/solve/methods.hpp"

namespace hg::sparse {
namespace {

using kernels::SolverNumbers;

/// r_hat := r; p := r; rho := r_hat^H r
Program first_bicgstab_direction(const SolverLayout& layout, std::int64_t slots) {
    SolverProgram program(layout);
    program.begin_pass(slots);
    const Spread r = program.vector("r"), r_hat = program.vector("r_hat");
    program.copy(r, r_hat);
    program.copy(r, program.factor("p"));
    program.dot(r_hat, r, program.number("rho"));
    return std::move(program).finish();
}

/// A M x for the direction x; `image` becomes M x.
Spread product_of(SolverProgram& program, const Spread& x, Spread& image) {
    image = x;
    if (program.has_preconditioner()) {
        image = program.factor();
        program.precondition(x, image);
    }
    Spread y = program.vector();
    program.multiply(1, image, 0, y);
    return y;
}

void bicgstab_iteration(SolverProgram& program, const Spread& old_rr, const Spread& new_rr) {
    const Spread x = program.vector("x"), r = program.vector("r"), p = program.factor("p"),
                 r_hat = program.vector("r_hat");
    const Spread state = program.state(), rho = program.number("rho");
    const Spread alpha = program.number(), omega = program.number(), beta = program.number();
    const Spread rv = program.number(), ts = program.number(), tt = program.number(),
                 new_rho = program.number();
    Spread p_hat, s_hat;
    const Spread v = product_of(program, p, p_hat);
    program.dot(r_hat, v, rv);
    program.decide(SolverNumbers::alpha, {&old_rr, &rho, &rv, &state, &alpha}, {program.scalar("limit")});
    program.add({-1, &alpha}, v, r);  // s, which takes the place of r
    const Spread t = product_of(program, r, s_hat);
    program.dots({{&t, &r, &ts}, {&t, &t, &tt}});
    program.decide(SolverNumbers::omega, {&ts, &tt, &state, &omega});
    program.bicgstab_solution(alpha, omega, p_hat, s_hat, x);
    program.add({-1, &omega}, t, r);
    program.dots({{&r, &r, &new_rr}, {&r_hat, &r, &new_rho}});
    program.decide(SolverNumbers::beta, {&new_rho, &rho, &alpha, &omega, &state, &beta});
    program.copy(new_rho, rho);
    program.bicgstab_direction(beta, omega, r, v, p);
}

Program bicgstab_iterations(const SolverLayout& layout, std::int64_t count, std::int64_t slots) {
    SolverProgram program(layout);
    const Spread rr = program.numbers("rr", slots);
    for (std::int64_t k = 0; k < count; ++k)
        bicgstab_iteration(program, program.element(rr, (k + slots - 1) % slots), program.element(rr, k));
    program.end_run(rr);
    return std::move(program).finish();
}

}  // namespace

template <Element T>
SolveReport bicgstab(const SolverArguments<T>& arguments) {
    SolverCall<T> call(arguments);
    return call.iterate(first_bicgstab_direction, bicgstab_iterations);
}

template SolveReport bicgstab(const SolverArguments<float>&);
template SolveReport bicgstab(const SolverArguments<double>&);
template SolveReport bicgstab(const SolverArguments<std::complex<float>>&);
template SolveReport bicgstab(const SolverArguments<std::complex<double>>&);

}  // namespace hg::sparse
