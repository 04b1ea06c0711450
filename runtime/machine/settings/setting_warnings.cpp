#include "runtime/machine/settings/setting_warnings.hpp"

#include <atomic>
#include <exception>

#include "runtime/machine/log.hpp"
#include "runtime/machine/settings/unknown_variables.hpp"

namespace hg {
namespace {

constinit std::atomic<bool> is_done{false};
constinit std::atomic<bool> dropin_warns{false};

}  // namespace

void leave_settings_to_dropin() noexcept {
    dropin_warns.store(true);
}

void warn_of_setting(const std::string& text) noexcept {
    dropin_warns.load() ? log_once(LogLevel::warn, text) : tell_once(LogLevel::warn, text);
}

void warn_of_unknown_variables() noexcept {
    if (dropin_warns.load() || is_done.exchange(true)) return;
    try {
        for (const std::string& text : unknown_variables()) tell_once(LogLevel::warn, text);
    } catch (const std::exception&) {
        // There is no memory for a warning.
    }
}

}  // namespace hg
