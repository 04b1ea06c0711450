#include "tools/hgctl/bench/kernel_page.hpp"

#include <algorithm>

#include "tools/report/page/html_page.hpp"
#include "tools/report/page/line_plot.hpp"
#include "tools/workload/operands/gemm_words.hpp"

namespace hgctl {
namespace {

/// A given kernel by its name, the database's by their operations.
std::string line_name(const KernelBenchRow& row) {
    const hg::kernels::GemmParameters& p = row.bench.parameters;
    return row.from == "given" ? hg::kernels::name(p) : "hg, " + op_word(p);
}

std::string plot_part(const KernelBenchRun& run, hg::ElementType type) {
    PlotLines lines;
    for (const KernelBenchRow& row : run.rows) {
        const hg::kernels::GemmParameters& p = row.bench.parameters;
        if (p.type != type) continue;
        const auto n = static_cast<double>(row.bench.n);
        lines.add(line_name(row), "", n, row.flops() / row.result.device.best());
        for (const std::string& name : run.peers)
            if (const PeerResult* peer = row.peer(name))
                lines.add(name + ", " + op_word(p), kDashed, n, row.flops() / compared_seconds(*peer));
    }
    return "<h2>" + std::string(hg::name(type)) + "</h2>\n" +
           wide(rate_plot("n", hg::kernels::RateUnit::flops, lines.take()));
}

}  // namespace

std::string kernel_page(const KernelBenchRun& run) {
    std::string page = page_head("hgctl bench kernel");
    page += "<h1>" + escaped(kernel_bench_headline(run)) + "</h1>\n";
    std::vector<hg::ElementType> types;
    for (const KernelBenchRow& row : run.rows)
        if (const hg::ElementType type = row.bench.parameters.type;
            std::find(types.begin(), types.end(), type) == types.end()) {
            types.push_back(type);
            page += plot_part(run, type);
        }
    page += "<h2>All rows</h2>\n" + html_table(kernel_bench_cells(run), 2);
    return page + "<p>" + kKernelBenchClocks + "</p>\n" + kPageEnd;
}

}  // namespace hgctl
