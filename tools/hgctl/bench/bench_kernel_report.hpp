#pragma once

#include <string>
#include <vector>

#include "blas/cost/flops.hpp"
#include "tools/hgctl/bench/bench_gemm_kernel.hpp"
#include "tools/report/report.hpp"
#include "tools/workload/operands/gemm_words.hpp"

namespace hgctl {

/// One row of `hgctl bench kernel`, measured.
struct KernelBenchRow {
    KernelBenchCase bench;
    std::string from;  ///< "given", or the database's rung
    KernelBenchResult result;

    /// Its name; "emulated f64 nn" for several that make up an emulated product.
    [[nodiscard]] std::string kernel() const;
    [[nodiscard]] double flops() const {
        return hg::real_operations(bench.parameters.type) * hg::gemm_flops(bench.m, bench.n, bench.k);
    }
    [[nodiscard]] std::string extent() const { return extent_text(bench.m, bench.n, bench.k); }
};

/// Everything that one `hgctl bench kernel` measured.
struct KernelBenchRun {
    std::string device;
    std::vector<std::string> peers;  ///< asked for
    std::vector<KernelBenchRow> rows;
};

/// Rates of all rows, on the page over n for each element type.
Report kernel_bench_report(const KernelBenchRun& run);

}  // namespace hgctl
