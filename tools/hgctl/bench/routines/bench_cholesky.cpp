// potrf and posv in `hgctl bench`.
#include <complex>
#include <limits>
#include <type_traits>

#include "blas/cost/flops.hpp"
#include "tools/hgctl/bench/routines/level3_bench.hpp"
#include "tools/workload/operands/host_elements.hpp"
#include "tools/workload/rule/residual.hpp"
#include <hg/lapack/dsposv.hpp>
#include <hg/lapack/posv.hpp>
#include <hg/lapack/potrf.hpp>

namespace hgctl {
namespace {

/// A hermitian matrix, symmetric if it is real, of which one triangle of a known matrix counts.
template <class T>
struct HermitianMatrix {
    KnownMatrix<T> known;
    bool upper = false;
    std::int64_t rows = 0;
    std::int64_t cols = 0;

    [[nodiscard]] T operator()(std::int64_t i, std::int64_t j) const noexcept {
        if (i == j) return std::real(known(i, i));
        return upper == (i < j) ? known(i, j) : conjugate_of(known(j, i));
    }
};

/// Its diagonal rules its rows.
BenchOperand definite_matrix(const BenchCase& b) {
    return {.rows = b.n, .cols = b.n, .part = triangle(b.uplo), .shift = static_cast<double>(b.n)};
}

/// The same matrix as it was before it was overwritten.
template <class T>
HermitianMatrix<T> known_matrix(const BenchCase& b) {
    return {{1, b.n, b.n, element_of<T>(definite_matrix(b).shift)}, b.uplo == hg::Uplo::upper, b.n, b.n};
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
    /// A z is to be L L^H z, for a random z.
    static BenchError error(const BenchCase& b, const Memory& x) {
        const StoredMatrix<T> factor = x.result();
        const StoredMatrix<T> lower = b.uplo == hg::Uplo::upper ? factor.adjoint() : factor;
        const std::vector<Wide<T>> z = random_signs<T>(b.n);
        const double residual = scaled_residual<T>(
            known_matrix<T>(b), z, multiply<T>(lower, multiply<T>(lower.adjoint(), z).values).values);
        return {residual / kGoodResidual, residual};
    }
};

template <class T>
class PosvBench final : public BenchProblem {
  public:
    PosvBench(hg::Session& session, const BenchCase& bench)
        : session_(session),
          bench_(bench),
          a_(session.machine(), bench.n * bench.n, bench.pinned),
          b_(session.machine(), bench.n * bench.nrhs, bench.pinned),
          x_(session.machine(), bench.refine ? bench.n * bench.nrhs : 0, bench.pinned) {}

    void restore() override {
        known_matrix<T>(bench_).known.copy_to(a_.data());
        known_b().copy_to(b_.data());
        info_ = std::numeric_limits<std::int64_t>::min();
    }
    void run() override {
        const std::int64_t n = bench_.n;
        if (!bench_.refine) {
            info_ = hg::posv(session_, bench_.uplo, n, bench_.nrhs, a_.data(), n, b_.data(), n);
        } else if constexpr (std::is_same_v<T, std::complex<double>>) {
            std::int64_t steps = 0;
            info_ = hg::zcposv(session_, bench_.uplo, n, bench_.nrhs, a_.data(), n, b_.data(), n, x_.data(),
                               n, &steps);
        } else if constexpr (std::is_same_v<T, double>) {
            std::int64_t steps = 0;
            info_ = hg::dsposv(session_, bench_.uplo, n, bench_.nrhs, a_.data(), n, b_.data(), n, x_.data(),
                               n, &steps);
        }
    }
    /// Of one random combination of all columns.
    [[nodiscard]] BenchError error() const override {
        if (info_ != 0) return {std::numeric_limits<double>::infinity(), {}};
        const std::vector<Wide<T>> z = random_signs<T>(bench_.nrhs);
        const StoredMatrix<T> solution{result().data(), bench_.n, bench_.nrhs, bench_.n};
        const double residual = scaled_residual<T>(known_matrix<T>(bench_), multiply<T>(solution, z).values,
                                                   multiply<T>(known_b(), z).values);
        return {residual / kGoodResidual, residual};
    }
    [[nodiscard]] std::uint64_t fingerprint() const override { return hash_of(result()) ^ hash_of(a_); }

  private:
    [[nodiscard]] KnownMatrix<T> known_b() const {
        return {.seed = 2, .rows = bench_.n, .cols = bench_.nrhs};
    }
    [[nodiscard]] const HostElements<T>& result() const { return bench_.refine ? x_ : b_; }

    hg::Session& session_;
    BenchCase bench_;
    HostElements<T> a_, b_, x_;
    std::int64_t info_ = 0;
};

void add_posv_options(Command& command, BenchCase& bench) {
    add_uplo_option(command, bench);
    if (hg::needs_f64(bench.routine->type))
        command.flag("--refine", bench.refine, "Factor in single precision and refine (dsposv, zcposv)");
}

Json posv_settings(const BenchCase& b) {
    Json json{{"uplo", letter(b.uplo)}};
    if (hg::needs_f64(b.routine->type)) json.set("refine", b.refine);
    return json;
}

}  // namespace

BenchRoutine potrf_bench() {
    return level3_bench<Potrf, AllTypes>(
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
             return b.uplo == hg::Uplo::upper ? "A = U" + adjoint_power(b) + " U"
                                              : "A = L L" + adjoint_power(b);
         },
         .operands = [](const BenchCase& b) -> BenchRoutine::Operands { return {definite_matrix(b)}; },
         .amount = [](const BenchCase& b) { return hg::potrf_flops(b.n); }});
}

BenchRoutine posv_bench() {
    return {.name = "posv",
            .types = AllTypes::list(),
            .help = "A X = B, A positive definite",
            .sizes = {{"n", &BenchCase::n, "Order of A", {}}, {"nrhs", &BenchCase::nrhs, "Columns of B", 1}},
            .residual = "HPL residual",
            .residual_help = "|A x - b| / (eps (|A| |x| + |b|) n); below 16 is good",
            .add_options = add_posv_options,
            .settings = posv_settings,
            .special_title = [](const BenchCase& b) -> std::string {
                return std::string("A X = B, A definite") +
                       (b.refine ? ", in single precision, refined" : "");
            },
            .operands = [](const BenchCase& b) -> BenchRoutine::Operands {
                return {definite_matrix(b), {.rows = b.n, .cols = b.nrhs}};
            },
            .amount = [](const BenchCase& b) { return hg::posv_flops(b.n, b.nrhs); },
            .make = make_bench_problem<PosvBench, AllTypes>};
}

}  // namespace hgctl
