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
        "this process was forked from one that had used hg's devices, so it has none: its calls run on the "
        "CPU BLAS if sizes fit in 32 bits. Fork before the first call of hg, or call exec in the child");
}

}  // namespace hg
