// trmm in `hgctl bench`.
#include "blas/cost/flops.hpp"
#include "tools/hgctl/bench/routines/level3_bench.hpp"
#include <hg/blas/trmm.hpp>

namespace hgctl {
namespace {

template <class T>
struct Trmm {
    using Memory = Level3Memory<T>;
    static constexpr auto kPeer = PeerLevel3::Routine::trmm;

    static void run(hg::Session& session, const BenchCase& b, const Memory& x) {
        hg::trmm<T>(session, hg::Layout::col_major, b.side, b.uplo, b.op, hg::Diag::non_unit, b.m, b.n, T{1},
                    x.data(0), order_of_a(b), x.data(1), b.m);
    }
    static ProductRule<T> rule(const BenchCase& b, const Memory& x) {
        const StoredMatrix<T> a = x.view(0).with(b.op);
        if (is_left(b)) return {{{a, x.before()}}, T{1}, T{0}};
        return {{{x.before(), a}}, T{1}, T{0}};
    }
};

BenchRoutine::Operands trmm_operands(const BenchCase& b) {
    return {
        {.rows = order_of_a(b), .cols = order_of_a(b), .part = triangle(b.uplo), .needed = needed_of_a(b)},
        {.rows = b.m, .cols = b.n, .needed = needed_of_b(b)}};
}

void add_trmm_options(Command& command, BenchCase& bench) {
    add_side_option(command, bench);
    add_uplo_option(command, bench);
    add_op_option(command, bench);
}

Json trmm_settings(const BenchCase& b) {
    return {{"side", letter(b.side)}, {"uplo", letter(b.uplo)}, {"op", letter(b.op)}};
}

/// "B := L^T B"
std::string trmm_title(const BenchCase& b) {
    const std::string a = letter(b.uplo) + power_of(b.op);
    return "B := " + (is_left(b) ? a + " B" : "B " + a);
}

}  // namespace

BenchRoutine trmm_bench() {
    return level3_bench<Trmm, AllTypes>(
        {.name = "trmm",
         .help = "B := L B with L lower triangular",
         .sizes = {{"m", &BenchCase::m, "Rows of B", {}}, {"n", &BenchCase::n, "Columns of B", {}}},
         .peers = &level3_peers(),
         .add_options = add_trmm_options,
         .settings = trmm_settings,
         .special_title = trmm_title,
         .operands = trmm_operands,
         .amount = [](const BenchCase& b) { return hg::trmm_flops(order_of_a(b), vectors(b)); }});
}

}  // namespace hgctl
