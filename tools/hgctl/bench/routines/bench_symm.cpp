// symm and hemm in `hgctl bench`.
#include "blas/cost/flops.hpp"
#include "tools/hgctl/bench/routines/level3_bench.hpp"
#include <hg/blas/hermitian.hpp>
#include <hg/blas/symm.hpp>

namespace hgctl {
namespace {

template <class T>
ProductRule<T> symm_rule(const BenchCase& b, const Level3Memory<T>& x) {
    const int a = is_left(b) ? 0 : 1;
    return {{{x.view(a), x.view(1 - a)}}, T{1}, element_of<T>(b.beta)};
}

template <class T>
struct Symm {
    using Memory = Level3Memory<T>;
    static constexpr auto kPeer = PeerLevel3::Routine::symm;

    static void run(hg::Session& session, const BenchCase& b, const Memory& x) {
        hg::symm<T>(session, hg::Layout::col_major, b.side, b.uplo, b.m, b.n, T{1}, x.data(0), order_of_a(b),
                    x.data(1), b.m, element_of<T>(b.beta), x.data(2), b.m);
    }
    static ProductRule<T> rule(const BenchCase& b, const Memory& x) { return symm_rule(b, x); }
};

template <class T>
struct Hemm {
    using Memory = Level3Memory<T>;
    static constexpr auto kPeer = PeerLevel3::Routine::hemm;

    static void run(hg::Session& session, const BenchCase& b, const Memory& x) {
        hg::hemm<T>(session, hg::Layout::col_major, b.side, b.uplo, b.m, b.n, T{1}, x.data(0), order_of_a(b),
                    x.data(1), b.m, element_of<T>(b.beta), x.data(2), b.m);
    }
    static ProductRule<T> rule(const BenchCase& b, const Memory& x) { return symm_rule(b, x); }
};

BenchRoutine::Operands operands_with(Part a, const BenchCase& b) {
    return {{.rows = order_of_a(b), .cols = order_of_a(b), .part = a, .needed = needed_of_a(b)},
            {.rows = b.m, .cols = b.n, .needed = needed_of_b(b)},
            {.rows = b.m, .cols = b.n, .read = b.beta != 0}};
}

void add_symm_options(Command& command, BenchCase& bench) {
    add_beta_option(command, bench);
    add_side_option(command, bench);
    add_uplo_option(command, bench);
}

Json symm_settings(const BenchCase& b) {
    return {{"beta", b.beta}, {"side", letter(b.side)}, {"uplo", letter(b.uplo)}};
}

std::string symm_title(const BenchCase& b) {
    return updated(is_left(b) ? "A B" : "B A", b);
}

/// What both have in common.
BenchRoutine describe(const std::string& name, const std::string& kind) {
    return {.name = name,
            .help = "C := A B + beta C with A " + kind,
            .sizes = {{"m", &BenchCase::m, "Rows of B and C", {}},
                      {"n", &BenchCase::n, "Columns of B and C", {}}},
            .peers = &level3_peers(),
            .add_options = add_symm_options,
            .settings = symm_settings,
            .operands = nullptr,
            .amount = [](const BenchCase& b) { return hg::symm_flops(order_of_a(b), vectors(b)); }};
}

}  // namespace

BenchRoutine symm_bench() {
    BenchRoutine routine = describe("symm", "symmetric");
    routine.special_title = [](const BenchCase& b) { return symm_title(b) + " with A symmetric"; };
    routine.operands = [](const BenchCase& b) { return operands_with(symmetric(b.uplo), b); };
    return level3_bench<Symm, AllTypes>(routine);
}

BenchRoutine hemm_bench() {
    BenchRoutine routine = describe("hemm", "hermitian");
    routine.special_title = [](const BenchCase& b) { return symm_title(b) + " with A hermitian"; };
    routine.operands = [](const BenchCase& b) { return operands_with(hermitian(b.uplo), b); };
    return level3_bench<Hemm, ComplexTypes>(routine);
}

}  // namespace hgctl
