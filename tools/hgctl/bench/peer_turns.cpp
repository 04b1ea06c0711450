#include "tools/hgctl/bench/peer_turns.hpp"

#include <algorithm>
#include <utility>

#include <hg/runtime/program/error.hpp>

namespace hgctl {

const PeerResult* find_peer(const std::vector<PeerResult>& peers, const std::string& name) {
    for (const PeerResult& peer : peers)
        if (peer.name == name && peer.failure.empty()) return &peer;
    return nullptr;
}

PeerTurns::PeerTurns(Peer& peer, int devices, Run run) : peer_(peer), run_(std::move(run)) {
    result_.name = peer.name();
    result_.runs_on = peer.runs_on(devices);
}

PeerTime PeerTurns::run(std::size_t variant) {
    const PeerTime time = run_(peer_, variant);
    if (time.resident_seconds)
        result_.resident_seconds =
            std::min(*time.resident_seconds, result_.resident_seconds.value_or(*time.resident_seconds));
    return time;
}

PeerTime PeerTurns::try_variants() {
    const std::vector<std::string> variants = peer_.variants();
    PeerTime best = run(0);
    variant_ = 0;
    for (std::size_t v = 1; v < variants.size(); ++v)
        if (const PeerTime time = run(v); time.seconds < best.seconds) {
            best = time;
            variant_ = v;
        }
    result_.variant = variants[*variant_];
    return best;
}

void PeerTurns::take(bool counts) {
    if (!succeeded()) return;
    try {
        const PeerTime time = variant_ ? run(*variant_) : try_variants();
        if (counts) result_.times.seconds.push_back(time.seconds);
    } catch (const hg::Error& error) {
        result_.failure = error.what();
        result_.times.seconds.clear();
    }
}

}  // namespace hgctl
