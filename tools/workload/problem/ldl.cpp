#include "tools/workload/rule/routines/ldl.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "interfaces/generated/lapack_routines.hpp"
#include "tools/workload/problem/blas_operand.hpp"
#include "tools/workload/problem/row_routine.hpp"
#include "tools/workload/rule/draw.hpp"

namespace hgctl {

/// What an indefinite matrix is like: with a zero diagonal all pivots are blocks of order 2 at first, and of
/// whole numbers many are as large as the pivot.
enum class LdlKind { random, zero_diagonal, tied, definite, singular };

/// Draws an indefinite matrix. Nobody may read the imaginary parts of a hermitian diagonal.
template <class T, class Problem>
void draw_indefinite(Problem& problem, bool is_hermitian, hg::Uplo uplo, std::int64_t n) {
    constexpr const char* kKinds[] = {"random", "zero_diagonal", "tied", "definite", "singular"};
    RandomNumbers& numbers = problem.numbers();
    const auto kind = problem.is_drawn() ? static_cast<LdlKind>(numbers.between(0, 4)) : LdlKind::random;
    const std::int64_t zero = kind == LdlKind::singular && n > 0 ? numbers.between(0, n - 1) : -1;
    problem.say(kKinds[static_cast<int>(kind)]);
    if (zero >= 0) problem.say("zero=" + std::to_string(zero));
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < n; ++i) {
            if (!holds(triangle(uplo), i, j)) continue;
            auto value = next_element<Drawn<T>>(numbers);
            if (kind == LdlKind::tied) value = std::round(2 * std::real(value));
            if (i == j && kind == LdlKind::zero_diagonal) value = 0;
            if (i == j && kind == LdlKind::definite) value += static_cast<double>(n);
            if (i == zero || j == zero) value = 0;
            auto element = static_cast<T>(value);
            if constexpr (kIsComplex<T>)
                if (i == j && is_hermitian) element.imag(not_a_number<PartOf<T>>());
            problem["A"].set(i, j, element);
        }
}
template <class T, hg::Symmetry kSymmetry, class Problem>
void draw_elements(const hg::SytrfCall<T, kSymmetry>& c, Problem& problem) {
    draw_indefinite<T>(problem, kSymmetry == hg::Symmetry::hermitian, c.uplo, c.n);
}
template <class T, hg::Symmetry kSymmetry, class Problem>
void draw_elements(const hg::SysvCall<T, kSymmetry>& c, Problem& problem) {
    draw_indefinite<T>(problem, kSymmetry == hg::Symmetry::hermitian, c.uplo, c.n);
}

/// Interchanges of a factorization with a third of its blocks of order 2. Returns in which columns a block
/// begins, counted from the first one that is factored.
template <class Problem>
std::vector<int> draw_blocks(Problem& problem, hg::Uplo uplo, std::int64_t n) {
    RandomNumbers& numbers = problem.numbers();
    std::vector<int> orders(static_cast<std::size_t>(n));
    const bool upper = uplo == hg::Uplo::upper;
    for (std::int64_t k = 0; k < n; k += orders[static_cast<std::size_t>(k)]) {
        const int order = k + 1 < n && numbers.between(0, 2) == 0 ? 2 : 1;
        const std::int64_t with = numbers.between(k + order - 1, n - 1);
        const std::int64_t row = upper ? n - with : with + 1;
        orders[static_cast<std::size_t>(k)] = order;
        for (std::int64_t j = k; j < k + order; ++j)
            problem.pivots()[static_cast<std::size_t>(upper ? n - 1 - j : j)] = order == 1 ? row : -row;
    }
    return orders;
}

/// The factors of a well-conditioned matrix.
template <class T, hg::Symmetry kSymmetry, class Problem>
void draw_elements(const hg::SytrsCall<T, kSymmetry>& c, Problem& problem) {
    if (c.n == 0 || c.nrhs == 0) return;
    const std::vector<int> orders = draw_blocks(problem, c.uplo, c.n);
    const double scale = 1 / (1 + std::sqrt(static_cast<double>(c.n)));
    const auto step = [&](std::int64_t j) { return c.uplo == hg::Uplo::upper ? c.n - 1 - j : j; };
    for (std::int64_t j = 0; j < c.n; ++j)
        for (std::int64_t i = 0; i < c.n; ++i) {
            if (!holds(triangle(c.uplo), i, j)) continue;
            auto value = next_element<Drawn<T>>(problem.numbers());
            const bool in_block =
                i != j && std::abs(i - j) == 1 && orders[static_cast<std::size_t>(step(j))] == 2;
            if (i == j)
                value = 1 + std::abs(std::real(value));
            else
                value = in_block ? 4.0 + value : scale * value;
            problem["A"].set(i, j, static_cast<T>(value));
        }
}

const std::vector<Routine>& ldl_routines() {
    using namespace hg::routines;
    static const std::vector<Routine> routines = routines_of<Sytrf, Sytrs, Sysv, Hetrf, Hetrs, Hesv>();
    return routines;
}

}  // namespace hgctl
