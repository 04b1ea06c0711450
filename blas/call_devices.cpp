#include "blas/call_devices.hpp"

#include <algorithm>

#include "blas/call_policy.hpp"
#include "runtime/machine/log.hpp"

namespace hg {

CallDevices::CallDevices(Session& session, ElementType type, bool host_helps)
    : session_(session),
      type_(type),
      host_helps_(host_helps),
      left_out_(session.machine().device_count(), false) {
    session.recover_devices();
    for (std::size_t d = 0; d < left_out_.size(); ++d) left_out_[d] = !session.machine().available(d);
    choose();
}

void CallDevices::choose() {
    key_.clear();
    for (std::size_t d = 0; d < left_out_.size(); ++d)
        if (left_out_[d]) key_.append(key_.empty() ? " without " : ",").append(std::to_string(d));
    // With nothing left out, it is for the builder to say what the devices lack.
    on_host_ = !key_.empty() && !any_computes();
    if (on_host_) key_ = " on the host";
}

bool CallDevices::any_computes() const {
    for (std::size_t d = 0; d < left_out_.size(); ++d)
        if (!left_out_[d] && (type_ != ElementType::f64 || session_.machine().device(d).has_f64)) return true;
    return false;
}

Target CallDevices::target() {
    if (on_host_) return session_.host_machine().target();
    Target target = session_.division_target();
    for (std::size_t d = 0; d < left_out_.size(); ++d) target.devices[d].available = !left_out_[d];
    const auto is_host = [](const DeviceModel& device) { return device.traits.is_host; };
    if (host_helps_ && std::none_of(target.devices.begin(), target.devices.end(), is_host))
        target.devices.push_back(session_.machine().target_with_host().devices.back());
    return target;
}

Program CallDevices::program(const std::string& key, const std::function<Program(const Target&)>& build) {
    return session_.program(key + key_, [&] { return build(target()); });
}

void CallDevices::run(const Program& program, const Bindings& bindings, RunJournal& journal) {
    session_.run(on_host_ ? session_.host_machine() : session_.machine(), program, bindings, &journal);
}

void CallDevices::leave_out_failed(const RunJournal& journal, const Error& error) {
    if (error.code() != ErrorCode::device_lost && error.code() != ErrorCode::device_failed) throw error;
    if (on_host_)
        throw Error(error.code(),
                    "no device is left for this call, the last was the host: " + error.message(),
                    error.context());
    const std::vector<bool> before = left_out_;
    for (std::size_t d = 0; d < left_out_.size(); ++d)
        if (journal.failed(static_cast<DeviceIndex>(d))) left_out_[d] = true;
    if (left_out_ == before) throw error;
    choose();
    log(LogLevel::warn, std::string(error.what()) + "; what it left undone goes to " + names());
}

bool CallDevices::others_go_on(const RunJournal& journal, const Error& error, bool cpu_takes) {
    try {
        leave_out_failed(journal, error);
        return true;
    } catch (const Error& last) {
        if (!CallPolicy::current().cpu_finishes || !cpu_takes) throw;
        log(LogLevel::warn, std::string(last.what()) + "; what it left undone the CPU's BLAS does");
        return false;
    }
}

std::string CallDevices::names() const {
    if (on_host_) return "the host device";
    std::string names;
    for (std::size_t d = 0; d < left_out_.size(); ++d)
        if (!left_out_[d])
            names.append(names.empty() ? "" : ", ").append(session_.machine().target().devices[d].name);
    return names;
}

}  // namespace hg
