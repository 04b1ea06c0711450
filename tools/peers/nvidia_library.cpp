#include "tools/peers/nvidia_library.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include "tools/cli/stopwatch.hpp"

namespace hgctl {
namespace {

/// CUDA's own folder comes after where the system looks.
std::vector<std::string> files_of(std::string name, const std::vector<int>& versions) {
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
    std::vector<std::string> files;
    for (const char* const folder : {"", "/usr/local/cuda/lib64/"}) {
        const std::string file = folder + ("lib" + name + ".so");
        files.push_back(file);
        for (const int version : versions) files.push_back(file + "." + std::to_string(version));
    }
    return files;
}

}  // namespace

NvidiaLibrary::NvidiaLibrary(std::string name, const std::vector<int>& versions)
    : SharedLibrary(files_of(name, versions)), name_(std::move(name)) {}

std::string NvidiaLibrary::devices_text(int devices) const {
    return (devices > 1 ? std::to_string(devices) + " x " : "") + driver.device_name(0);
}

void NvidiaLibrary::require_devices(int devices) const {
    if (devices > driver.device_count())
        throw hg::Error(hg::ErrorCode::device_failed, "NVIDIA's driver offers " +
                                                          std::to_string(driver.device_count()) + " of " +
                                                          std::to_string(devices) + " devices");
}

void NvidiaLibrary::require(int status, const std::string& what) const {
    if (status != 0)
        throw hg::Error(hg::ErrorCode::device_failed,
                        name_ + ": " + what + " failed with status " + std::to_string(status));
}

NvidiaHandle NvidiaLibrary::make_handle(const std::string& create, const std::string& destroy) {
    int (*const make)(void**) = need(create);
    int (*const end)(void*) = need(destroy);
    driver.use(0);
    void* handle = nullptr;
    require(make(&handle), create);
    return {handle, end};
}

PeerTime NvidiaHostPeer::run(const ListedCall& call, std::size_t variant) {
    library_.driver.use(0);
    library_.require_devices(call.devices);
    const ListedCall used = matrices_.begin(call);
    std::vector<void*> memory;
    for (const ListedOperand* const operand : used.operands()) memory.push_back(operand->data);
    const std::function<void()> work = prepare(used, memory, variant);
    Stopwatch watch;
    work();
    const double seconds = watch.lap();
    matrices_.end();
    return {seconds, std::nullopt};
}

}  // namespace hgctl
