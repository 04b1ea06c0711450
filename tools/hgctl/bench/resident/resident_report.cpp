#include "tools/hgctl/bench/resident/resident_report.hpp"

#include <optional>

namespace hgctl {
namespace {

/// A peer beside the row's call.
struct ComparedResident {
    const ResidentPeerResult* peer;
    const ResidentRow* row;

    [[nodiscard]] double seconds() const { return peer->times.best(); }
};

Columns<ComparedResident> peer_columns(const std::string& name) {
    return {{"seconds", "", &ComparedResident::seconds},
            {"all_seconds", "", [](auto& p) { return p.peer->times.seconds; }},
            {"gb_per_second", name, kBytesRate, [](auto& p) { return p.row->bench.bytes() / p.seconds(); }},
            {"device_ratio", "ratio", kFixed<2>,
             [](auto& p) { return p.seconds() / p.row->result.device.best(); }},
            {"ratio", "by wall", kFixed<2>, [](auto& p) { return p.seconds() / p.row->result.wall.best(); }},
            {"error", "", [](auto& p) { return p.peer->error; }}};
}

/// "lower t", or the name of a given kernel.
std::string line_of(const ResidentCase& bench) {
    const std::string heading =
        std::string(form_of(bench).name) + " " + std::string(hg::name(bench.type)) + " ";
    const std::string title = bench.title();
    const std::string letters = title.size() > heading.size() ? title.substr(heading.size()) : "";
    return letters + (bench.kernel.empty() ? "" : (letters.empty() ? "" : ", ") + bench.kernel);
}

Columns<ResidentRow> columns_of(const ResidentRun& run) {
    const auto rate = [](auto seconds) {
        return [=](const ResidentRow& row) { return row.bench.bytes() / seconds(row.result); };
    };
    Columns<ResidentRow> columns{
        {"", "routine", [](auto& row) { return row.bench.title(); }},
        {"", "size", [](auto& row) { return row.bench.extent(); }},
        {"routine", "", [](auto& row) { return form_of(row.bench).name; }},
        {"type", "", [](auto& row) { return hg::name(row.bench.type); }},
        {"op", "", [](auto& row) { return std::string(1, row.bench.op_letter()); }},
        {"uplo", "", [](auto& row) { return row.bench.uplo == hg::Uplo::lower ? "lower" : "upper"; }},
        {"m", "", [](auto& row) { return row.bench.ld(); }},
        {"n", "", [](auto& row) { return row.bench.n; }},
        {"kernels", "", [](auto& row) { return row.result.kernels; }},
        {"chain", "", [](auto& row) { return row.result.chain; }},
        {"bytes", "", [](auto& row) { return row.bench.bytes(); }},
        {"seconds", "time", kSeconds, [](auto& row) { return row.result.device.best(); }},
        {"gb_per_second", "best", kBytesRate, rate([](auto& result) { return result.device.best(); })},
        {"", "last", kBytesRate, rate([](auto& result) { return result.device.last(); })},
        {"wall_gb_per_second", "wall", kBytesRate, rate([](auto& result) { return result.wall.best(); })},
        {"of_bound", "of bound", kFixed<2>,
         [](auto& row) { return known(row.bound / row.result.device.best()); }},
        {"wall_seconds", "", [](auto& row) { return row.result.wall.best(); }},
        {"all_seconds", "", [](auto& row) { return row.result.device.seconds; }},
        {"all_wall_seconds", "", [](auto& row) { return row.result.wall.seconds; }},
        {"error", "error", kRough, [](auto& row) { return row.result.error; }},
        {"peers", "", [](auto&) { return Json::object(); }},
        Column<ResidentRow>::for_plots("line", kPlain, [](auto& row) { return line_of(row.bench); })};
    for (const std::string& name : run.peers)
        add_part(columns, "peers/" + name, peer_columns(name), [name](const ResidentRow& row) {
            for (const ResidentPeerResult& peer : row.result.peers)
                if (peer.name == name && peer.failure.empty())
                    return std::optional(ComparedResident{&peer, &row});
            return std::optional<ComparedResident>();
        });
    return columns;
}

}  // namespace

Report resident_report(const ResidentRun& run) {
    const ReportTable table = table_of(columns_of(run), run.rows);
    std::vector<Curve> curves{{"gb_per_second", "hg"}};
    for (const std::string& name : run.peers)
        curves.push_back({"peers/" + name + "/gb_per_second", name, kDashed});
    Report report("hgctl bench resident",
                  "Levels 1 and 2 in the memory of " + run.device + ", bytes of least traffic a second");
    report.fact("device", run.device);
    report.plot(table, {.x = "n", .curves = curves, .series = {"line"}, .each = {"routine", "type"}});
    report.table("rows", table, "All rows");
    report.line(
        "best and last are by the device's clock, wall is the best by the host's. A ratio above 1 says that "
        "hg is "
        "faster.");
    return report;
}

}  // namespace hgctl
