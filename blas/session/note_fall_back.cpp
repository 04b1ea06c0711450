#include "blas/session/note_fall_back.hpp"

#include <algorithm>
#include <mutex>
#include <new>
#include <utility>

#include "runtime/machine/log.hpp"
#include "runtime/machine/process_life.hpp"
#include "runtime/program/base/no_destructor.hpp"
#include "runtime/program/base/one_line.hpp"
#include <hg/blas/fall_back.hpp>
#include <hg/runtime/machine/machine.hpp>

namespace hg {
namespace {

constexpr std::size_t kMost = 100;

struct Known {
    std::mutex mutex;
    /// With the message of the error. It tells them apart, because what compilers say may contain names of
    /// temporary files.
    std::vector<std::pair<std::string, FallBack>> list;
};

Known& known() {
    static NoDestructor<Known> instance;
    return *instance;
}

/// Returns "gpu0 (NVIDIA H200)", without the driver's name if the machine is unknown.
std::string device_text(const Error& error, const Machine* machine) {
    const std::string& name = error.context().device;
    if (name.empty()) return "a device";
    if (machine == nullptr) return name;
    const std::vector<DeviceModel>& devices = machine->target().devices;
    for (std::size_t d = 0; d < devices.size(); ++d)
        if (devices[d].name == name) return name + " (" + machine->device(d).name + ")";
    return name;
}

/// Returns true if the fall-back is new and there is room for it.
bool add(const std::string& message, const FallBack& fall_back) {
    Known& all = known();
    const std::lock_guard lock(all.mutex);
    for (auto& [known_message, other] : all.list)
        if (known_message == message && other.device == fall_back.device &&
            other.finished_by == fall_back.finished_by)
            return ++other.times, false;
    if (all.list.size() >= kMost) return false;
    all.list.emplace_back(message, fall_back);
    return true;
}

}  // namespace

std::vector<FallBack> fall_backs() {
    // Another thread of the parent may have held the lock.
    if (devices_are_of_parent()) return {};
    const std::lock_guard lock(known().mutex);
    std::vector<FallBack> list;
    for (const auto& [message, fall_back] : known().list) list.push_back(fall_back);
    return list;
}

void note_fall_back(const Error& error, const Machine* machine, std::string_view finished_by) noexcept {
    if (devices_are_of_parent()) return;
    try {
        const FallBack fall_back{device_text(error, machine), one_line(error), std::string(finished_by)};
        if (add(error.message(), fall_back))
            tell_once(LogLevel::warn, fall_back.device + ": " + fall_back.reason + "; " +
                                          fall_back.finished_by + " did the work (said once)");
        log(LogLevel::info, std::string(error.what()) + "; its work goes to " + fall_back.finished_by);
    } catch (const std::bad_alloc&) {
        return;
    }
}

}  // namespace hg
