// dpotrf and spotrf in `hgctl bench`.
#include "blas/cost/flops.hpp"
#include "tools/hgctl/bench/routines/level3_bench.hpp"
#include "tools/hgctl/check/residual.hpp"
#include <hg/lapack/potrf.hpp>

namespace hgctl {
namespace {

/// A symmetric matrix of which one triangle of a known matrix counts.
template <class T>
struct SymmetricMatrix {
    KnownMatrix<T> known;
    bool upper = false;
    std::int64_t rows = 0;
    std::int64_t cols = 0;

    [[nodiscard]] T operator()(std::int64_t i, std::int64_t j) const noexcept {
        return upper == (i < j) ? known(i, j) : known(j, i);
    }
};

/// Its diagonal rules its rows.
BenchOperand definite_matrix(const BenchCase& b) {
    return {.rows = b.n, .cols = b.n, .part = triangle(b.uplo), .shift = static_cast<double>(b.n)};
}

template <class T>
struct Potrf {
    using Memory = Level3Memory<T>;

    static void run(hg::Session& session, const BenchCase& b, const Memory& x) {
        hg::potrf<T>(session, b.uplo, b.n, x.data(0), b.n);
    }
    static PeerTime run(Peer& peer, std::size_t variant, const BenchCase& b, const Memory& x) {
        return peer.factor({.routine = PeerFactorization::Routine::potrf,
                            .type = b.routine->type,
                            .uplo = b.uplo,
                            .m = b.n,
                            .n = b.n,
                            .a = x.data(0),
                            .pinned = b.pinned},
                           variant);
    }
    /// A z is to be L L^T z, for a random z.
    static BenchError error(const BenchCase& b, const Memory& x) {
        const bool upper = b.uplo == hg::Uplo::upper;
        const StoredMatrix<T> factor = x.result();
        const StoredMatrix<T> lower = upper ? factor.transpose() : factor;
        const std::vector<Wide<T>> z = random_signs<T>(b.n);
        const KnownMatrix<T> known{1, b.n, b.n, static_cast<T>(definite_matrix(b).shift)};
        const double residual =
            scaled_residual<T>(SymmetricMatrix<T>{known, upper, b.n, b.n}, z,
                               multiply<T>(lower, multiply<T>(lower.transpose(), z).values).values);
        return {residual / kGoodResidual, residual};
    }
};

}  // namespace

BenchRoutine potrf_bench() {
    return level3_bench<Potrf>(
        {.name = "potrf",
         .help = "A = L L^T, one triangle of A",
         .sizes = {{"n", &BenchCase::n, "Order of A", {}}},
         .peers = &factor_peers(),
         .residual = "HPL residual",
         .residual_help = "|A z - L L^T z| / (eps (|A| |z| + |L L^T z|) n); below 16 is good",
         .add_options = add_uplo_option,
         .settings =
             [](const BenchCase& b) {
                 return Json{{"uplo", letter(b.uplo)}};
             },
         .special_title = [](const BenchCase& b) -> std::string {
             return b.uplo == hg::Uplo::upper ? "A = U^T U" : "A = L L^T";
         },
         .operands = [](const BenchCase& b) -> BenchRoutine::Operands { return {definite_matrix(b)}; },
         .amount = [](const BenchCase& b) { return hg::potrf_flops(b.n); }});
}

}  // namespace hgctl
