#include "tools/hgctl/bench/bench_kernel_report.hpp"

#include "tools/report/quantity.hpp"
#include "tools/workload/operands/gemm_words.hpp"

namespace hgctl {
namespace {

Json peer_json(const KernelBenchRow& row, const PeerResult& peer) {
    const double seconds = compared_seconds(peer);
    return {{"seconds", seconds},
            {"gflops", row.flops() / seconds / 1e9},
            {"ratio", seconds / row.result.wall.best()},
            {"error", peer.error},
            {"runs_on", peer.runs_on}};
}

Json row_json(const KernelBenchRun& run, const KernelBenchRow& row) {
    const KernelBenchResult& result = row.result;
    Json peers = Json::object();
    for (const std::string& name : run.peers) {
        const PeerResult* peer = row.peer(name);
        peers.set(name, peer != nullptr ? peer_json(row, *peer) : Json());
    }
    const hg::kernels::GemmParameters& p = row.bench.parameters;
    Json parts = Json::array();
    for (const KernelPart& part : result.parts)
        parts.push_back({{"kernel", part.kernel}, {"seconds", part.seconds}});
    return {{"kernel", row.kernel()},
            {"from", row.from},
            {"type", hg::name(p.type)},
            {"ops", op_word(p)},
            {"m", row.bench.m},
            {"n", row.bench.n},
            {"k", row.bench.k},
            {"beta", row.bench.beta},
            {"chain", result.chain},
            {"gflops", row.flops() / result.device.best() / 1e9},
            {"median_gflops", row.flops() / result.device.median() / 1e9},
            {"last_gflops", row.flops() / result.device.last() / 1e9},
            {"wall_gflops", row.flops() / result.wall.best() / 1e9},
            {"seconds", result.device.best()},
            {"wall_seconds", result.wall.best()},
            {"all_seconds", result.device.seconds},
            {"all_wall_seconds", result.wall.seconds},
            {"error", result.error},
            {"parts", parts},
            {"peers", peers}};
}

std::vector<std::string> row_cells(const KernelBenchRun& run, const KernelBenchRow& row) {
    const KernelBenchResult& result = row.result;
    const auto rate = [&](double seconds) { return flops_rate_text(row.flops() / seconds); };
    std::vector<std::string> cells{row.kernel(),
                                   row.from,
                                   row.extent(),
                                   rate(result.device.best()),
                                   rate(result.device.median()),
                                   rate(result.device.last()),
                                   rate(result.wall.best()),
                                   rough(result.error)};
    for (const std::string& name : run.peers) {
        const PeerResult* peer = row.peer(name);
        cells.push_back(peer != nullptr ? rate(compared_seconds(*peer)) : "-");
        cells.push_back(peer != nullptr ? fixed(compared_seconds(*peer) / result.wall.best(), 2) : "-");
    }
    return cells;
}

}  // namespace

std::string KernelBenchRow::kernel() const {
    const hg::kernels::GemmParameters& p = bench.parameters;
    if (bench.emulated_on == nullptr) return hg::kernels::name(p);
    return "emulated " + std::string(hg::name(p.type)) + " " + op_word(p);
}

const PeerResult* KernelBenchRow::peer(const std::string& name) const {
    return find_peer(result.peers, name);
}

double compared_seconds(const PeerResult& peer) {
    return peer.resident_seconds.value_or(peer.times.best());
}

std::string kernel_bench_headline(const KernelBenchRun& run) {
    const KernelBenchRow& first = run.rows.front();
    return std::string("C := op(A) op(B)") + (first.bench.beta != 0 ? " + beta C" : "") +
           " in the memory of " + run.device + ", " + count_text(first.result.wall.seconds.size(), "run");
}

Json kernel_bench_json(const KernelBenchRun& run) {
    Json rows = Json::array();
    for (const KernelBenchRow& row : run.rows) rows.push_back(row_json(run, row));
    return {{"device", run.device}, {"rows", rows}};
}

std::vector<std::vector<std::string>> kernel_bench_cells(const KernelBenchRun& run) {
    std::vector<std::vector<std::string>> cells{
        {"kernel", "from", "m x n x k", "best", "median", "last", "wall", "error"}};
    for (const std::string& peer : run.peers) {
        cells.front().push_back(peer);
        cells.front().emplace_back("ours/theirs");
    }
    for (const KernelBenchRow& row : run.rows) cells.push_back(row_cells(run, row));
    return cells;
}

}  // namespace hgctl
