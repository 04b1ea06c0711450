// dtrsm and strsm in `hgctl bench`.
#include <cmath>

#include "tools/hgctl/bench/bench_routine.hpp"
#include "tools/hgctl/check/residual.hpp"
#include "tools/hgctl/matrices/host_elements.hpp"
#include <hg/blas/trsm.hpp>

namespace hgctl {
namespace {

/// L X = B, column-major, with L lower triangular. Its diagonal is as large as keeps
/// random rows from growing.
template <class T>
class TrsmBench final : public BenchProblem {
  public:
    TrsmBench(hg::Session& session, const BenchCase& bench)
        : session_(session),
          bench_(bench),
          a_(session.machine(), bench.m * bench.m, bench.pinned),
          b_(session.machine(), bench.m * bench.n, bench.pinned) {
        const double diagonal = 1 + std::sqrt(static_cast<double>(bench.m));
        KnownMatrix<T>{.seed = 1, .rows = bench.m, .cols = bench.m, .shift = static_cast<T>(diagonal)}
            .copy_to(a_.data());
    }

    void restore() override { known_b().copy_to(b_.data()); }
    void run() override {
        hg::trsm(session_, hg::Layout::col_major, hg::Side::left, hg::Uplo::lower, hg::Op::none,
                 hg::Diag::non_unit, bench_.m, bench_.n, T{1}, static_cast<const T*>(a_.data()), bench_.m,
                 b_.data(), bench_.m);
    }
    PeerTime run(Peer& peer, std::size_t variant) override {
        return peer.solve_triangle({.type = hg::element_type_of<T>(),
                                    .m = bench_.m,
                                    .n = bench_.n,
                                    .a = a_.data(),
                                    .b = b_.data(),
                                    .pinned = bench_.pinned,
                                    .devices = bench_.devices},
                                   variant);
    }
    /// Of one random combination of all columns.
    [[nodiscard]] BenchError error() const override {
        using Stored = StoredMatrix<T>;
        const std::vector<Wide<T>> z = random_signs<T>(bench_.n);
        const Stored lower{a_.data(), bench_.m, bench_.m, bench_.m, Stored::Part::lower};
        const Stored solution{b_.data(), bench_.m, bench_.n, bench_.m};
        const double residual =
            backward_error<T>(lower, multiply<T>(solution, z).values, multiply<T>(known_b(), z).values);
        return {residual / (3 * std::sqrt(static_cast<double>(bench_.m) + 2)), residual};
    }
    [[nodiscard]] std::uint64_t fingerprint() const override { return hash_of(b_); }

  private:
    [[nodiscard]] KnownMatrix<T> known_b() const { return {.seed = 2, .rows = bench_.m, .cols = bench_.n}; }

    hg::Session& session_;
    BenchCase bench_;
    HostElements<T> a_, b_;
};

void add_options(Command& /*command*/, BenchCase& /*bench*/) {}

Json settings(const BenchCase& /*bench*/) {
    return Json::object();
}

std::string trsm_title(const BenchCase& /*bench*/) {
    return "L X = B";
}

double flops(const BenchCase& bench) {
    const auto m = static_cast<double>(bench.m);
    return m * m * static_cast<double>(bench.n);
}

/// The triangle goes to each device; B goes to the devices and back, each a part of it.
Roofline roofline_of(const BenchCase& bench, const hg::Target& target) {
    const auto size = static_cast<double>(hg::size_of(bench.routine->type));
    const auto m = static_cast<double>(bench.m);
    const double bytes_b = size * m * static_cast<double>(bench.n);
    return roofline({.type = bench.routine->type,
                     .flops = flops(bench),
                     .shared_in = size * m * (m + 1) / 2,
                     .divided_in = bytes_b,
                     .divided_out = bytes_b,
                     .pinned = bench.pinned},
                    target);
}

}  // namespace

BenchRoutine trsm_bench(hg::ElementType type) {
    return {.name = hg::routine_name(type, "trsm"),
            .type = type,
            .help = "L X = B with L lower triangular",
            .sizes = {{"m", &BenchCase::m, "Order of L, rows of B", {}},
                      {"n", &BenchCase::n, "Columns of B", {}}},
            .peers = &trsm_peers(),
            .residual = "backward error",
            .residual_help = "|L x - b| / (eps (|L| |x| + |b|)), to be a small multiple of sqrt(m)",
            .add_options = add_options,
            .settings = settings,
            .title = trsm_title,
            .flops = flops,
            .roofline = roofline_of,
            .make = make_bench_problem<TrsmBench>};
}

}  // namespace hgctl
