// trsm in `hgctl bench`.
#include "blas/cost/flops.hpp"
#include "tools/hgctl/bench/routines/level3_bench.hpp"
#include "tools/workload/rule/residual.hpp"
#include <hg/blas/trsm.hpp>

namespace hgctl {
namespace {

template <class T>
struct Trsm {
    using Memory = Level3Memory<T>;
    static constexpr auto kPeer = PeerLevel3::Routine::trsm;

    static void run(hg::Session& session, const BenchCase& b, const Memory& x) {
        hg::trsm(session, hg::Layout::col_major, hg::Side::left, hg::Uplo::lower, hg::Op::none,
                 hg::Diag::non_unit, b.m, b.n, T{1}, static_cast<const T*>(x.data(0)), b.m, x.data(1), b.m);
    }
    /// Of one random combination of all columns.
    static BenchError error(const BenchCase& b, const Memory& x) {
        const std::vector<Wide<T>> z = random_signs<T>(b.n);
        const double residual = backward_error<T>(x.view(0), multiply<T>(x.result(), z).values,
                                                  multiply<T>(x.before(), z).values);
        return {residual / (3 * growth<T>(b.m)), residual};
    }
};

/// The diagonal of L is as large as keeps random rows from growing.
BenchRoutine::Operands trsm_operands(const BenchCase& b) {
    return {{b.m, b.m, Part::lower, 1 + std::sqrt(static_cast<double>(b.m))}, {b.m, b.n}};
}

}  // namespace

BenchRoutine trsm_bench() {
    return level3_bench<Trsm, AllTypes>(
        {.name = "trsm",
         .help = "L X = B with L lower triangular",
         .sizes = {{"m", &BenchCase::m, "Order of L, rows of B", {}},
                   {"n", &BenchCase::n, "Columns of B", {}}},
         .peers = &level3_peers(),
         .residual = "backward error",
         .residual_help = "|L x - b| / (eps (|L| |x| + |b|)), to be a small multiple of sqrt(m)",
         .formula = "L X = B",
         .operands = trsm_operands,
         .amount = [](const BenchCase& b) { return hg::trsm_flops(b.m, b.n); }});
}

}  // namespace hgctl
