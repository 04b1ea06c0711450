// getrf, getrs and gesv in `hgctl bench`.
#include <algorithm>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "blas/cost/flops.hpp"
#include "tools/hgctl/bench/routines/level3_bench.hpp"
#include "tools/workload/operands/host_elements.hpp"
#include "tools/workload/operands/pivoting_words.hpp"
#include "tools/workload/rule/residual.hpp"
#include <hg/lapack/dsgesv.hpp>
#include <hg/lapack/gesv.hpp>
#include <hg/lapack/getrs.hpp>

namespace hgctl {
namespace {

constexpr const char* kResidualHelp = "|A x - b| / (eps (|A| |x| + |b|) n); below 16 is good";

/// Random, or with a diagonal that rules its rows and columns if there is no pivoting.
template <class T>
KnownMatrix<T> matrix_of(const BenchCase& bench, std::int64_t rows, std::int64_t cols) {
    const bool dominant = bench.pivoting == hg::Pivoting::none;
    return {.seed = 1,
            .rows = rows,
            .cols = cols,
            .shift = element_of<T>(dominant ? static_cast<double>(bench.n) : 0)};
}

BenchError judged(double residual) {
    return {residual / kGoodResidual, residual};
}

/// A matrix that is factored, and what came of it.
template <class T>
class Factored {
  public:
    Factored(hg::Session& session, const BenchCase& bench, std::int64_t rows, std::int64_t cols)
        : known_(matrix_of<T>(bench, rows, cols)),
          a_(session.machine(), rows * cols, bench.pinned),
          ipiv_(static_cast<std::size_t>(std::min(rows, cols))) {}

    void restore() {
        known_.copy_to(a_.data());
        info = std::numeric_limits<std::int64_t>::min();
    }
    [[nodiscard]] const KnownMatrix<T>& known() const { return known_; }
    [[nodiscard]] T* data() const { return a_.data(); }
    [[nodiscard]] std::int64_t* ipiv() { return ipiv_.data(); }
    [[nodiscard]] const std::int64_t* ipiv() const { return ipiv_.data(); }
    [[nodiscard]] std::uint64_t fingerprint() const {
        return hash_of(a_) ^ hash_of(ipiv_.data(), static_cast<std::int64_t>(ipiv_.size()));
    }

    std::int64_t info = 0;

  private:
    KnownMatrix<T> known_;
    HostElements<T> a_;
    std::vector<std::int64_t> ipiv_;
};

template <class T>
class GetrfBench final : public BenchProblem {
  public:
    GetrfBench(hg::Session& session, const BenchCase& bench)
        : session_(session), bench_(bench), a_(session, bench, bench.m, bench.n) {}

    void restore() override { a_.restore(); }
    void run() override {
        a_.info = hg::getrf(session_, bench_.m, bench_.n, a_.data(), bench_.m, a_.ipiv(),
                            {.pivoting = bench_.pivoting});
    }
    PeerTime run(Peer& peer, std::size_t variant) override {
        const PeerTime time = peer.factor({.routine = PeerFactorization::Routine::getrf,
                                           .type = hg::element_type_of<T>(),
                                           .m = bench_.m,
                                           .n = bench_.n,
                                           .a = a_.data(),
                                           .ipiv = a_.ipiv(),
                                           .pinned = bench_.pinned},
                                          variant);
        a_.info = 0;
        return time;
    }
    [[nodiscard]] BenchError error() const override {
        if (a_.info != 0) return {std::numeric_limits<double>::infinity(), {}};
        return judged(bench_.m == bench_.n ? residual_of_solution() : residual_of_factors());
    }
    [[nodiscard]] std::uint64_t fingerprint() const override { return a_.fingerprint(); }

  private:
    /// HPL's: a right-hand side is solved for with the factors.
    [[nodiscard]] double residual_of_solution() const {
        const std::int64_t n = bench_.n;
        std::vector<T> x(static_cast<std::size_t>(n));
        RandomElements<T>{2}.copy_to(x.data(), n);
        const std::vector<Wide<T>> b(x.begin(), x.end());
        solve_with_factors(a_.data(), n, n, a_.ipiv(), x);
        return scaled_residual<T>(a_.known(), {x.begin(), x.end()}, b);
    }
    /// Of a matrix that is not square: A z is to be P L U z.
    [[nodiscard]] double residual_of_factors() const {
        using Stored = StoredMatrix<T>;
        const std::int64_t m = bench_.m;
        const std::int64_t k = std::min(m, bench_.n);
        const std::vector<Wide<T>> z = random_signs<T>(bench_.n);
        const Stored upper{a_.data(), k, bench_.n, m, Part::upper};
        const Stored lower{a_.data(), m, k, m, Part::unit_lower};
        std::vector<Wide<T>> product = multiply<T>(lower, multiply<T>(upper, z).values).values;
        for (std::int64_t i = k - 1; i >= 0; --i)
            std::swap(product[static_cast<std::size_t>(i)],
                      product[static_cast<std::size_t>(a_.ipiv()[i] - 1)]);
        return scaled_residual<T>(a_.known(), z, product);
    }

