#include "kernels/ldl/ldl_factors.hpp"

#include <algorithm>
#include <complex>
#include <utility>

#include "host_blas/element_arithmetic.hpp"

namespace hg::kernels {

std::int64_t find_ldl_steps(bool upper, std::int64_t n, const std::int64_t* ipiv,
                            std::vector<LdlStep>& steps) {
    steps.clear();
    std::int64_t done = 0;
    for (; done < n; done += steps.back().order) {
        const std::int64_t k = upper ? n - 1 - done : done;
        const std::int64_t next = upper ? k - 1 : k + 1;
        const bool is_block = ipiv[k] < 0;
        if (is_block && (done + 1 == n || ipiv[next] != ipiv[k])) break;
        const std::int64_t row = is_block ? next : k;
        const std::int64_t with = is_block ? -(ipiv[k] + 1) : ipiv[k] - 1;
        if (upper ? with < 0 || with > row : with < row || with >= n) break;
        steps.push_back({is_block && upper ? next : k, is_block ? 2 : 1, row, with});
    }
    return done == n || !upper ? done : n - 1 - done;
}

template <class T>
void LdlFactors<T>::copy_columns(const std::vector<LdlStep>& steps, std::int64_t first, std::int64_t last,
                                 T* L) const noexcept {
    for (auto s = static_cast<std::size_t>(first); s < static_cast<std::size_t>(last); ++s)
        for (std::int64_t j = steps[s].column; j < steps[s].column + steps[s].order; ++j) {
            const std::int64_t begin = upper ? 0 : j + 1, end = upper ? j : n;
            T* const to = L + j * n;
            std::copy(A + j * lda + begin, A + j * lda + end, to + begin);
            // The element of D beside the diagonal is none of L.
            if (steps[s].order == 2 && (j == steps[s].column) != upper)
                to[2 * steps[s].column + 1 - j] = T{0};
            for (std::size_t later = s + 1; later < steps.size(); ++later)
                std::swap(to[steps[later].row], to[steps[later].with]);
        }
}

/// Of a block of order 2, all is divided by the elements beside its diagonal first, so that the determinant
/// does not overflow.
template <class T>
void LdlFactors<T>::divide_by_blocks(const std::vector<LdlStep>& steps, std::int64_t nrhs, T* B,
                                     std::int64_t ldb) const noexcept {
    const auto diagonal = [&](T x) { return hermitian ? T{std::real(x)} : x; };
    for (const LdlStep& step : steps) {
        const T* const d = A + step.column * (lda + 1);
        T* const b = B + step.column;
        const T d00 = diagonal(d[0]);
        if (step.order == 1) {
            for (std::int64_t j = 0; j < nrhs * ldb; j += ldb) b[j] = quotient(b[j], d00);
            continue;
        }
        const T d01 = upper ? d[lda] : conjugated_if(hermitian, d[1]);
        const T d10 = conjugated_if(hermitian, d01);
        const T e0 = quotient(d00, d01), e1 = quotient(diagonal(d[lda + 1]), d10);
        const T determinant = multiply(e0, e1) - T{1};
        for (std::int64_t j = 0; j < nrhs * ldb; j += ldb) {
            const T b0 = quotient(b[j], d01), b1 = quotient(b[j + 1], d10);
            b[j] = quotient(multiply(e1, b0) - b1, determinant);
            b[j + 1] = quotient(multiply(e0, b1) - b0, determinant);
        }
    }
}

template struct LdlFactors<float>;
template struct LdlFactors<double>;
template struct LdlFactors<std::complex<float>>;
template struct LdlFactors<std::complex<double>>;

}  // namespace hg::kernels
