#include "tools/peers/peer.hpp"

#include <hg/runtime/program/error.hpp>

namespace hgctl {

std::vector<double> Peer::repeat(const ListedCall& call) {
    lacks(call);
}

void Peer::lacks(const ListedCall& call) const {
    throw hg::Error(hg::ErrorCode::device_failed, name() + " has no " + call.routine);
}

}  // namespace hgctl
