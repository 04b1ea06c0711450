#include "blas/session/session_machines.hpp"

#include <utility>

namespace hg {

SessionMachines::SessionMachines(std::unique_ptr<Machine> devices, std::unique_ptr<Machine> host) noexcept
    : devices_(std::move(devices)), host_(std::move(host)) {}

Machine& SessionMachines::devices() const {
    if (!devices_) throw none();
    return *devices_;
}

Machine& SessionMachines::host() {
    std::call_once(making_host_, [this] {
        MachineOptions options;
        options.devices = "host";
        if (!host_) host_ = std::make_unique<Machine>(options);
        host_made_ = host_.get();
    });
    return *host_;
}

void SessionMachines::trim() {
    if (devices_) devices_->trim();
    if (Machine* const host = host_made_) host->trim();
}

Error SessionMachines::none() {
    return Error(
        ErrorCode::device_lost,
        "this process was made by fork from one that has used hg's devices, and has none itself: the "
        "CPU's BLAS does its calls if sizes fit 32 bits. Fork before the first call of hg, or have "
        "the child exec");
}

}  // namespace hg
