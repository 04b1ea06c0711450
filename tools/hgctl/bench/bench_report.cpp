#include "tools/hgctl/bench/bench_report.hpp"

#include <algorithm>

#include "tools/hgctl/bench/routines/bench_routine.hpp"
#include "tools/report/page/figure.hpp"
#include "tools/report/page/html_page.hpp"
#include "tools/report/quantity.hpp"
#include "tools/report/trace/run_timeline.hpp"

namespace hgctl {
namespace {

using BenchColumns = Columns<BenchRow>;

/// What all links of a target's devices together carry, bytes/s.
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

double kernel_rate(const BenchRow& row) {
    double rate = 0;
    for (const hg::DeviceModel& device : row.target.devices) rate += device.rate(row.bench.routine->type);
    return rate;
}

/// Rows differ in the number of devices. If all have one, plots are over n.
bool is_over_devices(const BenchRun& run) {
    return std::ranges::any_of(
        run.rows, [&](const BenchRow& row) { return row.bench.devices != run.rows.front().bench.devices; });
}

std::string size_line(const BenchCase& bench) {
    return size_name(bench) + " = " + size_text(bench);
}

/// True if the rows belong to one plot: over devices those of equal sizes, over n those that differ in it
/// alone.
bool share_plot(const BenchCase& a, const BenchCase& b, bool over_devices) {
    if (over_devices || size_name(a) != size_name(b)) return size_line(a) == size_line(b);
    return size_name(a) == "n" || std::ranges::all_of(a.routine->sizes, [&](const BenchSize& size) {
               return size.name == "n" || a.*size.value == b.*size.value;
           });
}

/// "n = 100 to 1600", the sizes of a row's plot.
std::string plot_heading(const BenchRun& run, const BenchRow& row, bool over_devices) {
    const BenchCase *least = &row.bench, *most = least;
    for (const BenchRow& other : run.rows) {
        if (!share_plot(row.bench, other.bench, over_devices)) continue;
        if (other.bench.n < least->n) least = &other.bench;
        if (other.bench.n > most->n) most = &other.bench;
    }
    return size_line(*least) + (most->n > least->n ? " to " + size_text(*most) : "");
}

/// How a row compares with the row of the fewest devices in its plot.
struct Scaling {
    double speedup = 1;
    double devices = 1;  ///< times as many

