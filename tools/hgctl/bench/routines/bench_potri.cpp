// potri in `hgctl bench`.
#include <cmath>

#include "blas/cost/flops.hpp"
#include "tools/hgctl/bench/routines/level3_bench.hpp"
#include "tools/workload/rule/residual.hpp"
#include <hg/lapack/potri.hpp>

namespace hgctl {
namespace {

/// A triangle with a diagonal that is large enough for a small condition number.
BenchOperand factor_matrix(const BenchCase& b) {
    return {
        .rows = b.n, .cols = b.n, .part = triangle(b.uplo), .shift = std::sqrt(static_cast<double>(b.n)) + 1};
}

/// L or L^H as it was before it was overwritten.
template <class T>
struct KnownFactor {
    KnownMatrix<T> known;
    bool stored_upper = false;
    bool transposed = false;
    std::int64_t rows = known.rows;
    std::int64_t cols = known.cols;

    [[nodiscard]] T operator()(std::int64_t i, std::int64_t j) const noexcept {
        if (i != j && (i < j) != transposed) return T{0};
        return stored_upper == transposed ? known(i, j) : conjugate_of(known(j, i));
    }
};

template <class T>
struct Potri {
    using Memory = Level3Memory<T>;

    static void run(hg::Session& session, const BenchCase& b, const Memory& x) {
        hg::potri<T>(session, b.uplo, b.n, x.data(0), b.n);
    }
    /// L (L^H X z) is to be z, for a random z.
    static BenchError error(const BenchCase& b, const Memory& x) {
        StoredMatrix<T> inverse = x.result();
        inverse.part = hermitian(b.uplo);
        KnownFactor<T> factor{{1, b.n, b.n, element_of<T>(factor_matrix(b).shift)},
                              b.uplo == hg::Uplo::upper};
        const std::vector<Wide<T>> z = random_signs<T>(b.n);
        factor.transposed = true;
        const std::vector<Wide<T>> w = multiply<T>(factor, multiply<T>(inverse, z).values).values;
        factor.transposed = false;
        const double residual = scaled_residual<T>(factor, w, z);
        return {residual / kGoodResidual, residual};
    }
};

}  // namespace

BenchRoutine potri_bench() {
    return level3_bench<Potri>(
        {.name = "potri",
         .help = "A := A^-1 by the factor of A, one triangle of A",
         .sizes = {{"n", &BenchCase::n, "Order of A", {}}},
         .residual = "HPL residual",
         .residual_help = "|L w - z| / (eps (|L| |w| + |z|) n) with w = L^T A^-1 z; below 16 is good",
         .add_options = add_uplo_option,
         .settings =
             [](const BenchCase& b) {
                 return Json{{"uplo", letter(b.uplo)}};
             },
         .special_title = [](const BenchCase& b) -> std::string {
             return b.uplo == hg::Uplo::upper ? "A := (U^T U)^-1" : "A := (L L^T)^-1";
         },
         .operands = [](const BenchCase& b) -> BenchRoutine::Operands { return {factor_matrix(b)}; },
         .amount = [](const BenchCase& b) { return hg::potri_flops(b.n); }});
}

}  // namespace hgctl
