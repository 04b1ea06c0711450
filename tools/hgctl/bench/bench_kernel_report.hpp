#pragma once

#include <string>
#include <vector>

#include "blas/cost/flops.hpp"
#include "tools/hgctl/bench/bench_gemm_kernel.hpp"
#include "tools/report/json.hpp"
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
    /// The result of a peer; null if it was left out.
    [[nodiscard]] const PeerResult* peer(const std::string& name) const;
};

/// Everything that one `hgctl bench kernel` measured.
struct KernelBenchRun {
    std::string device;
    std::vector<std::string> peers;  ///< asked for
    std::vector<KernelBenchRow> rows;
};

inline constexpr const char* kKernelBenchClocks =
    "best, median and last by the device's clock, wall is the best by the host's; an error up to 1 is good.";

/// Seconds of a peer that compare with a resident product's.
double compared_seconds(const PeerResult& peer);

/// "C := op(A) op(B) in the memory of gfx1, 5 runs"
std::string kernel_bench_headline(const KernelBenchRun& run);

Json kernel_bench_json(const KernelBenchRun& run);

/// The rows as cells of text, the head first.
std::vector<std::vector<std::string>> kernel_bench_cells(const KernelBenchRun& run);

}  // namespace hgctl
