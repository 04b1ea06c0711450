#include "peer.hpp"

#include "runtime/program/error.hpp"

namespace hgctl {

std::unique_ptr<Peer> load_peer(const std::string& name, const hg::DeviceInfo& device, std::string& reason) {
    if (name == "clblast") return load_clblast(device, reason);
    if (name == "openblas") return load_openblas(reason);
    throw hg::Error(hg::ErrorCode::invalid_argument,
                    "no peer is called '" + name + "'; clblast and openblas are");
}

}  // namespace hgctl
