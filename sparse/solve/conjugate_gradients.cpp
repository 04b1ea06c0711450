#include <complex>
#include <utility>

#include "sparse/solve/chebyshev.hpp"
#include "sparse/solve/methods.hpp"

namespace hg::sparse {
namespace {

/// r^H z before and after an iteration, which take turns. Without a preconditioner they are r^H r.
Spread product_of_residual(SolverProgram& program, std::int64_t turn) {
    return program.number(turn % 2 == 0 ? "rz_even" : "rz_odd");
}

/// z := M r; p := z
Program first_direction(const SolverLayout& layout, std::int64_t slots) {
    SolverProgram program(layout);
    program.begin_pass(slots);
    const Spread r = program.vector("r"), p = program.factor("p");
    program.precondition(r, p);
    if (program.has_preconditioner()) program.dot(r, p, product_of_residual(program, 0));
    return std::move(program).finish();
}

}  // namespace

Program cg_iterations(const SolverLayout& layout, std::int64_t count, std::int64_t slots) {
    SolverProgram program(layout);
    const bool preconditioned = program.has_preconditioner();
    const Spread x = program.vector("x"), r = program.vector("r"), p = program.factor("p");
    const Spread z = preconditioned ? program.image() : r;
    const Spread rr = program.numbers("rr", slots);
    for (std::int64_t k = 0; k < count; ++k) {
        const Spread old_rr = program.element(rr, (k + slots - 1) % slots), new_rr = program.element(rr, k);
        const Spread old_rz = preconditioned ? product_of_residual(program, k) : old_rr;
        const Spread new_rz = preconditioned ? product_of_residual(program, k + 1) : new_rr;
        const Spread q = program.vector(), pq = program.number(), step = program.number();
        program.multiply(1, p, 0, q);
        program.cg_step(old_rr, old_rz, p, q, step, pq);
        program.cg_update(step, pq, p, q, x, r, z, new_rr, new_rz);
        program.cg_direction(new_rz, old_rz, z, p);
    }
    if (preconditioned && count % 2 != 0)
        program.copy(product_of_residual(program, 1), product_of_residual(program, 0));
    program.end_run(rr);
    return std::move(program).finish();
}

template <Element T>
SolveReport conjugate_gradients(const SolverArguments<T>& arguments) {
    SolverCall<T> call(arguments);
    if (arguments.options.preconditioner == Preconditioner::chebyshev)
        call.system().set_polynomial(
            chebyshev_steps(arguments.options.degree, largest_eigenvalue<T>(call.system())));
    return call.iterate(first_direction, cg_iterations);
}

template SolveReport conjugate_gradients(const SolverArguments<float>&);
template SolveReport conjugate_gradients(const SolverArguments<double>&);
template SolveReport conjugate_gradients(const SolverArguments<std::complex<float>>&);
template SolveReport conjugate_gradients(const SolverArguments<std::complex<double>>&);

}  // namespace hg::sparse
