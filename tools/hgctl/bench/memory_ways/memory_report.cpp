#include "tools/hgctl/bench/memory_ways/memory_report.hpp"

#include <algorithm>
#include <optional>
#include <thread>
#include <utility>

#include "tools/report/page/line_plot.hpp"

namespace hgctl {
namespace {

using Rows = std::vector<const MemoryRow*>;

/// What local memory saves against one of the kernels that read A and B from global memory, as shares of its
/// time; below 0 if it costs time.
struct Saving {
    double kernel = 0;
    double total = 0;
    std::optional<int> pays_from;  ///< the edge from which all kernels are faster; none: there is none
};

/// Of one device at one size.
struct LocalGain {
    std::size_t device = 0;
    std::int64_t n = 0;
    int block = 0;  ///< the edge whose kernel is fastest
    std::optional<Saving> over_global;
    std::optional<Saving> over_register;
};

using OverWay = std::optional<Saving> LocalGain::*;

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

/// For each size and device with a row through local memory.
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

std::string place_text(const std::optional<std::size_t>& device) {
    return device ? "device " + std::to_string(*device) : "CPU";
}

/// A figure, which rows that are left out lack.
Column<MemoryRow> figure(const char* key, const char* title, Unit unit, Column<MemoryRow>::Get get) {
    return {key, title, unit,
            [get = std::move(get)](auto& row) { return row.left_out.empty() ? get(row) : Value::absent(); }};
}

/// Seconds that only devices spend.
Column<MemoryRow> device_figure(const char* key, const char* title, double MemoryTimes::*seconds) {
    return figure(key, title, kSeconds,
                  [=](auto& row) { return Value(row.times.*seconds, row.device ? "" : "-"); });
}

ReportTable row_table(const MemoryRun& run) {
    return table_of<MemoryRow>(
        {{"version", "", [](auto& row) { return row.version.word(); }},
         {"", "version", [](auto& row) { return row.version.label(); }},
         {"block", "", [](auto& row) { return known(row.version.block); }},
         {"device", "on", [](auto& row) { return Value(row.device, place_text(row.device)); }},
         {"n", "n", &MemoryRow::n},
         {"kernel", "", &MemoryRow::kernel},
         {"left_out", "", [](auto& row) { return row.left_out.empty() ? Value::absent() : row.left_out; }},
         figure("runs", "", kPlain, &MemoryRow::runs),
         device_figure("seconds/allocation", "allocation", &MemoryTimes::allocation),
         device_figure("seconds/in", "in", &MemoryTimes::in),
         device_figure("seconds/build", "build", &MemoryTimes::build),
         figure("seconds/kernel", "kernel", kSeconds, [](auto& row) { return row.times.kernel; }),
         device_figure("seconds/out", "read-back", &MemoryTimes::out),
         figure("seconds/total", "total", kSeconds, [](auto& row) { return row.times.total(); }),
         figure("device_seconds", "", kSeconds, &MemoryRow::device_seconds),
         figure("gflops", "rate", kFlopsRate, [](auto& row) { return row.rate(); }),
         figure("error", "error", kRough, &MemoryRow::error)},
        run.rows);
}

Column<LocalGain> percent_column(const char* key, const char* title, OverWay over, double Saving::*share) {
    return {key, title, kFixed<1>,
            [=](auto& gain) { return gain.*over ? Value(100 * (*(gain.*over)).*share) : Value(nullptr); }};
}

Column<LocalGain> edge_column(const char* key, const char* title, OverWay over) {
    return {key, title, [=](auto& gain) {
                if (!(gain.*over)) return Value(nullptr);
                const std::optional<int>& edge = (gain.*over)->pays_from;
                return Value(edge, edge ? "" : "never");
            }};
}

ReportTable gain_table(const MemoryRun& run) {
    constexpr OverWay kGlobal = &LocalGain::over_global, kRegister = &LocalGain::over_register;
    return table_of<LocalGain>(
        {{"device", "on", [](auto& gain) { return Value(gain.device, place_text(gain.device)); }},
         {"n", "n", &LocalGain::n},
         {"block", "edge", &LocalGain::block},
         percent_column("over_global/kernel_percent", "kernel/global", kGlobal, &Saving::kernel),
         percent_column("over_register/kernel_percent", "kernel/register", kRegister, &Saving::kernel),
         percent_column("over_global/total_percent", "total/global", kGlobal, &Saving::total),
         percent_column("over_register/total_percent", "total/register", kRegister, &Saving::total),
         edge_column("over_global/pays_from", "global from", kGlobal),
         edge_column("over_register/pays_from", "register from", kRegister)},
        local_gains(run));
}

std::string headline(const MemoryPlan& plan, bool interrupted) {
    return "C := A B in " + std::string(hg::name(plan.type)) +
           ", n x n matrices from and to host memory, best of " +
           count_text(static_cast<std::size_t>(plan.runs), "run") + (interrupted ? "; interrupted" : "");
}

constexpr const char* kLegend =
    "cpu-1 and cpu: hg's own product on one thread and on all; blas: the CPU's BLAS; global: the sum kept in "
    "C; "
    "register: the sum in a register; local E: tiles of E x E in local memory; tuned: the kernel that hg "
    "uses. "
    "Total is allocation + kernel + read-back, as the literature counts. A build is timed once a kernel. The "
    "error is "
    "against the CPU's BLAS; up to 1 is good.";

constexpr const char* kDotted = "2 4";

/// A point of a plot's line.
struct MemoryPoint {
    double x = 0, seconds = 0;
    std::string line;
    const char* dashes = "";
};

ReportTable points_table(const char* x, const char* seconds, const std::vector<MemoryPoint>& points) {
    return table_of<MemoryPoint>({{x, "", &MemoryPoint::x},
                                  {seconds, "", &MemoryPoint::seconds},
                                  {"line", "", &MemoryPoint::line},
                                  {"dashes", "", &MemoryPoint::dashes}},
                                 points);
}

void plot_points(Report& report, const char* x, const char* seconds, const std::string& heading,
                 const std::vector<MemoryPoint>& points) {
    report.plot(points_table(x, seconds, points), {.x = x,
                                                   .curves = {{seconds}},
                                                   .series = {"line"},
                                                   .axes = Axes::logarithmic,
                                                   .y_title = seconds,
                                                   .heading = heading,
                                                   .dashes = "dashes"});
}

bool belongs(const MemoryRow& row, std::size_t device) {
    return row.left_out.empty() && (!row.device || row.device == device);
}

void plot_over_n(Report& report, const MemoryRun& run, std::size_t device) {
    std::vector<MemoryPoint> points;
    for (const MemoryRow& row : run.rows)
        if (belongs(row, device))
            points.push_back({static_cast<double>(row.n), row.times.total(), row.version.label(),
                              row.version.on_cpu()                  ? kDashed
                              : row.version.way == MemoryWay::local ? kDotted
                                                                    : ""});
    plot_points(report, "n", "total, seconds",
                "Device " + std::to_string(device) + ": " + run.devices[device], points);
}

/// Of the largest size: the kernels that know no tiles as level lines.
void plot_over_edge(Report& report, const MemoryRun& run, std::size_t device) {
    std::int64_t n = 0;
    for (const MemoryRow& row : run.rows)
        if (belongs(row, device) && row.version.way == MemoryWay::local) n = std::max(n, row.n);
    const Rows locals = rows_of(run, MemoryWay::local, device, n);
    if (locals.empty()) return;
    std::vector<MemoryPoint> points;
    for (const MemoryRow* row : locals)
        points.push_back({1.0 * row->version.block, row->times.kernel, "local"});
    for (const MemoryRow& row : run.rows)
        if (belongs(row, device) && row.n == n && !row.version.on_cpu() &&
            row.version.way != MemoryWay::local)
            for (const MemoryRow* end : {locals.front(), locals.back()})
                points.push_back({1.0 * end->version.block, row.times.kernel, row.version.word(), kDashed});
    plot_points(report, "edge", "kernel, seconds", "Over the edge of the tiles, n = " + std::to_string(n),
                points);
}

}  // namespace

Report memory_report(const MemoryRun& run) {
    const unsigned threads = std::max(1U, std::thread::hardware_concurrency());
    Report report("hgctl bench memory", headline(run.plan, run.interrupted));
    for (std::size_t device = 0; device < run.devices.size(); ++device)
        report.line(place_text(device) + ": " + run.devices[device]);
    report.line("CPU: " + count_text(threads, "thread"));
    for (std::size_t device = 0; device < run.devices.size(); ++device) {
        plot_over_n(report, run, device);
        plot_over_edge(report, run, device);
    }
    report.fact("type", hg::name(run.plan.type)).fact("devices", run.devices).fact("threads", threads);
    report.fact("interrupted", run.interrupted).table("rows", row_table(run), "All rows");
    for (const MemoryRow& row : run.rows)
        if (!row.left_out.empty())
            report.line(row.version.label() + " is left out on " + place_text(row.device) + ": " +
                        row.kernel + " " + row.left_out);
    report.line(kLegend);
    const ReportTable gains = gain_table(run);
    if (!gains.rows().empty())
        report.heading("Time that local memory saves")
            .line(
                "With its best edge, in per cent of the kernel from global memory, and the edge from which "
                "it is "
                "faster:");
    report.table("gains", gains);
    return report;
}

}  // namespace hgctl
