#include "tools/hgctl/bench/bench_report.hpp"

#include <algorithm>

#include "tools/report/quantity.hpp"

namespace hgctl {
namespace {

const RateWords& rate_words(const BenchRow& row) {
    return words_of(row.bench.routine->unit);
}

Json known(bool is_known, const Json& value) {
    return is_known ? value : Json();
}

Json peer_json(const BenchRow& row, const PeerResult& peer) {
    const double seconds = peer.times.best();
    Json json{{"seconds", seconds},
              {rate_words(row).key, row.amount() / seconds / 1e9},
              {"ratio", seconds / row.seconds()},
              {"median_seconds", peer.times.median()},
              {"resident_seconds", nullptr},
              {"error", peer.error},
              {"runs_on", peer.runs_on},
              {"variant", peer.variant}};
    if (peer.resident_seconds) json.set("resident_seconds", *peer.resident_seconds);
    return json;
}

double kernel_rate(const BenchRow& row) {
    double rate = 0;
    for (const hg::DeviceModel& device : row.target.devices) rate += device.rate(row.bench.routine->type);
    return rate;
}

Json rates_json(const BenchRow& row) {
    const hg::LinkRates links = links_of(row.target);
    return {{"kernel_gflops", kernel_rate(row) / 1e9},
            {"link_in", links.in},
            {"link_out", links.out},
            {"link_both", links.both},
            {"staged_in", row.staged.in},
            {"staged_out", row.staged.out},
            {"host_copy", row.target.host_copy_rate}};
}

Json row_json(const BenchRun& run, const BenchRow& row) {
    Json peers = Json::object();
    for (const std::string& name : run.peers) {
        const PeerResult* peer = row.peer(name);
        peers.set(name, peer != nullptr ? peer_json(row, *peer) : Json());
    }
    const BenchCase& bench = row.bench;
    const bool has_roof = row.roof.seconds > 0;
    Json json{{"routine", bench.routine->name},
              {"n", bench.n},
              {"devices", bench.devices},
              {"memory", row.memory()},
              {"seconds", row.seconds()},
              {rate_words(row).key, row.rate() / 1e9},
              {"t_star", known(has_roof, row.roof.seconds)},
              {"efficiency", known(has_roof, row.roof.seconds / row.seconds())},
              {"bound", known(has_roof, row.roof.bound)},
              {"error", row.result.error.error},
              {"peers", peers}};
    if (row.result.error.residual) json.set("residual", *row.result.error.residual);
    for (const BenchSize& size : bench.routine->sizes) json.set(size.name, bench.*size.value);
    if (run.names_workers) json.set("by", row.worker());
    if (bench.routine->chained) json.set("chain", row.result.chain);
    if (bench.routine->unit == hg::kernels::RateUnit::bytes) json.set("bytes", row.amount());
    if (bench.routine->settings != nullptr) json.update(bench.routine->settings(bench));
    json.update({{"fingerprint", std::to_string(row.result.fingerprint)},
                 {"predicted_seconds", nullptr},
                 {"measured_over_predicted", nullptr},
                 {"median_seconds", row.result.times.median()},
                 {"last_seconds", row.result.times.last()},
                 {"all_seconds", row.result.times.seconds},
                 {"rates", rates_json(row)}});
    if (row.predicted) {
        json.set("predicted_seconds", *row.predicted);
        json.set("measured_over_predicted", row.seconds() / *row.predicted);
    }
    return json;
}

std::vector<std::string> peer_cells(const BenchRow& row, const std::string& name) {
    const PeerResult* peer = row.peer(name);
    if (peer == nullptr) return {"-", "-"};
    const double seconds = peer->times.best();
    const std::string setting = peer->variant.empty() ? "" : " (" + peer->variant + ")";
    return {fixed(row.amount() / seconds / 1e9, 1) + setting, fixed(seconds / row.seconds(), 2)};
}

std::vector<std::string> row_cells(const BenchRun& run, const BenchRow& row) {
    const bool has_roof = row.roof.seconds > 0;
    std::vector<std::string> cells{size_text(row.bench), std::to_string(row.bench.devices), row.memory()};
    if (run.names_workers) cells.emplace_back(row.worker());
    cells.insert(
        cells.end(),
        {seconds_text(row.seconds()), fixed(row.rate() / 1e9, 1),
         has_roof ? fixed(100 * row.roof.seconds / row.seconds(), 0) + " %" : "-",
         has_roof ? row.roof.bound : "-", row.predicted ? seconds_text(*row.predicted) : "-",
         row.predicted ? fixed(row.seconds() / *row.predicted, 2) : "-", rough(row.result.error.error)});
    if (!row.bench.routine->residual.empty())
        cells.push_back(row.result.error.residual ? rough(*row.result.error.residual) : "-");
    for (const std::string& name : run.peers)
        for (std::string& cell : peer_cells(row, name)) cells.push_back(std::move(cell));
    return cells;
}

}  // namespace

const PeerResult* BenchRow::peer(const std::string& name) const {
    return find_peer(result.peers, name);
}

hg::LinkRates links_of(const hg::Target& target) {
    hg::LinkRates sum;
    for (const hg::DeviceModel& device : target.devices) {
        sum.in += device.link_in;
        sum.out += device.link_out;
        sum.both += device.link_both;
    }
    return {std::min(sum.in, target.links_in), std::min(sum.out, target.links_out),
            std::min(sum.both, target.links_both)};
}

std::string headline(const BenchRun& run) {
    const BenchRoutine& routine = *run.base.routine;
    return routine.name + ": " + routine.title(run.base) + " from and to host memory";
}

Json bench_json(const BenchRun& run) {
    Json rows = Json::array();
    for (const BenchRow& row : run.rows) rows.push_back(row_json(run, row));
    return {{"devices", run.devices}, {"rows", rows}};
}

std::vector<std::vector<std::string>> bench_cells(const BenchRun& run) {
    std::string sizes = "n";
    for (const BenchRow& row : run.rows)
        if (size_name(row.bench) != sizes) sizes = size_name(row.bench);
    const BenchRoutine& routine = *run.base.routine;
    std::vector<std::vector<std::string>> cells{{sizes, "devices", "memory"}};
    if (run.names_workers) cells.front().emplace_back("by");
    cells.front().insert(cells.front().end(), {"time", words_of(routine.unit).unit, "T*/T", "bound by",
                                               "predicted", "T/predicted", "error"});
    if (!routine.residual.empty()) cells.front().push_back(routine.residual);
    for (const std::string& peer : run.peers) {
        cells.front().push_back(peer);
        cells.front().emplace_back("ours/theirs");
    }
    for (const BenchRow& row : run.rows) cells.push_back(row_cells(run, row));
    return cells;
}

std::string roof_text(const BenchRun& run) {
    const bool is_known =
        std::ranges::all_of(run.rows, [](const BenchRow& row) { return row.roof.seconds > 0; });
    return std::string("T* is what ") + words_of(run.base.routine->unit).limits +
           " as measured on this machine" +
           (is_known ? "" : "; 'hgctl probe memory' measures the host's memory");
}

std::vector<std::string> link_lines(const BenchRun& run) {
    const auto gigabytes = [](double rate) { return rate > 0 ? fixed(rate / 1e9, 1) : "-"; };
    std::vector<std::string> lines;
    int shown = 0;
    for (const BenchRow& row : run.rows) {
        if (row.bench.devices == shown) continue;
        shown = row.bench.devices;
        const hg::LinkRates links = links_of(row.target);
        lines.push_back("Transfers of " + count_text(static_cast<std::size_t>(shown), "device") +
                        ", GB/s in / out: " + gigabytes(links.in) + " / " + gigabytes(links.out) +
                        " with pinned memory, " + gigabytes(row.staged.in) + " / " +
                        gigabytes(row.staged.out) + " with pageable");
    }
    return lines;
}

}  // namespace hgctl
