#include "tools/peers/peer_calls.hpp"

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

std::vector<PeerMatrix> PeerLevel3::matrices() const {
    std::vector<PeerMatrix> list;
    for (const Operand& x : operands) list.push_back({x.data, bytes(x), false});
    list.back().written = true;
    return list;
}

void PeerLevel3::place(const std::vector<void*>& memory) {
    for (std::size_t i = 0; i < operands.size(); ++i) operands[i].data = memory.at(i);
}

const char* name_of(PeerLevel3::Routine routine) noexcept {
    constexpr const char* kNames[] = {"symm", "hemm", "syrk", "herk", "syr2k", "her2k", "trmm", "trsm"};
    return kNames[static_cast<int>(routine)];
}

void PeerVectors::place(const std::vector<void*>& memory) {
    for (std::size_t i = 0; i < operands.size(); ++i) operands[i].data = memory.at(i);
}

std::vector<void*> PeerVectors::addresses() const {
    std::vector<void*> list;
    for (const Operand& x : operands) list.push_back(x.data);
    return list;
}

std::vector<PeerMatrix> PeerFactorization::matrices() const {
    return {{a, bytes_a(), !has_factors()}, {b, bytes_b(), true}};
}

void PeerFactorization::place(const std::vector<void*>& memory) {
    a = memory.at(0);
    b = memory.at(1);
}

const char* name_of(PeerFactorization::Routine routine) noexcept {
    constexpr const char* kNames[] = {"getrf", "getrs", "gesv", "potrf", "geqrf"};
    return kNames[static_cast<int>(routine)];
}

}  // namespace hgctl