    hg::Session& session_;
    BenchCase bench_;
    Factored<T> a_;
};

/// A square matrix, its transpose, or the conjugate of that.
template <class T>
struct OpOfKnown {
    KnownMatrix<T> known;
    hg::Op op = hg::Op::none;
    std::int64_t rows = known.rows;
    std::int64_t cols = known.cols;

    [[nodiscard]] T operator()(std::int64_t i, std::int64_t j) const noexcept {
        if (op == hg::Op::none) return known(i, j);
        return op == hg::Op::trans ? known(j, i) : conjugate_of(known(j, i));
    }
};

/// With factors that were made before.
template <class T>
class GetrsBench final : public BenchProblem {
  public:
    GetrsBench(hg::Session& session, const BenchCase& bench)
        : session_(session),
          bench_(bench),
          a_(session, bench, bench.n, bench.n),
          b_(session.machine(), bench.n * bench.nrhs, bench.pinned) {
        a_.restore();
        a_.info = hg::getrf(session_, bench_.n, bench_.n, a_.data(), bench_.n, a_.ipiv());
    }

    void restore() override { known_b().copy_to(b_.data()); }
    void run() override {
        hg::getrs(session_, bench_.op, bench_.n, bench_.nrhs, static_cast<const T*>(a_.data()), bench_.n,
                  std::as_const(a_).ipiv(), b_.data(), bench_.n);
    }
    PeerTime run(Peer& peer, std::size_t variant) override {
        return peer.factor({.routine = PeerFactorization::Routine::getrs,
                            .type = hg::element_type_of<T>(),
                            .op = bench_.op,
                            .m = bench_.n,
                            .n = bench_.n,
                            .nrhs = bench_.nrhs,
                            .a = a_.data(),
                            .b = b_.data(),
                            .ipiv = a_.ipiv(),
                            .pinned = bench_.pinned},
                           variant);
    }
    /// Of one random combination of all columns.
    [[nodiscard]] BenchError error() const override {
        if (a_.info != 0) return {std::numeric_limits<double>::infinity(), {}};
        const std::vector<Wide<T>> z = random_signs<T>(bench_.nrhs);
        const StoredMatrix<T> solution{b_.data(), bench_.n, bench_.nrhs, bench_.n};
        return judged(scaled_residual<T>(OpOfKnown<T>{a_.known(), bench_.op}, multiply<T>(solution, z).values,
                                         multiply<T>(known_b(), z).values));
    }
    [[nodiscard]] std::uint64_t fingerprint() const override { return hash_of(b_); }

  private:
    [[nodiscard]] KnownMatrix<T> known_b() const {
        return {.seed = 2, .rows = bench_.n, .cols = bench_.nrhs};
    }

    hg::Session& session_;
    BenchCase bench_;
    Factored<T> a_;
    HostElements<T> b_;
};

template <class T>
class GesvBench final : public BenchProblem {
  public:
    GesvBench(hg::Session& session, const BenchCase& bench)
        : session_(session),
          bench_(bench),
          a_(session, bench, bench.n, bench.n),
          b_(session.machine(), bench.n * bench.nrhs, bench.pinned),
          x_(session.machine(), bench.refine ? bench.n * bench.nrhs : 0, bench.pinned) {}

    void restore() override {
        a_.restore();
        known_b().copy_to(b_.data());
    }
    void run() override {
        if (bench_.refine) {
            refine();
            return;
        }
        a_.info = hg::gesv(session_, bench_.n, bench_.nrhs, a_.data(), bench_.n, a_.ipiv(), b_.data(),
                           bench_.n, {.pivoting = bench_.pivoting});
        solution_ = b_.data();
    }
    PeerTime run(Peer& peer, std::size_t variant) override {
        const PeerTime time = peer.factor({.routine = PeerFactorization::Routine::gesv,
                                           .type = hg::element_type_of<T>(),
                                           .m = bench_.n,
                                           .n = bench_.n,
                                           .nrhs = bench_.nrhs,
                                           .a = a_.data(),
                                           .b = b_.data(),
                                           .ipiv = a_.ipiv(),
                                           .pinned = bench_.pinned},
                                          variant);
        a_.info = 0;
        solution_ = b_.data();
        return time;
    }
    /// Of one random combination of all columns.
    [[nodiscard]] BenchError error() const override {
        if (a_.info != 0) return {std::numeric_limits<double>::infinity(), {}};
        const std::vector<Wide<T>> z = random_signs<T>(bench_.nrhs);
        const StoredMatrix<T> solution{solution_, bench_.n, bench_.nrhs, bench_.n};
        return judged(scaled_residual<T>(a_.known(), multiply<T>(solution, z).values,
                                         multiply<T>(known_b(), z).values));
    }
    [[nodiscard]] std::uint64_t fingerprint() const override {
        return hash_of(solution_ == b_.data() ? b_ : x_) ^ a_.fingerprint();
    }