    Scaling(const BenchRun& run, const BenchRow& row) {
        const BenchRow* fewest = &row;
        for (const BenchRow& other : run.rows)
            if (share_plot(row.bench, other.bench, true) && row.bench.pinned == other.bench.pinned &&
                other.bench.devices < fewest->bench.devices)
                fewest = &other;
        speedup = row.rate() / fewest->rate();
        devices = static_cast<double>(row.bench.devices) / fewest->bench.devices;
    }
    [[nodiscard]] double efficiency() const { return speedup / devices; }
};

/// For people and plots: files have rates and numbers of devices.
void add_scaling(BenchColumns& columns, const BenchRun& run) {
    columns.push_back(
        {"speedup", "speed-up", kFixed<2>, [&run](auto& row) { return Scaling(run, row).speedup; }});
    columns.back().in_files = false;
    columns.push_back({"parallel_efficiency", "efficiency", kPercent<0>,
                       [&run](auto& row) { return Scaling(run, row).efficiency(); }});
    columns.back().in_files = false;
}

void add_plot_columns(BenchColumns& columns, const BenchRun& run, const Unit& unit) {
    const bool over_devices = is_over_devices(run);
    columns.push_back(BenchColumns::value_type::for_plots("roof", unit, [](auto& row) {
        return row.roof.seconds > 0 ? Value(row.bench.routine->amount(row.bench) / row.roof.seconds)
                                    : Value(nullptr);
    }));
    columns.push_back(BenchColumns::value_type::for_plots(
        "ideal", unit, [&run](auto& row) { return row.rate() / Scaling(run, row).efficiency(); }));
    columns.push_back(BenchColumns::value_type::for_plots(
        "plot", kPlain, [&run, over_devices](auto& row) { return plot_heading(run, row, over_devices); }));
}

void add_rates(BenchColumns& columns) {
    columns.insert(columns.end(),
                   {{"rates/kernel_gflops", "", [](auto& row) { return kernel_rate(row) / 1e9; }},
                    {"rates/link_in", "", [](auto& row) { return links_of(row.target).in; }},
                    {"rates/link_out", "", [](auto& row) { return links_of(row.target).out; }},
                    {"rates/link_both", "", [](auto& row) { return links_of(row.target).both; }},
                    {"rates/staged_in", "", [](auto& row) { return row.staged.in; }},
                    {"rates/staged_out", "", [](auto& row) { return row.staged.out; }},
                    {"rates/host_copy", "", [](auto& row) { return row.target.host_copy_rate; }}});
}

/// The row's routine, its sizes and settings, and what they make.
void add_case(BenchColumns& columns, const BenchRun& run) {
    const BenchRoutine& routine = *run.base.routine;
    for (const BenchSize& size : routine.sizes)
        if (size.name != "n")
            columns.push_back({size.name, "", [at = size.value](auto& row) { return row.bench.*at; }});
    if (run.names_workers) columns.push_back({"by", "", &BenchRow::worker});
    if (routine.moves_memory()) {
        columns.push_back({"chain", "", [](auto& row) { return row.result.chain; }});
        columns.push_back({"bytes", "", [](auto& row) { return row.bench.routine->amount(row.bench); }});
    }
    for (const BenchSetting& setting : settings_of(routine))
        if (setting.value)
            columns.push_back({setting.name, "", [of = setting.value](auto& row) { return of(row.bench); }});
    columns.push_back({"fingerprint", "", [](auto& row) { return std::to_string(row.result.fingerprint); }});
}

/// What identifies a row in another run.
std::vector<std::string> keys_of(const BenchRoutine& routine) {
    std::vector<std::string> keys{"routine"};
    for (const BenchSize& size : routine.sizes) keys.push_back(size.name);
    keys.insert(keys.end(), {"devices", "memory"});
    for (const BenchSetting& setting : settings_of(routine))
        if (setting.value) keys.push_back(setting.name);
    return keys;
}

/// What tells the row from others.
BenchColumns first_columns(const BenchRun& run) {
    std::string sizes = "n";
    for (const BenchRow& row : run.rows)
        if (size_name(row.bench) != sizes) sizes = size_name(row.bench);
    BenchColumns columns{{"", sizes, [](auto& row) { return Value(nullptr, size_text(row.bench)); }},
                         {"routine", "", [](auto& row) { return row.bench.routine->name; }},
                         {"n", "", [](auto& row) { return row.bench.n; }},
                         {"devices", "devices", [](auto& row) { return row.bench.devices; }},
                         {"memory", "memory", &BenchRow::memory}};
    if (run.names_workers) columns.push_back({"", "by", &BenchRow::worker});
    return columns;
}

BenchColumns columns_of(const BenchRun& run) {
    const BenchRoutine& routine = *run.base.routine;
    const RateWords& words = routine.words();
    const auto roofed = [](auto get) {
        return [=](const BenchRow& row) { return row.roof.seconds > 0 ? Value(get(row)) : Value(nullptr); };
    };
    BenchColumns columns = first_columns(run);
    const auto times = [](const BenchRow& row) { return &row.result.times; };
    columns.insert(columns.end(), {{"seconds", "best", kSeconds, &BenchRow::seconds},
                                   {words.key, "rate", words.unit, &BenchRow::rate}});
    add_samples(columns, spread_columns(), times);
    if (is_over_devices(run)) add_scaling(columns, run);
    columns.insert(columns.end(),
                   {{"t_star", "", roofed([](auto& row) { return row.roof.seconds; })},
                    {"efficiency", "T*/T", kPercent<0>,
                     roofed([](auto& row) { return row.roof.seconds / row.seconds(); })},
                    {"bound", "bound by", roofed([](auto& row) { return row.roof.bound; })},
                    {"error", "error", kRough, [](auto& row) { return row.result.error.error; }},
                    {"peers", "", [](auto&) { return Json::object(); }}});
    if (!routine.residual.empty())
        columns.push_back(
            {"residual", routine.residual, kRough, [](auto& row) { return row.result.error.residual; }});
    add_case(columns, run);
    columns.insert(
        columns.end(),
        {{"predicted_seconds", "predicted", kSeconds, &BenchRow::predicted},
         {"measured_over_predicted", "T/predicted", kFixed<2>,
          [](auto& row) { return row.predicted ? Value(row.seconds() / *row.predicted) : Value(nullptr); }},
         {"last_seconds", "", [](auto& row) { return row.result.times.last(); }}});
    add_samples(columns, sample_columns(), times);
    add_rates(columns);
    add_peers(columns, run.peers, words, [](const BenchRow& row, const PeerResult& peer) {
        return ComparedPeer{&peer, row.bench.routine->amount(row.bench), peer.times.best(), row.seconds()};
    });
    add_plot_columns(columns, run, words.unit);
    return columns;
}

void add_timeline(Report& report, const BenchRun& run) {
    if (!run.last || run.rows.empty()) return;
    const hg::RunReport of_run = run.last->report();
    report.drawing("<p>" + escaped(of_run.verdict) + ". Overlap " + fixed(100 * of_run.overlap, 0) +
                       " % of what could be hidden. On the right, the share of the run in which each was at "
                       "work.</p>\n" +
                       figures(run_timeline(*run.last)),
                   "One run: " + title(run.rows.back().bench));
}

/// What transfers reach, a line for each number of devices.
void add_links(Report& report, const BenchRun& run) {
    const auto gigabytes = [](double rate) { return rate > 0 ? fixed(rate / 1e9, 1) : "-"; };
    int shown = 0;
    for (const BenchRow& row : run.rows) {
        if (row.bench.devices == shown) continue;
        shown = row.bench.devices;
        const hg::LinkRates links = links_of(row.target);
        report.line("Transfers of " + count_text(static_cast<std::size_t>(shown), "device") +
                    ", GB/s in / out: " + gigabytes(links.in) + " / " + gigabytes(links.out) +
                    " with pinned memory, " + gigabytes(row.staged.in) + " / " + gigabytes(row.staged.out) +
                    " with pageable");
    }
}

}  // namespace

Report bench_report(const BenchRun& run) {
    const BenchRoutine& routine = *run.base.routine;
    const bool over_devices = is_over_devices(run);
    const ReportTable table = table_of(columns_of(run), run.rows);
    std::vector<Curve> curves = rate_curves(run.peers, routine.words());
    curves.push_back({"roof", "T*", kDotted});
    if (over_devices) curves.push_back({"ideal", "ideal", kDotted});
    Report report("hgctl bench " + routine.name, routine.name + ": " + routine.title(run.base) +
                                                     " from and to host memory, best of " +
                                                     std::to_string(run.base.repeat));
    report.devices(run.devices);
    add_comparable(report, {.keys = keys_of(routine), .samples = {"all_seconds"}});
    Plot plot{.x = over_devices ? "devices" : "n", .curves = curves, .series = {"memory"}, .each = {"plot"}};
    if (over_devices) plot.beside = {{{{"speedup"}}, "speed-up"}, {{{"parallel_efficiency"}}, "efficiency"}};
    report.plot(table, plot);
    add_timeline(report, run);
    report.table("rows", table, "All rows");
    add_links(report, run);
    const bool is_known =
        std::ranges::all_of(run.rows, [](const BenchRow& row) { return row.roof.seconds > 0; });
    report.line(std::string("T* is what ") + routine.words().limits + " as measured on this machine" +
                (is_known ? "" : "; 'hgctl probe memory' measures the host's memory") +
                "; an error up to 1 is good.");
    if (!routine.residual.empty())
        report.line("The " + routine.residual + " is " + routine.residual_help + ".");
    report.note("Predicted is the time that simulation gives.");
    if (over_devices)
        report.note(
            "Ideal is the rate of the fewest devices, times as many as there are. Speed-up and efficiency "
            "compare with the fewest devices, too.");
    return report;
}

}  // namespace hgctl
