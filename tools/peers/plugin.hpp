#pragma once

#include <memory>
#include <string>

#include "tools/peers/peer.hpp"
#include <hg/runtime/machine/device.hpp>

namespace hgctl {

/// What libhgctl_peers.so offers: other libraries by their names on command lines. A function throws
/// hg::Error if the library is not installed or cannot run here, and for a name that no library has.
class PeerPlugin {
  public:
    PeerPlugin() = default;
    PeerPlugin(const PeerPlugin&) = delete;
    PeerPlugin& operator=(const PeerPlugin&) = delete;
    virtual ~PeerPlugin() = default;

    /// BLAS and LAPACK, on hg's device if the library takes one.
    [[nodiscard]] virtual std::unique_ptr<Peer> load(const std::string& name,
                                                     const hg::DeviceInfo& device) const = 0;
    /// Products of sparse matrices, likewise.
    [[nodiscard]] virtual std::unique_ptr<SparsePeer> load_sparse(const std::string& name,
                                                                  const hg::DeviceInfo& device) const = 0;
    /// Graphs of tasks, with so many threads that do tasks.
    [[nodiscard]] virtual std::unique_ptr<TaskPeer> load_tasks(const std::string& name,
                                                               int workers) const = 0;
    /// hg's own kernels by another compiler, on its first device.
    [[nodiscard]] virtual std::unique_ptr<KernelPeer> load_kernels(const std::string& name) const = 0;
};

/// The function of the plugin that returns it.
using PeerPluginEntry = const PeerPlugin&();
inline constexpr const char* kPeerPluginEntry = "hgctl_peer_plugin";

}  // namespace hgctl
