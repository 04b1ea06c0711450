#include "runtime/machine/log.hpp"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <array>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "runtime/machine/process_life.hpp"
#include "runtime/program/base/environment_variable.hpp"
#include "runtime/program/base/no_destructor.hpp"
#include "runtime/program/base/printable.hpp"
#include "runtime/threads/no_cancellation.hpp"

namespace hg {
namespace {

/// Indexed by LogLevel; "off" is last.
constexpr std::array<std::pair<std::string_view, spdlog::level::level_enum>, 6> kLevels{{
    {"trace", spdlog::level::trace},
    {"debug", spdlog::level::debug},
    {"info", spdlog::level::info},
    {"warn", spdlog::level::warn},
    {"error", spdlog::level::err},
    {"off", spdlog::level::off},
}};

struct SaidMessages {
    std::mutex mutex;
    std::set<std::string> messages;
};

std::shared_ptr<spdlog::logger> make_logger() {
    const NoCancellation whole;
    // A program that uses spdlog itself may already have made the logger, which then decides where to write.
    if (auto existing = spdlog::get("hg")) return existing;
    auto logger = spdlog::stderr_logger_mt("hg");
    logger->set_pattern("hg [%l] %v");
    logger->set_level(spdlog::level::off);
    const std::string wanted = environment_variable("HG_LOG");
    if (wanted.empty()) return logger;
    for (const auto& [name, level] : kLevels)
        if (wanted == name) {
            logger->set_level(level);
            return logger;
        }
    logger->set_level(spdlog::level::warn);
    logger->warn("HG_LOG is '{}', which is none of trace, debug, info, warn, error, off: logging stays off",
                 printable(wanted));
    logger->set_level(spdlog::level::off);
    return logger;
}

spdlog::logger& logger() {
    static const NoDestructor instance(make_logger());
    return **instance;
}

spdlog::level::level_enum translate(LogLevel level) noexcept {
    return kLevels[static_cast<std::size_t>(level)].second;
}

}  // namespace

bool logs(LogLevel level) noexcept {
    // Another thread of the parent may have held the logger's lock.
    if (devices_are_of_parent()) return false;
    try {
        return logger().should_log(translate(level));
    } catch (...) {
        return false;
    }
}

void log(LogLevel level, const std::string& message) noexcept {
    if (!logs(level)) return;
    const NoCancellation whole;
    try {
        logger().log(translate(level), "{}", printable(message));
    } catch (...) {
        // A computation must not fail only because a message cannot be written.
    }
}

void log_once(LogLevel level, const std::string& message) noexcept {
    // In a child made by fork(), the lock may be held forever.
    if (devices_are_of_parent()) return;
    try {
        static NoDestructor<SaidMessages> said;
        const std::lock_guard lock((*said).mutex);
        if (!(*said).messages.insert(message).second) return;
    } catch (...) {
        // The message may then be logged twice.
    }
    log(level, message);
}

}  // namespace hg
