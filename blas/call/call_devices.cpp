#include "blas/call/call_devices.hpp"

#include <algorithm>
#include <exception>
#include <new>
#include <optional>
#include <utility>

#include "blas/call/call_policy.hpp"
#include "blas/call/unfinished.hpp"
#include "blas/cost/host_choice.hpp"
#include "blas/cost/plan.hpp"
#include "blas/session/note_fall_back.hpp"
#include "runtime/threads/no_cancellation.hpp"

namespace hg {

CallDevices::CallDevices(Session& session, ElementType type, bool host_helps)
    : session_(session), type_(type), host_helps_(host_helps) {
    session.recover_devices();
    std::vector<bool> lost(session.machine().device_count(), false);
    for (std::size_t d = 0; d < lost.size(); ++d) lost[d] = !session.machine().available(d);
    choice_ = choose(std::move(lost));
}

CallDevices::Choice CallDevices::choose(std::vector<bool> left_out) const {
    Choice choice;
    for (std::size_t d = 0; d < left_out.size(); ++d)
        if (left_out[d]) choice.key.append(choice.key.empty() ? " without " : ",").append(std::to_string(d));
    // If no device was left out, the builder reports why the devices cannot run the call.
    choice.on_host = !choice.key.empty() && !any_computes(left_out);
    if (choice.on_host) choice.key = " on the host";
    choice.left_out = std::move(left_out);
    return choice;
}

bool CallDevices::any_computes(const std::vector<bool>& left_out) const {
    for (std::size_t d = 0; d < left_out.size(); ++d)
        if (!left_out[d] && (!needs_f64(type_) || session_.machine().device(d).has_f64)) return true;
    return false;
}

Target CallDevices::target() {
    if (choice_.on_host) return session_.host_machine().target();
    Target target = session_.division_target();
    for (std::size_t d = 0; d < choice_.left_out.size(); ++d)
        target.devices[d].available = !choice_.left_out[d];
    const auto is_host = [](const DeviceModel& device) { return device.traits.is_host; };
    if (host_helps_ && std::none_of(target.devices.begin(), target.devices.end(), is_host))
        target.devices.push_back(session_.machine().target_with_host().devices.back());
    return target;
}

Program CallDevices::program(const std::string& key, const std::function<Program(const Target&)>& build) {
    learned_ = choice_.on_host ? nullptr : session_.learned_times();
    if (!learned_) return session_.program(key + choice_.key, [&] { return build(target()); });
    key_ = key + choice_.key;
    kind_ = kind_of_call(key_);
    const LearnedTimes::Factors learned = learned_->factors(kind_);
    if (learned.edition > 0) key_.append(" edition ").append(std::to_string(learned.edition));
    return session_.program(key_, [&] {
        Target taught = target();
        taught.learned = learned.by_count;
        return build(taught);
    });
}

std::optional<LearnedTimes::Timer> CallDevices::timer() {
    if (!learned_) return std::nullopt;
    return std::optional<LearnedTimes::Timer>(std::in_place, *learned_);
}

void CallDevices::note_run(const Program& program, bool pinned,
                           const std::optional<LearnedTimes::Timer>& timer) noexcept {
    const double seconds = timer ? timer->seconds() : 0;
    if (seconds <= 0) return;
    const NoCancellation whole;  // this may write a file
    try {
        learned_->note_run(kind_, key_, seconds, [&]() -> LearnedTimes::Expected {
            return {devices_in_use(program), Simulator(target(), pinned)(program)};
        });
    } catch (const std::exception&) {
        return;
    }
}

bool CallDevices::are_worth_compiling(const Program& program, const GemmEquivalent& cost) {
    if (!CallPolicy::current().compilation_counts || choice_.on_host) return true;
    return session_.is_worth_compiling(program, session_.host_choice().gain(type_, cost));
}

void CallDevices::leave_out_failed(const RunJournal& journal, const Error& error) {
    if (!others_may_finish(error)) throw error;
    if (choice_.on_host)
        throw Error(error.code(),
                    "no device is left for this call, the last was the host: " + error.message(),
                    error.context());
    std::vector<bool> left_out = choice_.left_out;
    for (std::size_t d = 0; d < left_out.size(); ++d)
        if (journal.failed(static_cast<DeviceIndex>(d))) left_out[d] = true;
    if (left_out == choice_.left_out) throw error;
    choice_ = choose(std::move(left_out));
    try {
        note_fall_back(error, &session_.machine(), names());
    } catch (const std::bad_alloc&) {
        return;
    }
}

bool CallDevices::others_go_on(const RunJournal& journal, const Error& error, bool cpu_takes) {
    try {
        leave_out_failed(journal, error);
        return true;
    } catch (const std::exception&) {
        if (!CallPolicy::current().cpu_finishes || !cpu_takes) throw;
        note_fall_back(error, &machine(), "the CPU's BLAS");
        return false;
    }
}

std::string CallDevices::names() const {
    if (choice_.on_host) return "the host device";
    std::string names;
    for (std::size_t d = 0; d < choice_.left_out.size(); ++d)
        if (!choice_.left_out[d])
            names.append(names.empty() ? "" : ", ").append(session_.machine().target().devices[d].name);
    return names;
}

}  // namespace hg
