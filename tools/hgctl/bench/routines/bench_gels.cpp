// gels in `hgctl bench`.
#include <algorithm>
#include <limits>
#include <vector>

#include "blas/cost/flops.hpp"
#include "tools/hgctl/bench/routines/bench_routine.hpp"
#include "tools/workload/operands/host_elements.hpp"
#include "tools/workload/rule/residual.hpp"
#include <hg/lapack/gels.hpp>

namespace hgctl {
namespace {

/// A random A, and B with as many rows as A has, or X if those are more.
template <class T>
class GelsBench final : public BenchProblem {
  public:
    GelsBench(hg::Session& session, const BenchCase& bench)
        : session_(session),
          m_(bench.m),
          n_(bench.n),
          nrhs_(bench.nrhs),
          a_(session.machine(), m_ * n_, bench.pinned),
          b_(session.machine(), most() * nrhs_, bench.pinned) {}

    void restore() override {
        KnownMatrix<T>{.seed = kSeedOfA, .rows = m_, .cols = n_}.copy_to(a_.data());
        KnownMatrix<T>{.seed = kSeedOfB, .rows = most(), .cols = nrhs_}.copy_to(b_.data());
        info_ = std::numeric_limits<std::int64_t>::min();
    }
    void run() override {
        info_ = hg::gels(session_, hg::Op::none, m_, n_, nrhs_, a_.data(), m_, b_.data(), most());
    }
    /// Of one random combination of all columns.
    [[nodiscard]] BenchError error() const override {
        if (info_ != 0) return {std::numeric_limits<double>::infinity(), {}};
        const SeededMatrix<T> A{{kSeedOfA}, m_, n_, m_};
        const SeededMatrix<T> B{{kSeedOfB}, m_, nrhs_, most()};
        const StoredMatrix<T> X{b_.data(), n_, nrhs_, most()};
        const std::vector<Wide<T>> z = random_signs<T>(nrhs_);
        const std::vector<Wide<T>> x = multiply<T>(X, z).values;
        const std::vector<Wide<T>> b = multiply<T>(B, z).values;
        const Product<T> product = multiply<T>(A, x);
        const double residual =
            (m_ < n_ ? backward_error(product, x, b) : least_squares_error(A, product, x, b)) /
            static_cast<double>(most());
        return {residual / kGoodResidual, residual};
    }
    [[nodiscard]] std::uint64_t fingerprint() const override { return hash_of(a_) ^ hash_of(b_); }

  private:
    static constexpr std::uint64_t kSeedOfA = 1;
    static constexpr std::uint64_t kSeedOfB = 2;
    [[nodiscard]] std::int64_t most() const { return std::max(m_, n_); }

    hg::Session& session_;
    std::int64_t m_, n_, nrhs_;
    HostElements<T> a_, b_;
    std::int64_t info_ = 0;
};

}  // namespace

BenchRoutine gels_bench() {
    return {.name = "gels",
            .types = AllTypes::list(),
            .help = "A X = B by least squares, or with the least norm if m < n",
            .sizes = {{"m", &BenchCase::m, "Rows of A", {}},
                      {"n", &BenchCase::n, "Columns of A", {}},
                      {"nrhs", &BenchCase::nrhs, "Columns of B", 1}},
            .residual = "residual",
            .residual_help =
                "|A^T r| / (eps |A^T| (|A| |x| + |b|) max(m, n)) with r = b - A x, "
                "and |r| / (eps (|A| |x| + |b|) n) if m < n; below 16 is good",
            .formula = "A X = B by least squares, or with the least norm",
            // A and B go to the devices and back.
            .operands = [](const BenchCase& bench) -> BenchRoutine::Operands {
                return {{std::max(bench.m, bench.n), std::min(bench.m, bench.n) + bench.nrhs}};
            },
            .amount = [](const BenchCase& bench) { return hg::gels_flops(bench.m, bench.n, bench.nrhs); },
            .make = make_bench_problem<GelsBench, AllTypes>};
}

}  // namespace hgctl
