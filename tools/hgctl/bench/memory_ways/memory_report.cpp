#include "tools/hgctl/bench/memory_ways/memory_report.hpp"

#include <algorithm>
#include <thread>

#include "tools/report/quantity.hpp"

namespace hgctl {
namespace {

using Rows = std::vector<const MemoryRow*>;

/// The rows of one way on one device at one size that have figures, the smallest edge first.
Rows rows_of(const MemoryRun& run, MemoryWay way, std::size_t device, std::int64_t n) {
    Rows rows;
    for (const MemoryRow& row : run.rows)
        if (row.version.way == way && row.device == device && row.n == n && row.left_out.empty())
            rows.push_back(&row);
    std::stable_sort(rows.begin(), rows.end(), [](const MemoryRow* a, const MemoryRow* b) {
        return a->version.block < b->version.block;
    });
    return rows;
}

std::optional<Saving> saving(const Rows& others, const Rows& locals, const MemoryRow& best) {
    if (others.empty()) return {};
    const MemoryTimes& other = others.front()->times;
    Saving saved{.kernel = 1 - best.times.kernel / other.kernel,
                 .total = 1 - best.times.total() / other.total(),
                 .pays_from = {}};
    for (auto local = locals.rbegin(); local != locals.rend(); ++local) {
        if ((*local)->times.kernel >= other.kernel) break;
        saved.pays_from = (*local)->version.block;
    }
    return saved;
}

Json saving_json(const std::optional<Saving>& saving) {
    if (!saving) return {};
    return {{"kernel_percent", 100 * saving->kernel},
            {"total_percent", 100 * saving->total},
            {"pays_from", saving->pays_from ? Json(*saving->pays_from) : Json()}};
}

Json row_json(const MemoryRow& row) {
    Json json{{"version", row.version.word()},
              {"block", row.version.block > 0 ? Json(row.version.block) : Json()},
              {"device", row.device ? Json(*row.device) : Json()},
              {"n", row.n},
              {"kernel", row.kernel}};
    if (!row.left_out.empty()) {
        json.set("left_out", row.left_out);
        return json;
    }
    const MemoryTimes& t = row.times;
    json.update({{"runs", row.runs},
                 {"seconds",
                  {{"allocation", t.allocation},
                   {"in", t.in},
                   {"build", t.build},
                   {"kernel", t.kernel},
                   {"out", t.out},
                   {"total", t.total()}}},
                 {"device_seconds", row.device_seconds},
                 {"gflops", row.rate() / 1e9},
                 {"error", row.error}});
    return json;
}

std::vector<std::string> row_cells(const MemoryRow& row) {
    std::vector<std::string> cells{row.version.label(),
                                   row.device ? "device " + std::to_string(*row.device) : "CPU",
                                   std::to_string(row.n)};
    if (!row.left_out.empty()) {
        cells.insert(cells.end(), 8, "-");
        return cells;
    }
    const MemoryTimes& t = row.times;
    const auto of_device = [&](double seconds) { return row.device ? seconds_text(seconds) : "-"; };
    for (const double seconds : {t.allocation, t.in, t.build}) cells.push_back(of_device(seconds));
    cells.push_back(seconds_text(t.kernel));
    cells.push_back(of_device(t.out));
    cells.push_back(seconds_text(t.total()));
    cells.push_back(flops_rate_text(row.rate()));
    cells.push_back(rough(row.error));
    return cells;
}

std::string percent(const std::optional<Saving>& saving, double Saving::*share) {
    return saving ? fixed(100 * (*saving).*share, 1) : "-";
}

std::string edge(const std::optional<Saving>& saving) {
    if (!saving) return "-";
    return saving->pays_from ? std::to_string(*saving->pays_from) : "never";
}

}  // namespace

std::vector<LocalGain> local_gains(const MemoryRun& run) {
    std::vector<LocalGain> gains;
    for (std::size_t device = 0; device < run.devices.size(); ++device)
        for (const std::int64_t n : run.plan.sizes) {
            const Rows locals = rows_of(run, MemoryWay::local, device, n);
            if (locals.empty()) continue;
            const MemoryRow& best = **std::min_element(
                locals.begin(), locals.end(),
                [](const MemoryRow* a, const MemoryRow* b) { return a->times.kernel < b->times.kernel; });
            const auto over = [&](MemoryWay way) {
                return saving(rows_of(run, way, device, n), locals, best);
            };
            gains.push_back(
                {device, n, best.version.block, over(MemoryWay::global), over(MemoryWay::global_register)});
        }
    return gains;
}

std::string memory_headline(const MemoryRun& run) {
    return "C := A B in " + std::string(hg::name(run.plan.type)) +
           ", n x n matrices from and to host memory, best of " +
           count_text(static_cast<std::size_t>(run.plan.runs), "run") +
           (run.interrupted ? "; interrupted" : "");
}

std::string memory_legend() {
    return "cpu-1 and cpu: hg's own product on one thread and on all; blas: the CPU's BLAS; "
           "global: the sum kept in C; register: the sum in a register; "
           "local E: tiles of E x E in local memory; tuned: the kernel that hg uses. "
           "Total is allocation + kernel + read-back, as the literature counts. "
           "A build is timed once a kernel. The error is against the CPU's BLAS; up to 1 is good.";
}

std::vector<std::string> memory_places(const MemoryRun& run) {
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < run.devices.size(); ++i)
        lines.push_back("device " + std::to_string(i) + ": " + run.devices[i]);
    lines.push_back("CPU: " + count_text(std::max(1U, std::thread::hardware_concurrency()), "thread"));
    return lines;
}

Json memory_json(const MemoryRun& run) {
    Json rows = Json::array();
    for (const MemoryRow& row : run.rows) rows.push_back(row_json(row));
    Json gains = Json::array();
    for (const LocalGain& gain : local_gains(run))
        gains.push_back({{"device", gain.device},
                         {"n", gain.n},
                         {"block", gain.block},
                         {"over_global", saving_json(gain.over_global)},
                         {"over_register", saving_json(gain.over_register)}});
    return {{"type", hg::name(run.plan.type)},
            {"devices", run.devices},
            {"threads", std::max(1U, std::thread::hardware_concurrency())},
            {"interrupted", run.interrupted},
            {"rows", rows},
            {"gains", gains}};
}

std::vector<std::vector<std::string>> memory_cells(const MemoryRun& run) {
    std::vector<std::vector<std::string>> cells{
        {"version", "on", "n", "allocation", "in", "build", "kernel", "read-back", "total", "rate", "error"}};
    for (const MemoryRow& row : run.rows) cells.push_back(row_cells(row));
    return cells;
}

std::vector<std::vector<std::string>> gain_cells(const MemoryRun& run) {
    std::vector<std::vector<std::string>> cells{{"on", "n", "edge", "kernel/global", "kernel/register",
                                                 "total/global", "total/register", "global from",
                                                 "register from"}};
    for (const LocalGain& gain : local_gains(run))
        cells.push_back(
            {"device " + std::to_string(gain.device), std::to_string(gain.n), std::to_string(gain.block),
             percent(gain.over_global, &Saving::kernel), percent(gain.over_register, &Saving::kernel),
             percent(gain.over_global, &Saving::total), percent(gain.over_register, &Saving::total),
             edge(gain.over_global), edge(gain.over_register)});
    return cells;
}

}  // namespace hgctl
