#include "tools/hgctl/bench/bench_columns.hpp"

#include <iostream>

#include "tools/hgctl/commands.hpp"
#include "tools/report/quantity.hpp"

namespace hgctl {

Columns<Samples> spread_columns() {
    return {{"", "median", kSeconds, &Samples::median},
            {"", "IQR", kPercent<1>, [](auto& samples) { return samples.spread(); }}};
}

Columns<Samples> sample_columns() {
    return {{"median_seconds", "", &Samples::median},
            {"quartiles_seconds", "", &Samples::quartiles},
            {"all_seconds", "", &Samples::seconds}};
}

Columns<ComparedPeer> peer_columns(const std::string& name, const RateWords& words, bool by_device) {
    const auto rate = [text = words.unit.text](const ComparedPeer& p) {
        const double number = p.amount / p.seconds;
        const std::string& variant = p.peer->variant;
        return Value(number, variant.empty() ? "" : text(number) + " (" + variant + ")");
    };
    Columns<ComparedPeer> columns{
        {"seconds", "", &ComparedPeer::seconds},
        {words.key, name, words.unit, rate},
        {"ratio", "ours/theirs", kFixed<2>, [](auto& p) { return p.seconds / p.ours; }},
        {"median_seconds", "", [](auto& p) { return p.peer->times.median(); }},
        {"quartiles_seconds", "", [](auto& p) { return p.peer->times.quartiles(); }},
        {"all_seconds", "", [](auto& p) { return p.peer->times.seconds; }},
        {"resident_seconds", "", [](auto& p) { return p.peer->resident_seconds; }},
        {"error", "", [](auto& p) { return p.peer->error; }},
        {"runs_on", "", [](auto& p) { return p.peer->runs_on; }},
        {"variant", "", [](auto& p) { return p.peer->variant; }}};
    if (by_device)
        columns.push_back(
            {"device_ratio", "by device", kFixed<2>, [](auto& p) { return p.seconds / p.ours_device; }});
    return columns;
}

std::vector<Curve> rate_curves(const std::vector<std::string>& peers, const RateWords& words) {
    std::vector<Curve> curves{{words.key, "hg"}};
    for (const std::string& name : peers)
        curves.push_back({"peers/" + name + "/" + words.key, name, kDashed});
    return curves;
}

int status_of(double error, const std::string& what) {
    if (error <= 1) return kGood;
    std::cerr << "hgctl: wrong result: " << what << (what.empty() ? "" : ", ") << "error " << rough(error)
              << " times the bound\n";
    return kCheckFailed;
}

void report_failures(const std::vector<PeerResult>& peers, const std::string& what) {
    for (const PeerResult& peer : peers)
        if (!peer.failure.empty())
            std::cerr << "hgctl: peer " << peer.name << " is left out of " << what << ": " << peer.failure
                      << '\n';
}

}  // namespace hgctl
