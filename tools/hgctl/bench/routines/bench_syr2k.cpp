// syr2k and her2k in `hgctl bench`.
#include "blas/cost/flops.hpp"
#include "tools/hgctl/bench/routines/level3_bench.hpp"
#include <hg/blas/hermitian.hpp>
#include <hg/blas/syr2k.hpp>

namespace hgctl {
namespace {

template <class T>
struct Syr2k {
    using Memory = Level3Memory<T>;
    static constexpr auto kPeer = PeerLevel3::Routine::syr2k;

    static void run(hg::Session& session, const BenchCase& b, const Memory& x) {
        hg::syr2k<T>(session, hg::Layout::col_major, b.uplo, b.op, b.n, b.k, T{1}, x.data(0), x.view(0).ld,
                     x.data(1), x.view(1).ld, element_of<T>(b.beta), x.data(2), b.n);
    }
    static ProductRule<T> rule(const BenchCase& b, const Memory& x) {
        const StoredMatrix<T> a = x.view(0).with(b.op);
        const StoredMatrix<T> c = x.view(1).with(b.op);
        return {{{a, c.transpose()}, {c, a.transpose()}}, T{1}, element_of<T>(b.beta)};
    }
};

template <class T>
struct Her2k {
    using Memory = Level3Memory<T>;
    static constexpr auto kPeer = PeerLevel3::Routine::her2k;

    static void run(hg::Session& session, const BenchCase& b, const Memory& x) {
        hg::her2k<T>(session, hg::Layout::col_major, b.uplo, b.op, b.n, b.k, T{1}, x.data(0), x.view(0).ld,
                     x.data(1), x.view(1).ld, static_cast<PartOf<T>>(b.beta), x.data(2), b.n);
    }
    static ProductRule<T> rule(const BenchCase& b, const Memory& x) {
        const StoredMatrix<T> a = x.view(0).with(b.op);
        const StoredMatrix<T> c = x.view(1).with(b.op);
        return {{{a, c.adjoint()}, {c, a.adjoint()}}, T{1}, element_of<T>(b.beta)};
    }
};

}  // namespace

BenchRoutine syr2k_bench() {
    return level3_bench<Syr2k, AllTypes>(
        {.name = "syr2k",
         .help = "C := A B^T + B A^T + beta C, one triangle of C",
         .sizes = {{"n", &BenchCase::n, "Order of C", {}},
                   {"k", &BenchCase::k, "Columns of A and B, or rows with --op T", {}}},
         .peers = &level3_peers(),
         .add_options = add_update_options,
         .settings = update_settings,
         .special_title =
             [](const BenchCase& b) {
                 return updated(b.op == hg::Op::none ? "A B^T + B A^T" : "A^T B + B^T A", b);
             },
         .operands = [](const BenchCase& b) -> BenchRoutine::Operands {
             return {update_factor(b), update_factor(b), updated_triangle(b, false)};
         },
         .amount = [](const BenchCase& b) { return hg::syr2k_flops(b.n, b.k); }});
}

BenchRoutine her2k_bench() {
    return level3_bench<Her2k, ComplexTypes>(
        {.name = "her2k",
         .help = "C := A B^H + B A^H + beta C, one triangle of C",
         .sizes = {{"n", &BenchCase::n, "Order of C", {}},
                   {"k", &BenchCase::k, "Columns of A and B, or rows with --op C", {}}},
         .peers = &level3_peers(),
         .add_options = add_hermitian_update_options,
         .settings = update_settings,
         .special_title =
             [](const BenchCase& b) {
                 return updated(b.op == hg::Op::none ? "A B^H + B A^H" : "A^H B + B^H A", b);
             },
         .operands = [](const BenchCase& b) -> BenchRoutine::Operands {
             return {update_factor(b), update_factor(b), updated_triangle(b, true)};
         },
         .amount = [](const BenchCase& b) { return hg::syr2k_flops(b.n, b.k); }});
}

}  // namespace hgctl
