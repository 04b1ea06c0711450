#include "tools/peers/plugin.hpp"

#include "tools/peers/libraries/load.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

[[noreturn]] void refuse(const std::string& name) {
    throw hg::Error(hg::ErrorCode::invalid_argument, "no peer is called '" + name + "'");
}

class Plugin final : public PeerPlugin {
  public:
    std::unique_ptr<Peer> load(const std::string& name, const hg::DeviceInfo& device,
                               std::string& reason) const override {
        if (name == "clblast") return load_clblast(device, reason);
        if (name == "viennacl") return load_viennacl(device, reason);
        if (name == "openblas") return load_openblas(reason);
        if (name == "cublas") return load_cublas(reason);
        if (name == "cublasxt") return load_cublasxt(reason);
        if (name == "cusolver") return load_cusolver(reason);
        if (name == "nvblas") return load_nvblas(reason);
        refuse(name);
    }
    std::unique_ptr<SparsePeer> load_sparse(const std::string& name, const hg::DeviceInfo& device,
                                            std::string& reason) const override {
        if (name == "cusparse") return load_cusparse(reason);
        if (name == "viennacl") return load_viennacl_sparse(device, reason);
        refuse(name);
    }
    std::unique_ptr<TaskPeer> load_tasks(const std::string& name, int workers,
                                         std::string& reason) const override {
        if (name == "starpu") return load_starpu(workers, reason);
        if (name == "taskflow") return load_taskflow(workers, reason);
        refuse(name);
    }
};

}  // namespace
}  // namespace hgctl

extern "C" __attribute__((visibility("default"))) const hgctl::PeerPlugin& hgctl_peer_plugin() {
    static const hgctl::Plugin plugin;
    return plugin;
}
