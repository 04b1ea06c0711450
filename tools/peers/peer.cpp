#include "tools/peers/peer.hpp"

#include <iostream>

#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

[[noreturn]] void lacks(const Peer& peer, const char* routine) {
    throw hg::Error(hg::ErrorCode::device_failed, peer.name() + " has no " + routine);
}

}  // namespace

PeerTime Peer::multiply(const PeerGemm& /*call*/, std::size_t /*variant*/) {
    lacks(*this, "gemm");
}

PeerTime Peer::compute(const PeerLevel3& call, std::size_t /*variant*/) {
    lacks(*this, name_of(call.routine));
}

PeerTime Peer::factor(const PeerFactorization& call, std::size_t /*variant*/) {
    lacks(*this, name_of(call.routine));
}

PeerTime Peer::apply(const PeerVectors& /*call*/) {
    lacks(*this, "routines of levels 1 and 2");
}

std::vector<double> Peer::repeat(const ResidentCall& /*call*/) {
    lacks(*this, "routines of levels 1 and 2");
}

const std::vector<std::string>& no_peers() {
    static const std::vector<std::string> names;
    return names;
}

const std::vector<std::string>& gemm_peers() {
    static const std::vector<std::string> names{"clblast", "viennacl", "openblas",
                                                "cublas",  "cublasxt", "nvblas"};
    return names;
}

const std::vector<std::string>& level3_peers() {
    static const std::vector<std::string> names{"clblast", "openblas", "cublas", "cublasxt"};
    return names;
}

const std::vector<std::string>& vector_peers() {
    static const std::vector<std::string> names{"openblas", "cublas"};
    return names;
}

const std::vector<std::string>& resident_peers() {
    static const std::vector<std::string> names{"clblast", "openblas", "cublas"};
    return names;
}

const std::vector<std::string>& factor_peers() {
    static const std::vector<std::string> names{"openblas", "cusolver"};
    return names;
}

std::unique_ptr<Peer> load_peer(const std::string& name, const hg::DeviceInfo& device, std::string& reason) {
    if (name == "clblast") return load_clblast(device, reason);
    if (name == "viennacl") return load_viennacl(device, reason);
    if (name == "openblas") return load_openblas(reason);
    if (name == "cublas") return load_cublas(reason);
    if (name == "cublasxt") return load_cublasxt(reason);
    if (name == "cusolver") return load_cusolver(reason);
    if (name == "nvblas") return load_nvblas(reason);
    throw hg::Error(hg::ErrorCode::invalid_argument, "no peer is called '" + name + "'");
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
