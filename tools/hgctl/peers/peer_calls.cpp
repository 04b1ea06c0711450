#include "tools/hgctl/peers/peer_calls.hpp"

namespace hgctl {

// What a call only reads is given as memory that may be written all the same: drivers pin it in place.

std::vector<PeerMatrix> PeerGemm::matrices() const {
    return {{const_cast<void*>(a), bytes_a(), false},
            {const_cast<void*>(b), bytes_b(), false},
            {c, bytes_c(), true}};
}

void PeerGemm::place(const std::vector<void*>& memory) {
    a = memory.at(0);
    b = memory.at(1);
    c = memory.at(2);
}

std::vector<PeerMatrix> PeerTrsm::matrices() const {
    return {{const_cast<void*>(a), bytes_a(), false}, {b, bytes_b(), true}};
}

void PeerTrsm::place(const std::vector<void*>& memory) {
    a = memory.at(0);
    b = memory.at(1);
}

std::vector<PeerMatrix> PeerLu::matrices() const {
    return {{a, bytes_a(), true}, {b, bytes_b(), true}};
}

void PeerLu::place(const std::vector<void*>& memory) {
    a = memory.at(0);
    b = memory.at(1);
}

}  // namespace hgctl
