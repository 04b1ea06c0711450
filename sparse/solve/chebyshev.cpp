#include "sparse/solve/chebyshev.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "sparse/generate/random_element.hpp"
#include "sparse/solve/solver_program.hpp"

namespace hg::sparse {
namespace {

/// Eigenvalues below this part of the largest one are left to conjugate gradients: polynomials of few
/// products cannot have all.
constexpr double kRange = 30;
/// An estimate by few steps is too small by some percent.
constexpr double kSafety = 1.1;

/// True if no eigenvalue is x or more: all pivots of the matrix minus x are negative (Sturm).
bool is_above_all(double x, const std::vector<double>& diagonal, const std::vector<double>& beside) {
    double pivot = diagonal[0] - x;
    for (std::size_t i = 0; i < beside.size() && pivot < 0; ++i)
        pivot = diagonal[i + 1] - x - beside[i] * beside[i] / pivot;
    return pivot < 0;
}

constexpr std::int64_t kSteps = 12;
constexpr std::uint64_t kSeed = 12;

/// kSteps iterations of conjugate gradients with the preconditioner D from the host's vector "noise".
Program lanczos(const SolverSystem& system) {
    SolverProgram program(system);
    program.load_system();
    const Spread x = program.vector("x"), r = program.vector("r"), p = program.factor("p"),
                 z = program.vector();
    const Spread rz = program.numbers("lanczos_rz", kSteps + 1), pq = program.numbers("lanczos_pq", kSteps);
    program.zero(rz);
    program.zero(pq);
    program.zero(x);
    program.load("noise", r);
    program.precondition(r, p);
    program.dot(r, p, program.element(rz, 0));
    for (std::int64_t k = 0; k < kSteps; ++k) {
        const Spread q = program.vector(), old_rz = program.element(rz, k),
                     new_rz = program.element(rz, k + 1);
        program.multiply(1, p, 0, q);
        program.dot(p, q, program.element(pq, k));
        program.cg_update(old_rz, program.element(pq, k), p, q, x, r, z, program.number(), new_rz);
        program.cg_direction(new_rz, old_rz, z, p);
    }
    program.look("rz", rz);
    program.look("pq", pq);
    return std::move(program).finish();
}

/// The matrix that the numbers of these iterations make (Golub and Van Loan, Matrix Computations, 11.3), as
/// far as they are positive.
double largest_by(const std::vector<double>& rz, const std::vector<double>& pq) {
    std::vector<double> diagonal, beside;
    double old_step = 0, ratio = 0;
    for (std::size_t k = 0; k < pq.size(); ++k) {
        const double step = rz[k] / pq[k];
        if (!(step > 0 && std::isfinite(step))) break;
        if (k > 0) beside.push_back(std::sqrt(ratio) / old_step);
        diagonal.push_back(1 / step + (k > 0 ? ratio / old_step : 0));
        old_step = step;
        ratio = rz[k + 1] / rz[k];
        if (!(ratio > 0 && std::isfinite(ratio))) break;
    }
    return diagonal.empty() ? 1 : largest_of_tridiagonal(diagonal, beside);
}

template <Element T>
std::vector<double> real_parts(const std::vector<T>& numbers) {
    std::vector<double> parts;
    for (std::size_t i = 0; i < numbers.size(); i += static_cast<std::size_t>(kNumberRows))
        parts.push_back(static_cast<double>(std::real(numbers[i])));
    return parts;
}

}  // namespace

// The iteration of Chebyshev as Saad has it (Iterative Methods for Sparse Linear Systems, algorithm 12.1),
// for z times `middle`, which saves a pass over the first z.
std::vector<ChebyshevStep> chebyshev_steps(int degree, double largest) {
    const double first = largest / kRange, last = kSafety * largest;
    const double middle = (first + last) / 2, radius = (last - first) / 2;
    std::vector<ChebyshevStep> steps;
    double rho = radius / middle;
    for (int i = 0; i < degree; ++i) {
        const double next = 1 / (2 * middle / radius - rho);
        const double momentum = next * rho, factor = 2 * next / radius;
        steps.push_back({1 + momentum, factor * middle, -factor, -momentum});
        rho = next;
    }
    return steps;
}

double largest_of_tridiagonal(const std::vector<double>& diagonal, const std::vector<double>& beside) {
    constexpr int kHalvings = 60;
    double low = *std::ranges::max_element(diagonal), high = low;
    for (const double element : beside) high += 2 * std::abs(element);
    for (int i = 0; i < kHalvings; ++i) {
        const double middle = low + (high - low) / 2;
        (is_above_all(middle, diagonal, beside) ? high : low) = middle;
    }
    return high;
}

template <Element T>
double largest_eigenvalue(SolverSystem& system) {
    std::vector<T> noise(static_cast<std::size_t>(system.size()));
    for (std::size_t i = 0; i < noise.size(); ++i)
        noise[i] = random_element<T>(kSeed, static_cast<std::int64_t>(i), 0);
    std::vector<T> rz(static_cast<std::size_t>(kNumberRows * (kSteps + 1)));
    std::vector<T> pq(static_cast<std::size_t>(kNumberRows * kSteps));
    system.run(lanczos(system), Bindings{}
                                    .matrix("noise", noise.data(), system.size())
                                    .matrix("rz", rz.data(), kNumberRows)
                                    .matrix("pq", pq.data(), kNumberRows));
    return largest_by(real_parts(rz), real_parts(pq));
}

template double largest_eigenvalue<float>(SolverSystem&);
template double largest_eigenvalue<double>(SolverSystem&);
template double largest_eigenvalue<std::complex<float>>(SolverSystem&);
template double largest_eigenvalue<std::complex<double>>(SolverSystem&);

}  // namespace hg::sparse
