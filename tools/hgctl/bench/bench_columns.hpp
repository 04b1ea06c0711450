#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/hgctl/bench/peer_turns.hpp"
#include "tools/report/comparison/comparable.hpp"
#include "tools/report/quantity.hpp"
#include "tools/report/report.hpp"
#include "tools/workload/timing/samples.hpp"

namespace hgctl {

/// How reports say what rates count.
struct RateWords {
    const char* key;  ///< of 1e9 a second, in files
    Unit unit;
    const char* limits;  ///< what T* is
};
inline constexpr RateWords kFlopsWords{"gflops", kFlopsRate, "kernels, links and host copies allow"};
inline constexpr RateWords kBytesWords{"gb_per_second", kBytesRate,
                                       "the host's memory beyond its caches or the links allow"};

/// What people read of samples: their median, and the interquartile range in per cent of it.
Columns<Samples> spread_columns();
/// What files have of them: the median, the quartiles, and all.
Columns<Samples> sample_columns();

/// Adds columns of the samples that a row has: of(row) is their address. Rows without samples lack the
/// figures. Keys end in /NAME unless the name is empty.
template <class Row, class Of>
void add_samples(Columns<Row>& columns, const Columns<Samples>& parts, const Of& of,
                 const std::string& name = "") {
    for (const Column<Samples>& part : parts)
        columns.push_back({part.key + (name.empty() || part.key.empty() ? "" : "/" + name), part.title,
                           part.unit, [of, get = part.value](const Row& row) {
                               const Samples* const samples = of(row);
                               return samples->seconds.empty() ? Value::absent() : get(*samples);
                           }});
}

/// A peer beside what hg did in the same row.
struct ComparedPeer {
    const PeerResult* peer = nullptr;
    double amount = 0;       ///< what rates count
    double seconds = 0;      ///< of the peer
    double ours = 0;         ///< of hg, by the host's clock
    double ours_device = 0;  ///< likewise by the device's; 0: not compared
};

/// The figures of a peer: its rate under its name, and how much longer it took.
Columns<ComparedPeer> peer_columns(const std::string& name, const RateWords& words, bool by_device);

/// Adds the columns of all peers, "peers/NAME/..." in files. compare(row, peer) is a ComparedPeer of one of
/// the row's results.
template <class Row, class Compare>
void add_peers(Columns<Row>& columns, const std::vector<std::string>& names, const RateWords& words,
               const Compare& compare, bool by_device = false) {
    columns.push_back({"peers", "", [](auto&) { return Json::object(); }});
    for (const std::string& name : names)
        add_part(columns, "peers/" + name, peer_columns(name, words, by_device),
                 [=](const Row& row) -> std::optional<ComparedPeer> {
                     const PeerResult* const peer = find_peer(row.result.peers, name);
                     if (peer == nullptr) return {};
                     return compare(row, *peer);
                 });
}

/// Lines of a plot: hg's rates, and those of all peers.
std::vector<Curve> rate_curves(const std::vector<std::string>& peers, const RateWords& words);

/// Says on standard error that a result is wrong if its error is above its bound, and returns the status that
/// this makes.
int status_of(double error, const std::string& what);
/// Likewise which peers were left out of a row.
void report_failures(const std::vector<PeerResult>& peers, const std::string& what);

}  // namespace hgctl
