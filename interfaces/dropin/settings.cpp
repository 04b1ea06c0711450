#include "interfaces/dropin/settings.hpp"

#include <array>
#include <atomic>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>
#include <string_view>
#include <utility>

#include "runtime/machine/settings/unknown_variables.hpp"
#include "runtime/program/base/printable.hpp"

namespace hg::dropin {
namespace {

const char* variable(const char* name) noexcept {
    const char* const value = secure_getenv(name);
    return value == nullptr ? "" : value;
}

Offload offload_of(const char* value, std::string& faults) {
    const std::string_view text = value;
    if (text == "never") return Offload::never;
    if (text == "always") return Offload::always;
    if (!text.empty() && text != "auto")
        faults += "HG_OFFLOAD is '" + std::string(text) +
                  "', which is not one of never, always, auto; hg uses auto. ";
    return Offload::automatic;
}

std::int64_t least_order_of(std::string_view routine, std::string& faults) {
    const std::string name = "HG_OFFLOAD_MIN_" + std::string(routine);
    const std::string_view text = variable(name.c_str());
    std::int64_t order = -1;
    if (text.empty()) return order;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), order);
    if (error == std::errc{} && end == text.data() + text.size() && order >= 0) return order;
    faults += name + " is '" + std::string(text) +
              "'; it must be the order of a square matrix, 0 or more, for example 2000. hg ignores it. ";
    return -1;
}

/// What HG_REPORT asks for. A word such as yes is no file's name that anyone wants.
const char* report_of(const char* value, std::string& faults) {
    constexpr std::array<std::pair<std::string_view, const char*>, 6> kWords{
        {{"yes", "1"}, {"on", "1"}, {"true", "1"}, {"no", "0"}, {"off", "0"}, {"false", "0"}}};
    const std::string_view text = value;
    for (const auto& [word, meant] : kWords)
        if (text == word) {
            faults += "HG_REPORT is '" + std::string(text) +
                      "'; it must be 1 for a table, 0 for none, or a "
                      "file's name, for example report-%p.json. hg takes it as " +
                      meant + ". ";
            return meant;
        }
    return value;
}

/// The message about settings that could not be read; null if there are none, or after the warning.
constinit std::atomic<const char*> unheard{nullptr};

/// A copy that is never freed, because the process may change its environment; empty if there is no memory.
const char* kept(const char* text) noexcept {
    const char* const copy = strdup(text);
    return copy != nullptr ? copy : "";
}

Settings read() noexcept {
    Settings read;
    read.least_order.fill(-1);
    read.cpu_blas = kept(variable("HG_CPU_BLAS"));
    try {
        std::string faults;
        const char* const report = report_of(variable("HG_REPORT"), faults);
        if (std::string_view(report) != "0") read.report = kept(report);
        read.offload = offload_of(variable("HG_OFFLOAD"), faults);
        for (std::size_t i = 0; i < kRoutines; ++i)
            read.least_order[i] = least_order_of(kRoutineNames[i], faults);
        for (const std::string& text : unknown_variables())
            faults += text + (text.ends_with('?') ? " " : ". ");
        if (!faults.empty()) unheard.store(strdup(faults.c_str()));
    } catch (const std::bad_alloc&) {
        return read;
    }
    return read;
}

}  // namespace

const Settings& settings() noexcept {
    static const Settings settings = read();
    return settings;
}

bool has_unheard_faults() noexcept {
    return unheard.load(std::memory_order_relaxed) != nullptr;
}

void warn_of_faults() noexcept {
    if (const char* const faults = unheard.exchange(nullptr)) warn_once(Warning::settings, faults);
}

void warn_once(Warning kind, const char* text) noexcept {
    static constinit std::array<std::atomic<bool>, 8> warned{};
    if (warned[static_cast<std::size_t>(kind)].exchange(true)) return;
    try {
        std::fprintf(stderr, "hg: %s\n", printable(text).c_str());
    } catch (const std::bad_alloc&) {
        std::fputs("hg: a warning, but there is no memory for its text\n", stderr);
    }
}

}  // namespace hg::dropin
