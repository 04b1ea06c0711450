// dgemm and sgemm in `hgctl bench`.
#include <algorithm>
#include <limits>
#include <thread>

#include "tools/hgctl/bench/bench_routine.hpp"
#include "tools/hgctl/check/gemm_reference.hpp"
#include "tools/hgctl/matrices/gemm_call.hpp"
#include "tools/hgctl/matrices/gemm_words.hpp"
#include "tools/hgctl/matrices/host_elements.hpp"

namespace hgctl {
namespace {

/// C := A B + beta C, column-major. C is NaN before a call if beta is 0.
template <class T>
class GemmBench final : public BenchProblem {
  public:
    GemmBench(hg::Session& session, const BenchCase& bench)
        : session_(session),
          bench_(bench),
          a_(session.machine(), bench.m * bench.k, bench.pinned),
          b_(session.machine(), bench.k * bench.n, bench.pinned),
          c_(session.machine(), bench.m * bench.n, bench.pinned) {
        RandomElements<T>{1}.copy_to(a_.data(), a_.count());
        RandomElements<T>{2}.copy_to(b_.data(), b_.count());
        call_.m = bench.m;
        call_.n = bench.n;
        call_.k = bench.k;
        call_.beta = static_cast<T>(bench.beta);
        call_.a = a_.data();
        call_.lda = bench.m;
        call_.b = b_.data();
        call_.ldb = bench.k;
        call_.c = c_.data();
        call_.ldc = bench.m;
    }

    void restore() override {
        if (bench_.beta != 0)
            c0_.copy_to(c_.data(), c_.count());
        else
            c_.fill(std::numeric_limits<T>::quiet_NaN());
    }
    void run() override { hgctl::run(session_, call_, bench_.block); }
    PeerTime run(Peer& peer, std::size_t variant) override {
        const PeerGemm call{.type = hg::element_type_of<T>(),
                            .m = bench_.m,
                            .n = bench_.n,
                            .k = bench_.k,
                            .beta = bench_.beta,
                            .a = a_.data(),
                            .b = b_.data(),
                            .c = c_.data(),
                            .pinned = bench_.pinned,
                            .devices = bench_.devices};
        return peer.multiply(call, variant);
    }
    [[nodiscard]] BenchError error() const override {
        return {gemm_error_estimate(call_, c0_, std::max(1U, std::thread::hardware_concurrency())), {}};
    }
    [[nodiscard]] std::uint64_t fingerprint() const override { return hash_of(c_); }

  private:
    hg::Session& session_;
    BenchCase bench_;
    HostElements<T> a_, b_, c_;
    RandomElements<T> c0_{3};
    GemmCall<T> call_;
};

void add_options(Command& command, BenchCase& bench) {
    command.option("--beta", bench.beta, "Factor of C; with 0, C is not read").show_default();
    command.option("--block", bench.block, "Block size, in the place of the library's choice")
        .whole_number(1);
}

Json settings(const BenchCase& bench) {
    return {{"beta", bench.beta}};
}

std::string gemm_title(const BenchCase& bench) {
    return bench.beta != 0 ? "C := A B + beta C" : "C := A B";
}

double flops(const BenchCase& bench) {
    return gemm_flops(bench.m, bench.n, bench.k);
}

Roofline roofline(const BenchCase& bench, const hg::Target& target) {
    return gemm_roofline({.type = bench.routine->type,
                          .m = bench.m,
                          .n = bench.n,
                          .k = bench.k,
                          .reads_c = bench.beta != 0,
                          .pinned = bench.pinned},
                         target);
}

}  // namespace

BenchRoutine gemm_bench(hg::ElementType type) {
    return {.name = hg::routine_name(type, "gemm"),
            .type = type,
            .help = "C := A B + beta C",
            .sizes = {{"m", &BenchCase::m, "Rows of A and C", {}},
                      {"n", &BenchCase::n, "Columns of B and C", {}},
                      {"k", &BenchCase::k, "Columns of A, rows of B", {}}},
            .peers = &gemm_peers(),
            .residual = "",
            .residual_help = "",
            .add_options = add_options,
            .settings = settings,
            .title = gemm_title,
            .flops = flops,
            .roofline = roofline,
            .make = make_bench_problem<GemmBench>};
}

}  // namespace hgctl
