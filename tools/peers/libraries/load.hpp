#pragma once

#include <memory>

#include "tools/peers/peer.hpp"
#include <hg/runtime/machine/device.hpp>

namespace hgctl {

// The libraries, as PeerPlugin says.

std::unique_ptr<Peer> load_clblast(const hg::DeviceInfo& device);
std::unique_ptr<Peer> load_viennacl(const hg::DeviceInfo& device);
std::unique_ptr<Peer> load_openblas();
std::unique_ptr<Peer> load_cublas();
std::unique_ptr<Peer> load_cublasxt();
std::unique_ptr<Peer> load_cusolver();
std::unique_ptr<Peer> load_nvblas();

std::unique_ptr<SparsePeer> load_cusparse();
std::unique_ptr<SparsePeer> load_viennacl_sparse(const hg::DeviceInfo& device);

std::unique_ptr<KernelPeer> load_nvrtc();

std::unique_ptr<TaskPeer> load_starpu(int workers);
std::unique_ptr<TaskPeer> load_taskflow(int workers);

}  // namespace hgctl
