#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tools/peers/peer.hpp"
#include <hg/runtime/machine/device.hpp>

namespace hgctl {

// Other libraries, from the plugin libhgctl_peers.so beside hgctl or in lib/hg. It is loaded when the first
// of them is asked for.

using PeerNames = const std::vector<std::string>;

inline PeerNames kNoPeers;
/// The peers that multiply matrices.
inline PeerNames kGemmPeers{"clblast", "viennacl", "openblas", "cublas", "cublasxt", "nvblas"};
/// Those that have the rest of level 3.
inline PeerNames kLevel3Peers{"clblast", "openblas", "cublas", "cublasxt"};
/// Those that have levels 1 and 2, from and to host memory.
inline PeerNames kVectorPeers{"openblas", "cublas"};
/// Those that have them in the memory of what they compute on.
inline PeerNames kResidentPeers{"clblast", "openblas", "cublas"};
/// Those that factor a matrix.
inline PeerNames kFactorPeers{"openblas", "cusolver"};
/// Those that multiply sparse matrices.
inline PeerNames kSparsePeers{"cusparse", "viennacl"};
/// The compilers of hg's own kernels.
inline PeerNames kKernelPeers{"cuda"};
/// Those that run graphs of tasks.
inline PeerNames kTaskPeers{"starpu", "taskflow"};

/// The peers of these names that are there. What is left out is told on standard error, with the reason.
std::vector<std::unique_ptr<Peer>> load_peers(const std::vector<std::string>& names,
                                              const hg::DeviceInfo& device);
std::vector<std::unique_ptr<SparsePeer>> load_sparse_peers(const std::vector<std::string>& names,
                                                           const hg::DeviceInfo& device);
std::vector<std::unique_ptr<KernelPeer>> load_kernel_peers(const std::vector<std::string>& names);
/// Each with `workers` threads that do tasks; `left_out` gets a line for each of the others.
std::vector<std::unique_ptr<TaskPeer>> load_task_peers(const std::vector<std::string>& names, int workers,
                                                       std::vector<std::string>& left_out);

/// Names what was left out on standard error.
void report_left_out(const std::vector<std::string>& left_out);

}  // namespace hgctl
