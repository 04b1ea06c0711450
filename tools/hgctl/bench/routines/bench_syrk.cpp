// syrk and herk in `hgctl bench`.
#include "blas/cost/flops.hpp"
#include "tools/hgctl/bench/routines/level3_bench.hpp"
#include <hg/blas/hermitian.hpp>
#include <hg/blas/syrk.hpp>

namespace hgctl {
namespace {

template <class T>
struct Syrk {
    using Memory = Level3Memory<T>;
    static constexpr auto kPeer = PeerLevel3::Routine::syrk;

    static void run(hg::Session& session, const BenchCase& b, const Memory& x) {
        hg::syrk<T>(session, hg::Layout::col_major, b.uplo, b.op, b.n, b.k, T{1}, x.data(0), x.view(0).ld,
                    element_of<T>(b.beta), x.data(1), b.n);
    }
    static ProductRule<T> rule(const BenchCase& b, const Memory& x) {
        const StoredMatrix<T> a = x.view(0).with(b.op);
        return {{{a, a.transpose()}}, T{1}, element_of<T>(b.beta)};
    }
};

template <class T>
struct Herk {
    using Memory = Level3Memory<T>;
    static constexpr auto kPeer = PeerLevel3::Routine::herk;

    static void run(hg::Session& session, const BenchCase& b, const Memory& x) {
        hg::herk<T>(session, hg::Layout::col_major, b.uplo, b.op, b.n, b.k, 1, x.data(0), x.view(0).ld,
                    static_cast<PartOf<T>>(b.beta), x.data(1), b.n);
    }
    static ProductRule<T> rule(const BenchCase& b, const Memory& x) {
        const StoredMatrix<T> a = x.view(0).with(b.op);
        return {{{a, a.adjoint()}}, T{1}, element_of<T>(b.beta)};
    }
};

}  // namespace

BenchRoutine syrk_bench() {
    return level3_bench<Syrk, AllTypes>(
        {.name = "syrk",
         .help = "C := A A^T + beta C, one triangle of C",
         .sizes = {{"n", &BenchCase::n, "Order of C", {}},
                   {"k", &BenchCase::k, "Columns of A, or rows with --op T", {}}},
         .peers = &level3_peers(),
         .add_options = add_update_options,
         .settings = update_settings,
         .special_title =
             [](const BenchCase& b) { return updated(b.op == hg::Op::none ? "A A^T" : "A^T A", b); },
         .operands = [](const BenchCase& b) -> BenchRoutine::Operands {
             return {update_factor(b), updated_triangle(b, false)};
         },
         .amount = [](const BenchCase& b) { return hg::syrk_flops(b.n, b.k); }});
}

BenchRoutine herk_bench() {
    return level3_bench<Herk, ComplexTypes>(
        {.name = "herk",
         .help = "C := A A^H + beta C, one triangle of C",
         .sizes = {{"n", &BenchCase::n, "Order of C", {}},
                   {"k", &BenchCase::k, "Columns of A, or rows with --op C", {}}},
         .peers = &level3_peers(),
         .add_options = add_hermitian_update_options,
         .settings = update_settings,
         .special_title =
             [](const BenchCase& b) { return updated(b.op == hg::Op::none ? "A A^H" : "A^H A", b); },
         .operands = [](const BenchCase& b) -> BenchRoutine::Operands {
             return {update_factor(b), updated_triangle(b, true)};
         },
         .amount = [](const BenchCase& b) { return hg::syrk_flops(b.n, b.k); }});
}

}  // namespace hgctl
