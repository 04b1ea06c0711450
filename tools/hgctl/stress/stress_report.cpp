#include "tools/hgctl/stress/stress_report.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "tools/report/quantity.hpp"

namespace hgctl {
namespace {

constexpr double kGiga = 1e9;

std::string place_of(std::size_t device) {
    return "device " + std::to_string(device);
}

std::string percent(double share, int decimals = 2) {
    return fixed(100 * share, decimals);
}

std::string rate_text(const StressKind& kind, double rate) {
    return kind.counts_flops ? flops_rate_text(rate) : bytes_rate_text(rate);
}

const char* unit_of(const StressKind& kind) {
    return kind.counts_flops ? "GFLOP/s" : "GB/s";
}

int iterations_of(const StressResult& result) {
    int most = 0;
    for (const StressedDevice& device : result.devices)
        for (const StressSeries& series : device.series)
            if (!series.samples.empty()) most = std::max(most, series.samples.back().iteration);
    return most;
}

/// The largest of what a series' sensors read; none if they read nothing.
std::optional<double> hottest(const StressSeries& series, std::optional<double> SensorReading::*of) {
    std::optional<double> most;
    for (const StressSample& sample : series.samples)
        if (sample.sensors && (*sample.sensors).*of)
            most = std::max(most.value_or(*((*sample.sensors).*of)), *((*sample.sensors).*of));
    return most;
}

bool has_sensors(const StressResult& result) {
    for (const StressedDevice& device : result.devices)
        for (const StressSeries& series : device.series)
            for (const StressSample& sample : series.samples)
                if (sample.sensors) return true;
    return false;
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

/// Infinity, which JSON lacks, becomes null.
Json finite(double value) {
    return std::isfinite(value) ? Json(value) : Json();
}

Json optional_json(const std::optional<double>& value) {
    return value ? Json(*value) : Json();
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

Json series_json(const StressSeries& series, const std::optional<double>& price) {
    Json json{{"kernel", series.kind.word},
              {"type", hg::name(series.kind.type)},
              {"unit", unit_of(series.kind)},
              {"wrong", wrong_json(series)}};
    const std::optional<RateSummary> summary = summary_of(series);
    if (!summary) return json;
    json.update({{"first", summary->first / kGiga},
                 {"best", summary->best / kGiga},
                 {"worst", summary->worst / kGiga},
                 {"median", summary->median / kGiga},
                 {"last", summary->last / kGiga},
                 {"loss_percent", 100 * summary->loss()},
                 {"slope_percent", 100 * summary->over_run.slope},
                 {"slope_uncertainty", finite(100 * summary->over_run.uncertainty)}});
    if (price) json.set("per_price", summary->median / kGiga / *price);
    std::vector<double> rates = column(series, &StressSample::rate);
    for (double& rate : rates) rate /= kGiga;
    json.update({{"at", column(series, &StressSample::at)},
                 {"seconds", column(series, &StressSample::seconds)},
                 {"device_seconds", column(series, &StressSample::device_seconds)},
                 {"rates", rates}});
    if (!hottest(series, &SensorReading::watts) && !hottest(series, &SensorReading::celsius)) return json;
    Json watts = Json::array(), celsius = Json::array();
    for (const StressSample& sample : series.samples) {
        watts.push_back(optional_json(sample.sensors ? sample.sensors->watts : std::nullopt));
        celsius.push_back(optional_json(sample.sensors ? sample.sensors->celsius : std::nullopt));
    }
    json.update({{"watts", watts}, {"celsius", celsius}});
    return json;
}

std::optional<double> price_of(const StressTerms& terms, std::size_t device) {
    if (terms.prices.empty()) return {};
    return terms.prices[std::min(device, terms.prices.size() - 1)];
}

Json device_json(const StressResult& result, const StressTerms& terms, std::size_t d) {
    const StressedDevice& device = result.devices[d];
    Json series = Json::array();
    for (const StressSeries& one : device.series) series.push_back(series_json(one, price_of(terms, d)));
    Json lost;
    if (device.lost)
        lost = Json{{"iteration", device.lost->iteration},
                    {"kernel", device.lost->kernel},
                    {"message", device.lost->message}};
    return {{"name", device.name}, {"lost", lost}, {"series", series}};
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

std::vector<std::string> series_cells(const StressResult& result, const StressTerms& terms, std::size_t d,
                                      const StressSeries& series) {
    const RateSummary summary = summary_of(series).value_or(RateSummary{});
    const auto rate = [&](double value) { return rate_text(series.kind, value); };
    const Trend& trend = summary.over_run;
    std::vector<std::string> cells{
        series.kind.label(),
        place_of(d),
        rate(summary.first),
        rate(summary.best),
        rate(summary.worst),
        rate(summary.median),
        rate(summary.last),
        percent(summary.loss()),
        percent(trend.slope) + (std::isfinite(trend.uncertainty) ? " +- " + percent(trend.uncertainty) : "")};
    if (!terms.prices.empty())
        cells.push_back(rough(summary.median / kGiga / *price_of(terms, d)) + " " + unit_of(series.kind));
    if (has_sensors(result))
        for (const auto of : {&SensorReading::watts, &SensorReading::celsius}) {
            const std::optional<double> most = hottest(series, of);
            cells.push_back(most ? fixed(*most, 0) : "-");
        }
    cells.push_back(std::to_string(wrong_samples(series).size()));
    return cells;
}

}  // namespace

std::optional<RateSummary> summary_of(const StressSeries& series) {
    if (series.samples.empty()) return {};
    return summarize(column(series, &StressSample::at), column(series, &StressSample::rate));
}

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
           "its 95 % interval. Wrong are iterations whose result has not the first one's bits; for peak, "
           "not the bits that it must have. peak: multiply-adds in registers. "
           "links: a matrix goes to the device, is copied there, and comes back.";
}

std::vector<std::string> stress_places(const StressResult& result) {
    std::vector<std::string> lines;
    for (std::size_t d = 0; d < result.devices.size(); ++d)
        lines.push_back(place_of(d) + ": " + result.devices[d].name);
    return lines;
}

Json stress_json(const StressResult& result, const StressTerms& terms) {
    Json devices = Json::array();
    for (std::size_t d = 0; d < result.devices.size(); ++d) devices.push_back(device_json(result, terms, d));
    Json spreads = Json::array();
    for (const StressSpread& found : stress_spreads(result))
        spreads.push_back({{"name", found.name},
                           {"kernel", found.kernel},
                           {"slowest", found.slowest},
                           {"fastest", found.fastest},
                           {"percent", 100 * found.share}});
    return {{"n", result.plan.n},
            {"iterations", iterations_of(result)},
            {"launches", result.plan.launches},
            {"interrupted", result.interrupted},
            {"limit_percent", terms.limit ? Json(100 * *terms.limit) : Json()},
            {"devices", devices},
            {"spreads", spreads},
            {"faults", stress_faults(result, terms)}};
}

std::vector<std::vector<std::string>> stress_cells(const StressResult& result, const StressTerms& terms) {
    std::vector<std::vector<std::string>> cells{
        {"kernel", "on", "first", "best", "worst", "median", "last", "loss", "slope"}};
    if (!terms.prices.empty()) cells.front().emplace_back("per price");
    if (has_sensors(result)) cells.front().insert(cells.front().end(), {"W", "C"});
    cells.front().emplace_back("wrong");
    const std::size_t works = result.devices.front().series.size();
    std::size_t most = works;
    for (const StressedDevice& device : result.devices) most = std::max(most, device.series.size());
    for (std::size_t s = 0; s < most; ++s)
        for (std::size_t d = 0; d < result.devices.size(); ++d)
            if (s < result.devices[d].series.size() && !result.devices[d].series[s].samples.empty())
                cells.push_back(series_cells(result, terms, d, result.devices[d].series[s]));
    return cells;
}

std::vector<std::vector<std::string>> spread_cells(const StressResult& result) {
    std::vector<std::vector<std::string>> cells{{"kernel", "devices", "slowest", "fastest", "spread"}};
    for (const StressSpread& found : stress_spreads(result))
        cells.push_back({found.kernel, found.name, place_of(found.slowest), place_of(found.fastest),
                         percent(found.share) + " %"});
    return cells;
}

}  // namespace hgctl
