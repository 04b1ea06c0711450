#include "tools/hgctl/probe/peak_report.hpp"

#include <ostream>

#include "tools/report/quantity.hpp"
#include "tools/report/table.hpp"

namespace hgctl {
namespace {

using hg::kernels::PeakLatencies;
using hg::kernels::PeakRate;
using hg::kernels::PeakSurvey;

/// Operations on integers are no flops.
bool counts_integers(const PeakRate& rate) {
    return rate.type.starts_with('i');
}

std::string rate_text(const PeakRate& rate) {
    const bool tera = rate.rate >= 1e12;
    return fixed(rate.rate / (tera ? 1e12 : 1e9), tera ? 2 : 1) + (tera ? " T" : " G") +
           (counts_integers(rate) ? "OP/s" : "FLOP/s");
}

/// Of double to single precision; 0 if one of them is not known.
double ratio(const PeakSurvey& survey) {
    const double single = survey.best("fma", "f32");
    return single > 0 ? survey.best("fma", "f64") / single : 0;
}

std::string latency_text(double seconds) {
    return seconds > 0 ? seconds_text(seconds) : "-";
}

Json known(double value) {
    return value > 0 ? Json(value) : Json();
}

Json latencies_json(const PeakLatencies& l) {
    return {{"launch", known(l.launch)},
            {"event", known(l.event)},
            {"kernel", known(l.kernel)},
            {"group_barrier", known(l.group_barrier)}};
}

}  // namespace

void print_peak(std::ostream& out, const PeakRun& run) {
    for (const PeakOfDevice& device : run.devices) {
        out << device.name << ", driver " << device.driver << "\n\n";
        Table table({"unit", "type", "vector", "rate", "of the maker's"}, {0, 1});
        for (const PeakRate& r : device.survey.rates)
            table.add({r.unit, r.type, r.vector > 0 ? std::to_string(r.vector) : "-", rate_text(r),
                       r.makers > 0 ? fixed(100 * r.rate / r.makers, 1) + " %" : "-"});
        if (!device.survey.rates.empty()) {
            table.print(out);
            out << '\n';
        }
        if (const double both = ratio(device.survey); both > 0)
            out << "Double to single precision: " << fixed(both, 3) << '\n';
        const PeakLatencies& l = device.survey.latencies;
        out << "A launch in a row " << latency_text(l.launch) << ", launch to event " << latency_text(l.event)
            << ", an empty kernel " << latency_text(l.kernel) << ", a barrier between groups "
            << latency_text(l.group_barrier) << "\n\n";
    }
}

Json peak_json(const PeakRun& run) {
    Json devices = Json::array();
    for (const PeakOfDevice& device : run.devices) {
        Json rates = Json::array();
        for (const PeakRate& r : device.survey.rates)
            rates.push_back({{"unit", r.unit},
                             {"type", r.type},
                             {"vector", r.vector > 0 ? Json(r.vector) : Json()},
                             {"rate", r.rate},
                             {"makers", known(r.makers)},
                             {"kernel", r.kernel}});
        devices.push_back({{"name", device.name},
                           {"driver", device.driver},
                           {"rates", rates},
                           {"double_to_single", known(ratio(device.survey))},
                           {"latencies", latencies_json(device.survey.latencies)}});
    }
    return {{"devices", devices}, {"interrupted", run.interrupted}};
}

}  // namespace hgctl
