#include "tools/peers/plugin.hpp"

#include "tools/peers/libraries/load.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

/// Libraries with headers alone are built in, if these were there when hg was built.
[[noreturn, maybe_unused]] void lack_headers(const std::string& package) {
    throw hg::Error(hg::ErrorCode::device_failed,
                    "hgctl was built without it, because its headers (" + package + ") were missing");
}

[[noreturn]] void refuse(const std::string& name) {
    throw hg::Error(hg::ErrorCode::invalid_argument, "no peer is called '" + name + "'");
}

class Plugin final : public PeerPlugin {
  public:
    std::unique_ptr<Peer> load(const std::string& name, const hg::DeviceInfo& device) const override {
        if (name == "clblast") return load_clblast(device);
        if (name == "viennacl") return load_viennacl(device);
        if (name == "openblas") return load_openblas();
        if (name == "cublas") return load_cublas();
        if (name == "cublasxt") return load_cublasxt();
        if (name == "cusolver") return load_cusolver();
        if (name == "nvblas") return load_nvblas();
        refuse(name);
    }
    std::unique_ptr<SparsePeer> load_sparse(const std::string& name,
                                            const hg::DeviceInfo& device) const override {
        if (name == "cusparse") return load_cusparse();
        if (name == "viennacl") return load_viennacl_sparse(device);
        refuse(name);
    }
    std::unique_ptr<TaskPeer> load_tasks(const std::string& name, int workers) const override {
        if (name == "starpu") return load_starpu(workers);
        if (name == "taskflow") return load_taskflow(workers);
        refuse(name);
    }
    std::unique_ptr<KernelPeer> load_kernels(const std::string& name) const override {
        if (name == "cuda") return load_nvrtc();
        refuse(name);
    }
};

}  // namespace

// Where a library is not built in, these stand for its own.
#ifndef HGCTL_VIENNACL
std::unique_ptr<Peer> load_viennacl(const hg::DeviceInfo& /*device*/) {
    lack_headers("Debian's libviennacl-dev");
}
std::unique_ptr<SparsePeer> load_viennacl_sparse(const hg::DeviceInfo& /*device*/) {
    lack_headers("Debian's libviennacl-dev");
}
#endif
#ifndef HGCTL_TASKFLOW
std::unique_ptr<TaskPeer> load_taskflow(int /*workers*/) {
    lack_headers("libtaskflow-cpp-dev, from Debian 13 on");
}
#endif
#ifndef HGCTL_STARPU
std::unique_ptr<TaskPeer> load_starpu(int /*workers*/) {
    lack_headers("Debian's libstarpu-dev");
}
#endif

}  // namespace hgctl

extern "C" __attribute__((visibility("default"))) const hgctl::PeerPlugin& hgctl_peer_plugin() {
    static const hgctl::Plugin plugin;
    return plugin;
}
