#include "tools/hgctl/bench/bench_kernel_report.hpp"

#include <algorithm>
#include <optional>

#include "kernels/emulated/moduli.hpp"

namespace hgctl {
namespace {

using KernelColumns = Columns<KernelBenchRow>;

/// A peer beside the row's product.
struct ComparedPeer {
    const PeerResult* peer;
    double seconds;  ///< that compare with a resident product's
    double flops;
    double ours;
};

Columns<ComparedPeer> peer_columns(const std::string& name) {
    return {{"seconds", "", kSeconds, &ComparedPeer::seconds},
            {"gflops", name, kFlopsRate, [](auto& p) { return p.flops / p.seconds; }},
            {"ratio", "ours/theirs", kFixed<2>, [](auto& p) { return p.seconds / p.ours; }},
            {"error", "", [](auto& p) { return p.peer->error; }},
            {"runs_on", "", [](auto& p) { return p.peer->runs_on; }}};
}

std::vector<Json> parts_json(const KernelBenchRow& row) {
    std::vector<Json> parts;
    for (const KernelPart& part : row.result.parts)
        parts.push_back(Json{{"kernel", part.kernel}, {"seconds", part.seconds}});
    return parts;
}

std::string ops_of(const KernelBenchRow& row) {
    return op_word(row.bench.parameters);
}

KernelColumns columns_of(const KernelBenchRun& run) {
    const auto rate = [](auto seconds) {
        return [=](const KernelBenchRow& row) { return row.flops() / seconds(row.result); };
    };
    KernelColumns columns{
        {"kernel", "kernel", &KernelBenchRow::kernel},
        {"from", "from", &KernelBenchRow::from},
        {"type", "", [](auto& row) { return hg::name(row.bench.parameters.type); }},
        {"ops", "", ops_of},
        {"", "m x n x k", [](auto& row) { return Value(nullptr, row.extent()); }},
        {"m", "", [](auto& row) { return row.bench.m; }},
        {"n", "", [](auto& row) { return row.bench.n; }},
        {"k", "", [](auto& row) { return row.bench.k; }},
        {"beta", "", [](auto& row) { return row.bench.beta; }},
        {"chain", "", [](auto& row) { return row.result.chain; }},
        {"gflops", "best", kFlopsRate, rate([](auto& result) { return result.device.best(); })},
        {"median_gflops", "median", kFlopsRate, rate([](auto& result) { return result.device.median(); })},
        {"last_gflops", "last", kFlopsRate, rate([](auto& result) { return result.device.last(); })},
        {"wall_gflops", "wall", kFlopsRate, rate([](auto& result) { return result.wall.best(); })},
        {"seconds", "", [](auto& row) { return row.result.device.best(); }},
        {"wall_seconds", "", [](auto& row) { return row.result.wall.best(); }},
        {"all_seconds", "", [](auto& row) { return row.result.device.seconds; }},
        {"all_wall_seconds", "", [](auto& row) { return row.result.wall.seconds; }},
        {"error", "error", kRough, [](auto& row) { return row.result.error; }},
        {"parts", "", parts_json},
        {"peers", "", [](auto&) { return Json::object(); }},
        // Of the database's kernels all that has one operation is a line.
        KernelColumns::value_type::for_plots(
            "line", kPlain, [](auto& row) { return row.from == "given" ? row.kernel() : ops_of(row); })};
    for (const std::string& name : run.peers)
        add_part(columns, "peers/" + name, peer_columns(name), [name](const KernelBenchRow& row) {
            const PeerResult* const peer = find_peer(row.result.peers, name);
            if (peer == nullptr) return std::optional<ComparedPeer>();
            return std::optional(ComparedPeer{peer, peer->resident_seconds.value_or(peer->times.best()),
                                              row.flops(), row.result.wall.best()});
        });
    return columns;
}

std::string headline(const KernelBenchRun& run) {
    const KernelBenchRow& first = run.rows.front();
    return std::string("C := op(A) op(B)") + (first.bench.beta != 0 ? " + beta C" : "") +
           " in the memory of " + run.device + ", " + count_text(first.result.wall.seconds.size(), "run");
}

/// What a kernel of an emulated product took; of the products of residues the integer operations a second, too.
std::string part_line(const KernelBenchRow& row, const KernelPart& part) {
    const std::string text = "  " + part.kernel + ": " + seconds_text(part.seconds);
    if (!part.kernel.starts_with("emulated_product")) return text;
    const hg::ElementType type = row.bench.parameters.type;
    const double products = hg::kernels::moduli_for(type) * hg::kernels::real_products(type);
    return text + ", " + fixed(products * row.flops() / hg::real_operations(type) / part.seconds / 1e12, 0) +
           " TOP/s";
}

}  // namespace

std::string KernelBenchRow::kernel() const {
    const hg::kernels::GemmParameters& p = bench.parameters;
    if (bench.emulated_on == nullptr) return hg::kernels::name(p);
    return "emulated " + std::string(hg::name(p.type)) + " " + op_word(p);
}

Report kernel_bench_report(const KernelBenchRun& run) {
    const ReportTable table = table_of(columns_of(run), run.rows);
    std::vector<Curve> curves{{"gflops", "hg"}};
    for (const std::string& name : run.peers) curves.push_back({"peers/" + name + "/gflops", name, kDashed});
    Report report("hgctl bench kernel", headline(run));
    report.fact("device", run.device);
    report.plot(table, {.x = "n", .curves = curves, .series = {"line"}, .each = {"type"}});
    report.table("rows", table, "All rows");
    for (const KernelBenchRow& row : run.rows)
        for (const KernelPart& part : row.result.parts) report.line(part_line(row, part));
    report.line(
        "best, median and last by the device's clock, wall is the best by the host's; an error up to 1 is "
        "good.");
    return report;
}

}  // namespace hgctl
