// gemm in `hgctl bench`.
#include "blas/cost/flops.hpp"
#include "tools/hgctl/bench/routines/level3_bench.hpp"
#include "tools/workload/operands/gemm_call.hpp"

namespace hgctl {
namespace {

template <class T>
struct Gemm {
    using Memory = Level3Memory<T>;

    static void run(hg::Session& session, const BenchCase& b, const Memory& x) {
        const GemmCall<T> call{.m = b.m,
                               .n = b.n,
                               .k = b.k,
                               .a = x.data(0),
                               .lda = b.m,
                               .b = x.data(1),
                               .ldb = b.k,
                               .beta = element_of<T>(b.beta),
                               .c = x.data(2),
                               .ldc = b.m};
        hgctl::run(session, call, b.block);
    }
    static PeerTime run(Peer& peer, std::size_t variant, const BenchCase& b, const Memory& x) {
        return peer.multiply({.type = b.routine->type,
                              .m = b.m,
                              .n = b.n,
                              .k = b.k,
                              .beta = b.beta,
                              .a = x.data(0),
                              .b = x.data(1),
                              .c = x.data(2),
                              .pinned = b.pinned,
                              .devices = b.devices},
                             variant);
    }
    static ProductRule<T> rule(const BenchCase& b, const Memory& x) {
        return {{{x.view(0), x.view(1)}}, T{1}, element_of<T>(b.beta)};
    }
};

void add_gemm_options(Command& command, BenchCase& bench) {
    add_beta_option(command, bench);
    command.option("--block", bench.block, "Block size, in the place of the library's choice")
        .whole_number(1);
}

/// Of the best grid of rectangles of C.
Roofline roofline_of_grids(const BenchCase& b, const hg::Target& target, const hg::HostRates& /*host*/) {
    return gemm_roofline(
        {.type = b.routine->type, .m = b.m, .n = b.n, .k = b.k, .reads_c = b.beta != 0, .pinned = b.pinned},
        target);
}

}  // namespace

BenchRoutine gemm_bench() {
    return level3_bench<Gemm, AllTypes>(
        {.name = "gemm",
         .help = "C := A B + beta C",
         .sizes = {{"m", &BenchCase::m, "Rows of A and C", {}},
                   {"n", &BenchCase::n, "Columns of B and C", {}},
                   {"k", &BenchCase::k, "Columns of A, rows of B", {}}},
         .peers = &gemm_peers(),
         .add_options = add_gemm_options,
         .settings = beta_setting,
         .formula = "C := A B + beta C",
         .operands = [](const BenchCase& b) -> BenchRoutine::Operands {
             return {{b.m, b.k}, {b.k, b.n}, {.rows = b.m, .cols = b.n, .read = b.beta != 0}};
         },
         .amount = [](const BenchCase& b) { return hg::gemm_flops(b.m, b.n, b.k); },
         .special_roofline = roofline_of_grids});
}

}  // namespace hgctl
