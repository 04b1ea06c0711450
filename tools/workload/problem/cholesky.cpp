#include "tools/workload/rule/routines/cholesky.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "interfaces/generated/lapack_routines.hpp"
#include "lapack/cholesky/potrf_call.hpp"
#include "lapack/inverse/potri_call.hpp"
#include "lapack/refine/dsposv_call.hpp"
#include "lapack/solve/posv_call.hpp"
#include "lapack/solve/potrs_call.hpp"
#include "tools/workload/problem/blas_operand.hpp"
#include "tools/workload/problem/row_routine.hpp"
#include "tools/workload/rule/draw.hpp"

namespace hgctl {

/// Calls act(i, j) for the elements of a triangle of this order.
template <class Act>
void for_triangle(hg::Uplo uplo, std::int64_t order, const Act& act) {
    for (std::int64_t j = 0; j < order; ++j)
        for (std::int64_t i = 0; i < order; ++i)
            if (holds(triangle(uplo), i, j)) act(i, j);
}

/// A definite matrix, whose diagonal rules its rows. Of random problems a third is graded, and a quarter has
/// a minor that is not definite. Nobody may read the imaginary parts of the diagonal.
template <class T, class Problem>
void draw_definite(Problem& problem, hg::Uplo uplo, std::int64_t n) {
    RandomNumbers& numbers = problem.numbers();
    const bool graded = problem.is_drawn() && numbers.between(0, 2) == 0;
    const bool fails = problem.is_drawn() && n > 0 && numbers.between(0, 3) == 0;
    const std::int64_t failing = fails ? numbers.between(0, n - 1) : -1;
    if (graded) problem.say("graded");
    if (fails) problem.say("failing=" + std::to_string(failing));
    const double diagonal = (kIsComplex<T> ? 1.5 : 1) * (static_cast<double>(n) + 1);
    for_triangle(uplo, n, [&](std::int64_t i, std::int64_t j) {
        auto value = next_element<Drawn<T>>(numbers);
        if (i == j) value = std::real(value) + diagonal;
        if (graded) value *= std::ldexp(1.0, static_cast<int>(-(i % 20) - j % 20));
        auto element = static_cast<T>(i == j && i == failing ? -value : value);
        if constexpr (kIsComplex<T>)
            if (i == j) element.imag(not_a_number<PartOf<T>>());
        problem["A"].set(i, j, element);
    });
}
template <class T, class Problem>
void draw_elements(const hg::PotrfCall<T>& c, Problem& problem) {
    draw_definite<T>(problem, c.uplo, c.n);
}
template <class T, class Problem>
void draw_elements(const hg::PosvCall<T>& c, Problem& problem) {
    draw_definite<T>(problem, c.uplo, c.n);
}
template <class T, class Problem>
void draw_elements(const hg::MixedPosvCall<T>& c, Problem& problem) {
    draw_definite<T>(problem, c.uplo, c.n);
}

/// The factor of a well-conditioned matrix; its diagonal may have a zero.
template <class T, class Problem>
void draw_factor(Problem& problem, hg::Uplo uplo, std::int64_t n, std::int64_t zero) {
    const double diagonal = std::sqrt(static_cast<double>(n)) + 1;
    for_triangle(uplo, n, [&](std::int64_t i, std::int64_t j) {
        auto value = next_element<Drawn<T>>(problem.numbers());
        if (i == j) value = i == zero ? 0 : std::real(value) + diagonal;
        problem["A"].set(i, j, static_cast<T>(value));
    });
}
template <class T, class Problem>
void draw_elements(const hg::PotrsCall<T>& c, Problem& problem) {
    if (c.nrhs > 0) draw_factor<T>(problem, c.uplo, c.n, -1);
}
template <class T, class Problem>
void draw_elements(const hg::PotriCall<T>& c, Problem& problem) {
    const bool fails = problem.is_drawn() && c.n > 0 && problem.numbers().between(0, 3) == 0;
    const std::int64_t zero = fails ? problem.numbers().between(0, c.n - 1) : -1;
    if (fails) problem.say("zero=" + std::to_string(zero));
    draw_factor<T>(problem, c.uplo, c.n, zero);
}

const std::vector<Routine>& cholesky_routines() {
    using namespace hg::routines;
    static const std::vector<Routine> routines = routines_of<Potrf, Posv, Dsposv, Zcposv, Potrs, Potri>();
    return routines;
}

}  // namespace hgctl
