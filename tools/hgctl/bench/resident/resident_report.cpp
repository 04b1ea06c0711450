#include "tools/hgctl/bench/resident/resident_report.hpp"

#include <algorithm>

#include "tools/report/quantity.hpp"

namespace hgctl {
namespace {

/// The result of a peer; null if it was left out.
const ResidentPeerResult* find(const ResidentRow& row, const std::string& name) {
    for (const ResidentPeerResult& peer : row.result.peers)
        if (peer.name == name && peer.failure.empty()) return &peer;
    return nullptr;
}

Json peer_json(const ResidentRow& row, const ResidentPeerResult& peer) {
    const double seconds = peer.times.best();
    return {{"seconds", seconds},
            {"all_seconds", peer.times.seconds},
            {"gb_per_second", row.bench.bytes() / seconds / 1e9},
            {"ratio", seconds / row.result.wall.best()},
            {"device_ratio", seconds / row.result.device.best()},
            {"error", peer.error}};
}

Json row_json(const ResidentRun& run, const ResidentRow& row) {
    const ResidentCase& bench = row.bench;
    const ResidentResult& result = row.result;
    Json peers = Json::object();
    for (const std::string& name : run.peers) {
        const ResidentPeerResult* peer = find(row, name);
        peers.set(name, peer != nullptr ? peer_json(row, *peer) : Json());
    }
    return {{"routine", std::string(form_of(bench).name)},
            {"type", hg::name(bench.type)},
            {"op", std::string(1, bench.op_letter())},
            {"uplo", bench.uplo == hg::Uplo::lower ? "lower" : "upper"},
            {"m", bench.ld()},
            {"n", bench.n},
            {"kernels", result.kernels},
            {"chain", result.chain},
            {"bytes", bench.bytes()},
            {"gb_per_second", bench.bytes() / result.device.best() / 1e9},
            {"wall_gb_per_second", bench.bytes() / result.wall.best() / 1e9},
            {"of_bound", row.bound > 0 ? Json(row.bound / result.device.best()) : Json()},
            {"seconds", result.device.best()},
            {"wall_seconds", result.wall.best()},
            {"all_seconds", result.device.seconds},
            {"all_wall_seconds", result.wall.seconds},
            {"error", result.error},
            {"peers", peers}};
}

std::vector<std::string> row_cells(const ResidentRun& run, const ResidentRow& row) {
    const ResidentResult& result = row.result;
    const auto rate = [&](double seconds) { return bytes_rate_text(row.bench.bytes() / seconds); };
    std::vector<std::string> cells{row.bench.title(),
                                   row.bench.extent(),
                                   seconds_text(result.device.best()),
                                   rate(result.device.best()),
                                   rate(result.device.last()),
                                   rate(result.wall.best()),
                                   row.bound > 0 ? fixed(row.bound / result.device.best(), 2) : "-",
                                   rough(result.error)};
    for (const std::string& name : run.peers) {
        const ResidentPeerResult* peer = find(row, name);
        cells.push_back(peer != nullptr ? rate(peer->times.best()) : "-");
        cells.push_back(peer != nullptr ? fixed(peer->times.best() / result.device.best(), 2) : "-");
        cells.push_back(peer != nullptr ? fixed(peer->times.best() / result.wall.best(), 2) : "-");
    }
    return cells;
}

}  // namespace

std::string resident_headline(const ResidentRun& run) {
    return "Levels 1 and 2 in the memory of " + run.device + ", bytes of least traffic a second";
}

Json resident_json(const ResidentRun& run) {
    Json rows = Json::array();
    for (const ResidentRow& row : run.rows) rows.push_back(row_json(run, row));
    return {{"device", run.device}, {"rows", rows}};
}

std::vector<std::vector<std::string>> resident_cells(const ResidentRun& run) {
    std::vector<std::vector<std::string>> cells{
        {"routine", "size", "time", "best", "last", "wall", "of bound", "error"}};
    for (const std::string& peer : run.peers) {
        cells.front().push_back(peer);
        cells.front().emplace_back("ratio");
        cells.front().emplace_back("by wall");
    }
    for (const ResidentRow& row : run.rows) cells.push_back(row_cells(run, row));
    return cells;
}

}  // namespace hgctl
