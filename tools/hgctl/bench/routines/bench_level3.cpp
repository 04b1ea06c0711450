// Level 3 of BLAS in `hgctl bench`.
#include <cmath>

#include "interfaces/generated/blas_routines.hpp"
#include "tools/hgctl/bench/routines/blas_bench.hpp"
#include "tools/hgctl/bench/routines/row_bench.hpp"
#include "tools/workload/operands/gemm_in_blocks.hpp"
#include "tools/workload/rule/routines/gemm.hpp"
#include "tools/workload/rule/routines/rank_k.hpp"
#include "tools/workload/rule/routines/symm.hpp"
#include "tools/workload/rule/routines/triangle.hpp"

namespace hgctl {

/// gemm alone can be told its blocks.
template <class T>
void run_in_blocks(hg::Session& session, const hg::GemmArguments<T>& c, const BenchCase& bench) {
    gemm_in_blocks(session, c, bench.block);
}

namespace {

/// What a device needs of an operand to compute some of the result's rows and columns. Beside A on a side stands the other
/// factor; each device of a solve needs all of the triangle.
Needed needed_of(const ListedOperand& x, const CallForm& form, const BenchCase& bench) {
    if (form.solves || x.name == "C") return Needed::all;
    if (!form.has_side) return Needed::factors;
    return (x.name == "A") == (bench.side == hg::Side::left) ? Needed::rows : Needed::cols;
}

BenchRoutine::Operands level3_operands(const BenchCase& bench) {
    BenchRoutine::Operands list;
    const ListedCall call = bench.routine->listed(bench);
    for (const ListedOperand* const x : call.operands())
        list.push_back({.rows = x->rows,
                        .cols = x->cols,
                        .is_triangle = x->is_triangle,
                        .read = x->read,
                        .needed = needed_of(*x, bench.routine->form, bench)});
    return list;
}

std::string level3_title(const BenchCase& bench) {
    return formula_of(bench.routine->help, bench.routine->form, bench);
}

void add_gemm_options(Command& command, BenchCase& bench) {
    add_call_options(command, bench);
    command.option("--block", bench.block, "Block size, in the place of the library's choice")
        .whole_number(1);
}

/// Its devices form a grid over C.
Roofline roofline_of_grids(const BenchCase& b, const hg::Target& target, const hg::HostRates& /*host*/) {
    return gemm_roofline(
        {.type = b.routine->type, .m = b.m, .n = b.n, .k = b.k, .reads_c = b.beta != 0, .pinned = b.pinned},
        target);
}

void describe_level3(BenchRoutine& routine) {
    const bool is_gemm = routine.row == "gemm";
    routine.peers = is_gemm ? &gemm_peers() : &level3_peers();
    routine.add_options = is_gemm ? add_gemm_options : add_call_options;
    routine.settings = call_settings;
    routine.title = level3_title;
    routine.operands = level3_operands;
    if (is_gemm) routine.special_roofline = roofline_of_grids;
    if (!routine.form.solves) return;
    // As large as keeps random solutions from growing.
    routine.diagonal = [](const BenchCase& b) {
        return 1 + std::sqrt(static_cast<double>(b.side == hg::Side::left ? b.m : b.n));
    };
    routine.residual = "backward error";
    routine.residual_help = "|L x - b| / (eps (|L| |x| + |b|)), to be a small multiple of sqrt(m)";
}

}  // namespace

std::vector<BenchRoutine> level3_benches() {
    std::vector<BenchRoutine> list;
    hg::routines::for_each_blas_routine([&]<class Row>(const Row& /*row*/) {
        if constexpr (Row::kLevel == 3) add_benches<Row>(list);
    });
    for (BenchRoutine& routine : list) describe_level3(routine);
    return list;
}

}  // namespace hgctl
