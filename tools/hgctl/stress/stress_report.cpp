#include "tools/hgctl/stress/stress_report.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <utility>

#include "tools/report/comparison/comparable.hpp"
#include "tools/report/run_record.hpp"
#include "tools/workload/timing/samples.hpp"

namespace hgctl {
namespace {

constexpr double kGiga = 1e9;

std::string place_of(std::size_t device) {
    return "device " + std::to_string(device);
}

std::string percent(double share, int decimals = 2) {
    return fixed(100 * share, decimals);
}

const char* unit_of(const StressKind& kind) {
    return kind.counts_flops ? kFlopsRate.name : kBytesRate.name;
}

int iterations_of(const StressResult& result) {
    int most = 0;
    for (const StressedDevice& device : result.devices)
        for (const StressSeries& series : device.series)
            if (!series.samples.empty()) most = std::max(most, series.samples.back().iteration);
    return most;
}

bool has_sensors(const StressSeries& series) {
    return std::ranges::any_of(series.samples, [](const StressSample& sample) {
        return sample.sensors && (sample.sensors->watts || sample.sensors->celsius);
    });
}

std::vector<const StressSample*> wrong_samples(const StressSeries& series) {
    std::vector<const StressSample*> wrong;
    for (const StressSample& sample : series.samples)
        if (sample.wrong.elements > 0) wrong.push_back(&sample);
    return wrong;
}

std::vector<double> column(const StressSeries& series, double StressSample::*of) {
    std::vector<double> values;
    for (const StressSample& sample : series.samples) values.push_back(sample.*of);
    return values;
}

Samples seconds_of(const StressSeries& series) {
    return {column(series, &StressSample::seconds)};
}

Json wrong_json(const StressSeries& series) {
    Json list = Json::array();
    for (const StressSample* sample : wrong_samples(series))
        list.push_back({{"iteration", sample->iteration},
                        {"elements", sample->wrong.elements},
                        {"row", sample->wrong.row},
                        {"col", sample->wrong.col}});
    return list;
}

double price_of(const StressTerms& terms, std::size_t device) {
    return terms.prices[std::min(device, terms.prices.size() - 1)];
}

std::optional<RateSummary> summary_of(const StressSeries& series) {
    if (series.samples.empty()) return {};
    return summarize(column(series, &StressSample::at), column(series, &StressSample::rate));
}

/// Wrong bits of one series, and its loss.
void add_faults(const StressSeries& series, const std::string& where, const StressTerms& terms,
                std::vector<std::string>& faults) {
    for (const StressSample* sample : wrong_samples(series))
        faults.push_back(where + ": " + series.kind.label() + ", iteration " +
                         std::to_string(sample->iteration) + ": " +
                         count_text(static_cast<std::size_t>(sample->wrong.elements), "wrong element") +
                         ", the first in row " + std::to_string(sample->wrong.row) + ", column " +
                         std::to_string(sample->wrong.col));
    const std::optional<RateSummary> summary = summary_of(series);
    if (summary && terms.limit && summary->loss() > *terms.limit)
        faults.push_back(where + ": " + series.kind.label() + " lost " + percent(summary->loss()) +
                         " % of its rate from first to last; " + percent(*terms.limit) + " % are allowed");
}

std::string text_of(const StressLoss& loss) {
    std::string text = " failed while ";
    if (loss.iteration == 0)
        text += "it was made ready";
    else
        text.append("iteration ").append(std::to_string(loss.iteration)).append(" ran");
    return text.append(", ").append(loss.kernel).append(": ").append(loss.message);
}

/// The device that got farthest: all its kernels are those of the others.
const StressedDevice& fullest(const StressResult& result) {
    return *std::ranges::max_element(result.devices, {},
                                     [](const StressedDevice& device) { return device.series.size(); });
}

/// A kernel on a device.
struct StressRow {
    std::size_t device = 0;
    const StressSeries* series = nullptr;
    std::optional<RateSummary> summary;  ///< none without samples
};

/// A column that a series without samples does not have in JSON.
Column<StressRow> measured_column(const char* key, const char* title,
                                  const std::function<Value(const StressRow&)>& get, Unit unit = {}) {
    return {key, title, unit, [=](auto& row) { return row.summary ? get(row) : Value::absent(); }};
}

/// A rate of the summary.
Column<StressRow> rate_column(const char* name, double RateSummary::*of) {
    return measured_column(name, name, [=](auto& row) {
        const double rate = (*row.summary).*of;
        return Value(rate / kGiga,
                     row.series->kind.counts_flops ? flops_rate_text(rate) : bytes_rate_text(rate));
    });
}

Column<StressRow> spread_column() {
    return measured_column(
        "", "IQR", [](auto& row) { return seconds_of(*row.series).spread(); }, kPercent<1>);
}

/// A figure of each sample.
Column<StressRow> list_column(const char* key, double StressSample::*of, double unit = 1) {
    return measured_column(key, "", [=](auto& row) {
        std::vector<double> values = column(*row.series, of);
        for (double& value : values) value /= unit;
        return Value(values);
    });
}

/// What the sensors said: each reading for files, the largest for people.
Column<StressRow> sensor_column(const char* key, const char* title,
                                std::optional<double> SensorReading::*of) {
    return {key, title, [=](auto& row) {
                if (!has_sensors(*row.series)) return Value::absent();
                std::vector<Json> readings;
                std::optional<double> most;
                for (const StressSample& sample : row.series->samples) {
                    const std::optional<double> one = sample.sensors ? (*sample.sensors).*of : std::nullopt;
                    readings.emplace_back(one);
                    if (one) most = std::max(most.value_or(*one), *one);
                }
                return Value(readings, most ? fixed(*most, 0) : "-");
            }};
}

std::string slope_text(const Trend& trend) {
    return percent(trend.slope) +
           (std::isfinite(trend.uncertainty) ? " +- " + percent(trend.uncertainty) : "");
}

Columns<StressRow> columns_of(const StressTerms& terms, bool has_sensors) {
    Columns<StressRow> columns{
        {"kernel", "", [](auto& row) { return row.series->kind.word; }},
        {"type", "", [](auto& row) { return hg::name(row.series->kind.type); }},
        {"", "kernel", [](auto& row) { return row.series->kind.label(); }},
        {"device", "on", [](auto& row) { return place_of(row.device); }},
        {"unit", "", [](auto& row) { return unit_of(row.series->kind); }},
        rate_column("first", &RateSummary::first),
        rate_column("best", &RateSummary::best),
        rate_column("worst", &RateSummary::worst),
        rate_column("median", &RateSummary::median),
        spread_column(),
        rate_column("last", &RateSummary::last),
        measured_column(
            "loss_percent", "loss", [](auto& row) { return Value(100 * row.summary->loss()); }, kFixed<2>),
        measured_column("slope_percent", "slope",
                        [](auto& row) {
                            const Trend& trend = row.summary->over_run;
                            return Value(100 * trend.slope, slope_text(trend));
                        }),
        measured_column("slope_uncertainty", "",
                        [](auto& row) { return Value(100 * row.summary->over_run.uncertainty); })};
    if (!terms.prices.empty())
        columns.push_back(measured_column("per_price", "per price", [terms](auto& row) {
            const double rate = row.summary->median / kGiga / price_of(terms, row.device);
            return Value(rate, rough(rate) + " " + unit_of(row.series->kind));
        }));
    const Columns<StressRow> others{list_column("at", &StressSample::at),
                                    list_column("seconds", &StressSample::seconds),
                                    list_column("device_seconds", &StressSample::device_seconds),
                                    list_column("rates", &StressSample::rate, kGiga),
                                    sensor_column("watts", has_sensors ? "W" : "", &SensorReading::watts),
                                    sensor_column("celsius", has_sensors ? "C" : "", &SensorReading::celsius),
                                    {"wrong", "wrong", [](auto& row) {
                                         return Value(wrong_json(*row.series),
                                                      std::to_string(wrong_samples(*row.series).size()));
                                     }}};
    columns.insert(columns.end(), others.begin(), others.end());
    return columns;
}

bool has_sensors(const StressResult& result) {
    for (const StressedDevice& device : result.devices)
        for (const StressSeries& series : device.series)
            if (has_sensors(series)) return true;
    return false;
}

/// A table of one device, or of all with a device below the other for each kernel.
std::vector<StressRow> rows_of(const StressResult& result, std::optional<std::size_t> only) {
    std::vector<StressRow> rows;
    for (std::size_t s = 0; s < fullest(result).series.size(); ++s)
        for (std::size_t d = 0; d < result.devices.size(); ++d)
            if (s < result.devices[d].series.size() && (!only || *only == d)) {
                const StressSeries& series = result.devices[d].series[s];
                rows.push_back({d, &series, summary_of(series)});
            }
    return rows;
}

ReportTable spreads_of(const StressResult& result) {
    using Spread = StressSpread;
    return table_of<Spread>(
        {{"kernel", "kernel", &Spread::kernel},
         {"name", "devices", &Spread::name},
         {"slowest", "slowest", [](auto& s) { return Value(s.slowest, place_of(s.slowest)); }},
         {"fastest", "fastest", [](auto& s) { return Value(s.fastest, place_of(s.fastest)); }},
         {"percent", "spread", [](auto& s) { return Value(100 * s.share, percent(s.share) + " %"); }}},
        stress_spreads(result));
}

/// One kernel's samples over time; of more than some hundreds, some are left out evenly.
ReportTable samples_of(const StressResult& result, std::size_t kernel) {
    constexpr std::size_t kMostPoints = 500;
    using Point = std::pair<std::size_t, const StressSample*>;
    std::vector<Point> points;
    for (std::size_t d = 0; d < result.devices.size(); ++d) {
        if (kernel >= result.devices[d].series.size()) continue;
        const std::vector<StressSample>& samples = result.devices[d].series[kernel].samples;
        for (std::size_t i = 0; i < samples.size(); i += 1 + samples.size() / kMostPoints)
            points.emplace_back(d, &samples[i]);
    }
    const StressKind& kind = fullest(result).series[kernel].kind;
    const auto reading = [](std::optional<double> SensorReading::*of) {
        return [=](const Point& p) { return p.second->sensors ? (*p.second->sensors).*of : std::nullopt; };
    };
    return table_of<Point>(
        {{"kernel", "", [&](const Point&) { return kind.label(); }},
         {"device", "", [](auto& p) { return place_of(p.first); }},
         {"seconds", "", [](auto& p) { return p.second->at; }},
         {"rate", "", kind.counts_flops ? kFlopsRate : kBytesRate, [](auto& p) { return p.second->rate; }},
         {"watts", "", reading(&SensorReading::watts)},
         {"degrees Celsius", "", reading(&SensorReading::celsius)}},
        points);
}

std::string stress_headline(const StressResult& result) {
    return count_text(static_cast<std::size_t>(iterations_of(result)), "iteration") + " of " +
           std::to_string(result.plan.launches) + (result.plan.launches == 1 ? " launch" : " launches") +
           " a kernel, matrices of order " + std::to_string(result.plan.n) + ", on " +
           count_text(result.devices.size(), "device") + (result.devices.size() > 1 ? " at once" : "") +
           (result.interrupted ? "; interrupted" : "");
}

std::string stress_legend() {
    return "Rates are by the host's clock. First and last are medians of the first and the last tenth of "
           "the run; loss is what was lost between them, in per cent. The slope is that of a line through "
           "all rates, from the run's begin to its end in per cent of the median, with the half-width of "
           "its 95 % interval. IQR is the interquartile range of the times in per cent of their median. "
           "Wrong are iterations whose result has not the first one's bits; for peak, "
           "not the bits that it must have. peak: multiply-adds in registers. "
           "links: a matrix goes to the device, is copied there, and comes back.";
}

Json lost_json(const std::optional<StressLoss>& lost) {
    if (!lost) return {};
    return {{"iteration", lost->iteration}, {"kernel", lost->kernel}, {"message", lost->message}};
}

void add_plots(Report& report, const StressResult& result) {
    const std::size_t kernels = fullest(result).series.size();
    for (std::size_t kernel = 0; kernel < kernels; ++kernel)
        report.plot(samples_of(result, kernel),
                    {.x = "seconds", .curves = {{"rate"}}, .series = {"device"}, .each = {"kernel"}});
    // The first kernel stands for all: they run in turns.
    if (!has_sensors(result) || kernels == 0) return;
    for (const char* const y : {"watts", "degrees Celsius"})
        report.plot(samples_of(result, 0),
                    {.x = "seconds",
                     .curves = {{y}},
                     .series = {"device"},
                     .y_title = y,
                     .heading = y == std::string("watts") ? "Power and temperature" : ""});
}

}  // namespace

std::vector<StressSpread> stress_spreads(const StressResult& result) {
    // Medians by the devices' name and by kernel, which stand in one order on all devices.
    std::map<std::pair<std::string, std::size_t>, std::vector<std::pair<double, std::size_t>>> groups;
    for (std::size_t d = 0; d < result.devices.size(); ++d)
        for (std::size_t s = 0; s < result.devices[d].series.size(); ++s)
            if (const auto summary = summary_of(result.devices[d].series[s]))
                groups[{result.devices[d].name, s}].emplace_back(summary->median, d);
    std::vector<StressSpread> spreads;
    for (const auto& [key, medians] : groups) {
        if (medians.size() < 2) continue;
        const auto [least, most] = std::minmax_element(medians.begin(), medians.end());
        const StressSeries& series = result.devices[least->second].series[key.second];
        spreads.push_back({key.first, series.kind.label(), least->second, most->second,
                           spread({least->first, most->first})});
    }
    return spreads;
}

std::vector<std::string> stress_faults(const StressResult& result, const StressTerms& terms) {
    std::vector<std::string> faults;
    for (std::size_t d = 0; d < result.devices.size(); ++d) {
        const StressedDevice& device = result.devices[d];
        const std::string where = place_of(d) + " (" + device.name + ")";
        for (const StressSeries& series : device.series) add_faults(series, where, terms, faults);
        if (device.lost) faults.push_back(where + text_of(*device.lost));
    }
    if (!terms.limit) return faults;
    for (const StressSpread& found : stress_spreads(result))
        if (found.share > *terms.limit)
            faults.push_back("devices " + std::to_string(found.slowest) + " and " +
                             std::to_string(found.fastest) + " (" + found.name + ") differ by " +
                             percent(found.share) + " % in " + found.kernel + "; " + percent(*terms.limit) +
                             " % are allowed");
    return faults;
}

ReportTable stress_table(const StressResult& result, const StressTerms& terms) {
    std::vector<StressRow> rows = rows_of(result, {});
    std::erase_if(rows, [](auto& row) { return !row.summary; });
    return table_of(columns_of(terms, has_sensors(result)), rows);
}

Report stress_report(const StressResult& result, const StressTerms& terms) {
    Report report("hgctl stress", stress_headline(result));
    const std::vector<std::string> faults = stress_faults(result, terms);
    for (std::size_t d = 0; d < result.devices.size(); ++d)
        report.line(place_of(d) + ": " + result.devices[d].name);
    for (const std::string& fault : faults) report.note(fault);
    add_plots(report, result);
    report.table("", stress_table(result, terms).for_people(), "All kernels");
    for (std::size_t d = 0; d < result.devices.size(); ++d) {
        const StressedDevice& device = result.devices[d];
        Report& item = report.item("devices");
        item.fact("name", device.name).fact("driver", drivers_of({device.name}).front());
        item.fact("lost", lost_json(device.lost));
        item.table("series",
                   table_of(columns_of(terms, has_sensors(result)), rows_of(result, d)).for_files());
    }
    report.table("spreads", spreads_of(result), "Like devices").line(stress_legend());
    add_comparable(report, {.rows = "devices/*/series",
                            .keys = {"kernel", "type", "device", "n", "launches"},
                            .samples = {"seconds"}});
    report.fact("n", result.plan.n).fact("iterations", iterations_of(result));
    report.fact("launches", result.plan.launches).fact("interrupted", result.interrupted);
    report.fact("limit_percent", terms.limit ? Json(100 * *terms.limit) : Json()).fact("faults", faults);
    return report;
}

}  // namespace hgctl
