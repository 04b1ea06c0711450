#include "tools/hgctl/peer_loader.hpp"

#include <dlfcn.h>

#include <filesystem>
#include <iostream>
#include <system_error>
#include <type_traits>

#include "tools/peers/plugin.hpp"

namespace hgctl {
namespace {

/// The plugin, or why there is none.
struct LoadedPlugin {
    const PeerPlugin* plugin = nullptr;
    std::string reason;
};

LoadedPlugin load_plugin() {
    constexpr const char* kFile = "libhgctl_peers.so";
    std::error_code error;
    const std::filesystem::path own = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
    if (error) return {nullptr, "hgctl does not know its own folder: " + error.message()};
    std::filesystem::path file = own / kFile;
    if (!std::filesystem::exists(file, error)) file = (own / HGCTL_PLUGIN_FOLDER / kFile).lexically_normal();
    void* const handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (handle == nullptr) return {nullptr, std::string("hgctl's plugin does not load: ") + dlerror()};
    auto* const entry = reinterpret_cast<PeerPluginEntry*>(dlsym(handle, kPeerPluginEntry));
    if (entry == nullptr) return {nullptr, file.string() + " is no plugin of hgctl's"};
    return {&entry(), {}};
}

/// What the plugin loads by `load`, one of its functions, for each name.
template <class Made, class What>
std::vector<std::unique_ptr<Made>> load_all(
    const std::vector<std::string>& names,
    std::unique_ptr<Made> (PeerPlugin::*load)(const std::string&, What, std::string&) const,
    std::type_identity_t<What> what, std::vector<std::string>& left_out) {
    std::vector<std::unique_ptr<Made>> peers;
    if (names.empty()) return peers;
    static const LoadedPlugin loaded = load_plugin();
    for (const std::string& name : names) {
        std::string reason = loaded.reason;
        std::unique_ptr<Made> peer;
        if (loaded.plugin != nullptr) peer = (loaded.plugin->*load)(name, what, reason);
        if (peer)
            peers.push_back(std::move(peer));
        else
            left_out.emplace_back(name).append(" is left out: ").append(reason);
    }
    return peers;
}

}  // namespace

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

const std::vector<std::string>& sparse_peers() {
    static const std::vector<std::string> names{"cusparse", "viennacl"};
    return names;
}

const std::vector<std::string>& task_peers() {
    static const std::vector<std::string> names{"starpu", "taskflow"};
    return names;
}

std::vector<std::unique_ptr<Peer>> load_peers(const std::vector<std::string>& names,
                                              const hg::DeviceInfo& device) {
    std::vector<std::string> left_out;
    auto peers = load_all(names, &PeerPlugin::load, device, left_out);
    report_left_out(left_out);
    return peers;
}

std::vector<std::unique_ptr<SparsePeer>> load_sparse_peers(const std::vector<std::string>& names,
                                                           const hg::DeviceInfo& device) {
    std::vector<std::string> left_out;
    auto peers = load_all(names, &PeerPlugin::load_sparse, device, left_out);
    report_left_out(left_out);
    return peers;
}

std::vector<std::unique_ptr<TaskPeer>> load_task_peers(const std::vector<std::string>& names, int workers,
                                                       std::vector<std::string>& left_out) {
    return load_all(names, &PeerPlugin::load_tasks, workers, left_out);
}

void report_left_out(const std::vector<std::string>& left_out) {
    for (const std::string& line : left_out) std::cerr << "hgctl: peer " << line << '\n';
}

}  // namespace hgctl
