#include "peer.hpp"

#include <algorithm>
#include <iostream>

#include "runtime/program/error.hpp"

namespace hgctl {

void PeerResult::add(const PeerTime& time) {
    times.seconds.push_back(time.seconds);
    if (time.resident_seconds)
        resident_seconds =
            std::min(*time.resident_seconds, resident_seconds.value_or(*time.resident_seconds));
}

std::unique_ptr<Peer> load_peer(const std::string& name, const hg::DeviceInfo& device, std::string& reason) {
    if (name == "clblast") return load_clblast(device, reason);
    if (name == "openblas") return load_openblas(reason);
    throw hg::Error(hg::ErrorCode::invalid_argument,
                    "no peer is called '" + name + "'; clblast and openblas are");
}

std::vector<std::unique_ptr<Peer>> load_peers(const std::vector<std::string>& names,
                                              const hg::DeviceInfo& device) {
    std::vector<std::unique_ptr<Peer>> peers;
    for (const std::string& name : names) {
        std::string reason;
        if (auto peer = load_peer(name, device, reason))
            peers.push_back(std::move(peer));
        else
            std::cerr << "hgctl: peer " << name << " is left out: " << reason << '\n';
    }
    return peers;
}

}  // namespace hgctl
