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

struct Loggers {
    std::shared_ptr<spdlog::logger> log;
    std::shared_ptr<spdlog::logger> told;  ///< of tell_once(): the same, unless HG_LOG decides nothing
};

Loggers make_loggers() {
    const NoCancellation whole;
    // A program that uses spdlog itself may already have made the logger, which then decides where to write.
    if (auto existing = spdlog::get("hg")) return {existing, existing};
    auto logger = spdlog::stderr_logger_mt("hg");
    logger->set_pattern("hg [%l] %v");
    const std::string wanted = environment_variable("HG_LOG");
    for (const auto& [name, level] : kLevels)
        if (wanted == name) {
            logger->set_level(level);
            return {logger, logger};
        }
    auto told = logger->clone("hg");
    told->set_level(spdlog::level::info);
    logger->set_level(spdlog::level::off);
    if (!wanted.empty())
        told->warn("HG_LOG is '{}', which is none of trace, debug, info, warn, error, off: logging stays off",
                   printable(wanted));
    return {std::move(logger), std::move(told)};
}

Loggers& loggers() {
    static NoDestructor instance(make_loggers());
    return *instance;
}

spdlog::level::level_enum translate(LogLevel level) noexcept {
    return kLevels[static_cast<std::size_t>(level)].second;
}

void write(spdlog::logger& logger, LogLevel level, const std::string& message) noexcept {
    const NoCancellation whole;
    try {
        logger.log(translate(level), "{}", printable(message));
    } catch (...) {
        // A computation must not fail only because a message cannot be written.
    }
}

/// Returns true if the message is not to be written: this process has said it, or it is a child made by
/// fork(), where the lock may be held forever.
bool is_said(const std::string& message) noexcept {
    if (devices_are_of_parent()) return true;
    try {
        static NoDestructor<SaidMessages> said;
        const std::lock_guard lock((*said).mutex);
        return !(*said).messages.insert(message).second;
    } catch (...) {
        return false;  // It may then be written twice.
    }
}

}  // namespace

bool logs(LogLevel level) noexcept {
    // Another thread of the parent may have held the logger's lock.
    if (devices_are_of_parent()) return false;
    try {
        return loggers().log->should_log(translate(level));
    } catch (...) {
        return false;
    }
}

void log(LogLevel level, const std::string& message) noexcept {
    if (logs(level)) write(*loggers().log, level, message);
}

void log_once(LogLevel level, const std::string& message) noexcept {
    if (!is_said(message)) log(level, message);
}

void tell_once(LogLevel level, const std::string& message) noexcept {
    try {
        if (!is_said(message)) write(*loggers().told, level, message);
    } catch (...) {
        // There is no memory for a logger.
    }
}

}  // namespace hg