  private:
    [[nodiscard]] KnownMatrix<T> known_b() const {
        return {.seed = 2, .rows = bench_.n, .cols = bench_.nrhs};
    }
    void refine() {
        std::int64_t steps = 0;
        if constexpr (std::is_same_v<T, std::complex<double>>)
            a_.info = hg::zcgesv(session_, bench_.n, bench_.nrhs, a_.data(), bench_.n, a_.ipiv(), b_.data(),
                                 bench_.n, x_.data(), bench_.n, &steps);
        if constexpr (std::is_same_v<T, double>)
            a_.info = hg::dsgesv(session_, bench_.n, bench_.nrhs, a_.data(), bench_.n, a_.ipiv(), b_.data(),
                                 bench_.n, x_.data(), bench_.n, &steps);
        solution_ = x_.data();
    }

    hg::Session& session_;
    BenchCase bench_;
    Factored<T> a_;
    HostElements<T> b_, x_;
    const T* solution_ = nullptr;
};

void add_pivoting(Command& command, BenchCase& bench) {
    add_pivoting_option(command, bench.pivoting);
}

void add_refine(Command& command, BenchCase& bench) {
    add_pivoting(command, bench);
    if (hg::needs_f64(bench.routine->type))
        command.flag("--refine", bench.refine, "Factor in single precision and refine (dsgesv, zcgesv)");
}

Json lu_settings(const BenchCase& bench) {
    Json json{{"pivoting", word_of(bench.pivoting)}};
    if (bench.routine->name == "dgesv" || bench.routine->name == "zgesv") json.set("refine", bench.refine);
    return json;
}

std::string pivoting_text(const BenchCase& bench) {
    return bench.pivoting == hg::Pivoting::none ? "without pivoting"
                                                : "with " + word_of(bench.pivoting) + " pivoting";
}

std::string getrf_title(const BenchCase& bench) {
    return "A = P L U " + pivoting_text(bench);
}

std::string gesv_title(const BenchCase& bench) {
    return "A X = B " + (bench.refine ? "in single precision, refined" : pivoting_text(bench));
}

/// A and B go to the devices and back.
BenchRoutine::Operands getrf_operands(const BenchCase& bench) {
    return {{bench.m, bench.n}};
}

/// The factors go to the devices, a part to each, B there and back.
BenchRoutine::Operands getrs_operands(const BenchCase& bench) {
    return {{.rows = bench.n, .cols = bench.n, .needed = Needed::rows}, {bench.n, bench.nrhs}};
}

BenchRoutine::Operands gesv_operands(const BenchCase& bench) {
    return {{bench.n, bench.n + bench.nrhs}};
}

}  // namespace

BenchRoutine getrf_bench() {
    return {.name = "getrf",
            .types = AllTypes::list(),
            .help = "A = P L U",
            .sizes = {{"m", &BenchCase::m, "Rows of A", {}}, {"n", &BenchCase::n, "Columns of A", {}}},
            .peers = &factor_peers(),
            .residual = "HPL residual",
            .residual_help = kResidualHelp,
            .add_options = add_pivoting,
            .settings = lu_settings,
            .special_title = getrf_title,
            .operands = getrf_operands,
            .amount = [](const BenchCase& bench) { return hg::getrf_flops(bench.m, bench.n); },
            .make = make_bench_problem<GetrfBench, AllTypes>};
}

BenchRoutine getrs_bench() {
    return {.name = "getrs",
            .types = AllTypes::list(),
            .help = "op(A) X = B with the factors of A",
            .sizes = {{"n", &BenchCase::n, "Order of A", {}}, {"nrhs", &BenchCase::nrhs, "Columns of B", 1}},
            .peers = &factor_peers(),
            .residual = "HPL residual",
            .residual_help = kResidualHelp,
            .add_options = add_op_option,
            .settings =
                [](const BenchCase& bench) {
                    return Json{{"op", letter(bench.op)}};
                },
            .special_title = [](const BenchCase& bench) -> std::string {
                return "A" + power_of(bench.op) + " X = B with the factors of A";
            },
            .operands = getrs_operands,
            .amount = [](const BenchCase& bench) { return hg::getrs_flops(bench.n, bench.nrhs); },
            .make = make_bench_problem<GetrsBench, AllTypes>};
}

BenchRoutine gesv_bench() {
    return {.name = "gesv",
            .types = AllTypes::list(),
            .help = "A X = B",
            .sizes = {{"n", &BenchCase::n, "Order of A", {}}, {"nrhs", &BenchCase::nrhs, "Columns of B", 1}},
            .peers = &factor_peers(),
            .residual = "HPL residual",
            .residual_help = kResidualHelp,
            .add_options = add_refine,
            .settings = lu_settings,
            .special_title = gesv_title,
            .operands = gesv_operands,
            .amount = [](const BenchCase& bench) { return hg::gesv_flops(bench.n, bench.nrhs); },
            .make = make_bench_problem<GesvBench, AllTypes>};
}

}  // namespace hgctl
