#include "tools/hgctl/peer_loader.hpp"

#include <dlfcn.h>

#include <filesystem>
#include <iostream>
#include <system_error>
#include <type_traits>

#include "tools/peers/plugin.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

[[noreturn]] void fail(const std::string& reason) {
    throw hg::Error(hg::ErrorCode::device_failed, reason);
}

const PeerPlugin& load_plugin() {
    constexpr const char* kFile = "libhgctl_peers.so";
    std::error_code error;
    const std::filesystem::path own = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
    if (error) fail("hgctl cannot find its own folder: " + error.message());
    std::filesystem::path file = own / kFile;
    if (!std::filesystem::exists(file, error)) file = (own / HGCTL_PLUGIN_FOLDER / kFile).lexically_normal();
    void* const handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (handle == nullptr) fail(std::string("hgctl's plugin does not load: ") + dlerror());
    auto* const entry = reinterpret_cast<PeerPluginEntry*>(dlsym(handle, kPeerPluginEntry));
    if (entry == nullptr) fail(file.string() + " is not a plugin of hgctl");
    return entry();
}

/// (plugin.*load)(name, where...) for each name.
template <class Made, class... Where>
std::vector<std::unique_ptr<Made>> load_all(std::unique_ptr<Made> (PeerPlugin::*load)(const std::string&,
                                                                                      Where...) const,
                                            const std::vector<std::string>& names,
                                            std::vector<std::string>& left_out,
                                            std::type_identity_t<Where>... where) {
    std::vector<std::unique_ptr<Made>> peers;
    for (const std::string& name : names) {
        try {
            static const PeerPlugin& plugin = load_plugin();
            peers.push_back((plugin.*load)(name, where...));
        } catch (const hg::Error& error) {
            left_out.push_back(name + " is left out: " + error.what());
        }
    }
    return peers;
}

}  // namespace

std::vector<std::unique_ptr<Peer>> load_peers(const std::vector<std::string>& names,
                                              const hg::DeviceInfo& device) {
    std::vector<std::string> left_out;
    auto peers = load_all(&PeerPlugin::load, names, left_out, device);
    report_left_out(left_out);
    return peers;
}

std::vector<std::unique_ptr<SparsePeer>> load_sparse_peers(const std::vector<std::string>& names,
                                                           const hg::DeviceInfo& device) {
    std::vector<std::string> left_out;
    auto peers = load_all(&PeerPlugin::load_sparse, names, left_out, device);
    report_left_out(left_out);
    return peers;
}

std::vector<std::unique_ptr<KernelPeer>> load_kernel_peers(const std::vector<std::string>& names) {
    std::vector<std::string> left_out;
    auto peers = load_all(&PeerPlugin::load_kernels, names, left_out);
    report_left_out(left_out);
    return peers;
}

std::vector<std::unique_ptr<TaskPeer>> load_task_peers(const std::vector<std::string>& names, int workers,
                                                       std::vector<std::string>& left_out) {
    return load_all(&PeerPlugin::load_tasks, names, left_out, workers);
}

void report_left_out(const std::vector<std::string>& left_out) {
    for (const std::string& line : left_out) std::cerr << "hgctl: peer " << line << '\n';
}

}  // namespace hgctl
