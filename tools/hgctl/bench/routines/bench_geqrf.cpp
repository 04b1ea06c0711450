// geqrf in `hgctl bench`.
#include <algorithm>
#include <vector>

#include "blas/cost/flops.hpp"
#include "tools/hgctl/bench/routines/bench_routine.hpp"
#include "tools/workload/operands/host_elements.hpp"
#include "tools/workload/rule/reflectors.hpp"
#include "tools/workload/rule/residual.hpp"
#include <hg/lapack/geqrf.hpp>

namespace hgctl {
namespace {

template <class T>
class GeqrfBench final : public BenchProblem {
  public:
    GeqrfBench(hg::Session& session, const BenchCase& bench)
        : session_(session),
          pinned_(bench.pinned),
          known_{.seed = 1, .rows = bench.m, .cols = bench.n},
          a_(session.machine(), bench.m * bench.n, bench.pinned),
          tau_(static_cast<std::size_t>(std::min(bench.m, bench.n))) {}

    void restore() override {
        known_.copy_to(a_.data());
        std::fill(tau_.begin(), tau_.end(), not_a_number<T>());
    }
    void run() override {
        hg::geqrf(session_, known_.rows, known_.cols, a_.data(), known_.rows, tau_.data());
    }
    PeerTime run(Peer& peer, std::size_t variant) override {
        return peer.factor({.routine = PeerFactorization::Routine::geqrf,
                            .type = hg::element_type_of<T>(),
                            .m = known_.rows,
                            .n = known_.cols,
                            .a = a_.data(),
                            .tau = tau_.data(),
                            .pinned = pinned_},
                           variant);
    }
    /// A z is to be Q R z, for a random z.
    [[nodiscard]] BenchError error() const override {
        const std::int64_t m = known_.rows;
        const std::int64_t n = known_.cols;
        const auto k = static_cast<std::int64_t>(tau_.size());
        const std::vector<Wide<T>> z = random_signs<T>(n);
        std::vector<Wide<T>> product =
            multiply<T>(StoredMatrix<T>{a_.data(), k, n, m, Part::upper}, z).values;
        product.resize(static_cast<std::size_t>(m));
        Reflectors<T>{a_.data(), m, k, m, tau_.data()}.multiply(product.data());
        const double residual = backward_error<T>(known_, z, product) / static_cast<double>(std::max(m, n));
        return {residual / kGoodResidual, residual};
    }
    [[nodiscard]] std::uint64_t fingerprint() const override {
        return hash_of(a_) ^ hash_of(tau_.data(), static_cast<std::int64_t>(tau_.size()));
    }

  private:
    hg::Session& session_;
    bool pinned_;
    KnownMatrix<T> known_;
    HostElements<T> a_;
    std::vector<T> tau_;
};

}  // namespace

BenchRoutine geqrf_bench() {
    return {.name = "geqrf",
            .types = AllTypes::list(),
            .help = "A = Q R",
            .sizes = {{"m", &BenchCase::m, "Rows of A", {}}, {"n", &BenchCase::n, "Columns of A", {}}},
            .peers = &factor_peers(),
            .residual = "HPL residual",
            .residual_help = "|A z - Q R z| / (eps (|A| |z| + |Q R z|) max(m, n)); below 16 is good",
            .formula = "A = Q R",
            .operands = [](const BenchCase& bench) -> BenchRoutine::Operands {
                return {{bench.m, bench.n}};
            },
            .amount = [](const BenchCase& bench) { return hg::geqrf_flops(bench.m, bench.n); },
            .make = make_bench_problem<GeqrfBench, AllTypes>};
}

}  // namespace hgctl
