// Levels 1 and 2 of BLAS in `hgctl bench`.
#include "blas/cost/memory_bound.hpp"
#include "interfaces/generated/blas_routines.hpp"
#include "tools/hgctl/bench/routines/blas_bench.hpp"
#include "tools/hgctl/bench/routines/row_bench.hpp"
#include "tools/workload/rule/routines/level1.hpp"
#include "tools/workload/rule/routines/level2.hpp"

namespace hgctl {
namespace {

/// "x := op(A)^-1 x, A triangular, uplo L, op T, diag N"
std::string vector_title(const BenchCase& bench) {
    const CallForm& form = bench.routine->form;
    std::string text = bench.routine->help;
    if (const std::size_t kind = text.find("; A is "); kind != std::string::npos)
        text.replace(kind, std::string("; A is ").size(), ", A ");
    if (form.has_uplo) text += ", uplo " + letter(bench.uplo);
    if (!form.ops.empty()) text += ", op " + letter(bench.op);
    if (form.has_diag) text += ", diag " + letter(bench.diag);
    return text;
}

/// With their gaps. What a call writes is there once more when results are checked.
BenchRoutine::Operands vector_operands(const BenchCase& bench) {
    BenchRoutine::Operands list;
    const ListedCall call = bench.routine->listed(bench);
    for (const ListedOperand* const x : call.operands())
        list.push_back({.rows = x->kind == ListedOperand::Kind::matrix ? x->rows : x->elements(),
                        .cols = x->kind == ListedOperand::Kind::matrix ? x->cols * (x->written ? 2 : 1)
                                                                       : (x->written ? 2 : 1)});
    return list;
}

hg::Traffic traffic_of(const BenchCase& bench) {
    const bool has_m = bench.routine->form.sizes.front() == "m";
    return hg::traffic(bench.routine->row, bench.routine->type, has_m ? bench.m : bench.n, bench.n);
}

double bytes(const BenchCase& bench) {
    const hg::Traffic least = traffic_of(bench);
    return least.read + least.written;
}

Roofline roofline_of_memory(const BenchCase& bench, const hg::Target& target, const hg::HostRates& host) {
    return memory_roofline(bench.routine->type, traffic_of(bench), bench.pinned, target, host);
}

}  // namespace

std::vector<BenchRoutine> vector_benches() {
    std::vector<BenchRoutine> list;
    hg::routines::for_each_blas_routine([&]<class Row>(const Row& /*row*/) {
        if constexpr (Row::kLevel < 3) add_benches<Row>(list);
    });
    for (BenchRoutine& routine : list) {
        routine.peers = &vector_peers();
        routine.may_be_hosts = true;
        routine.chained = true;
        routine.alpha = -1;
        routine.add_options = add_call_options;
        routine.settings = call_settings;
        routine.title = vector_title;
        routine.operands = vector_operands;
        routine.unit = hg::kernels::RateUnit::bytes;
        routine.amount = bytes;
        routine.special_roofline = roofline_of_memory;
    }
    return list;
}

}  // namespace hgctl
