// BLAS in `hgctl bench`.
#include <cmath>

#include "interfaces/generated/blas_routines.hpp"
#include "tools/hgctl/bench/routines/row_bench.hpp"
#include "tools/workload/operands/gemm_in_blocks.hpp"
#include "tools/workload/rule/routines/gemm.hpp"
#include "tools/workload/rule/routines/level1.hpp"
#include "tools/workload/rule/routines/level2.hpp"
#include "tools/workload/rule/routines/rank_k.hpp"
#include "tools/workload/rule/routines/symm.hpp"
#include "tools/workload/rule/routines/triangle.hpp"

namespace hgctl {

/// gemm alone can be told its blocks.
template <class T>
void run_in_blocks(hg::Session& session, const hg::GemmArguments<T>& c, const BenchCase& bench) {
    gemm_in_blocks(session, c, bench.block);
}

std::vector<BenchRoutine> blas_benches() {
    std::vector<BenchRoutine> list;
    hg::routines::for_each_blas_routine([&]<class Row>(const Row& /*row*/) { add_benches<Row>(list); });
    for (BenchRoutine& routine : list) {
        routine.peers = routine.moves_memory()  ? &vector_peers()
                        : routine.row == "gemm" ? &gemm_peers()
                                                : &level3_peers();
        if (!routine.form.solves || routine.moves_memory()) continue;
        // As large as keeps random solutions from growing.
        routine.diagonal = [](const BenchCase& b) {
            return 1 + std::sqrt(static_cast<double>(b.side == hg::Side::left ? b.m : b.n));
        };
        routine.residual = "backward error";
        routine.residual_help = "|L x - b| / (eps (|L| |x| + |b|)), to be a small multiple of sqrt(m)";
    }
    return list;
}

}  // namespace hgctl
