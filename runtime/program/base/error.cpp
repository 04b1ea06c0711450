#include <array>
#include <utility>

#include "runtime/program/base/printable.hpp"
#include <hg/runtime/program/element.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {

std::string_view name(ErrorCode code) noexcept {
    return name_at(
        std::array<std::string_view, 8>{"invalid_argument", "invalid_program", "out_of_memory",
                                        "build_failed", "device_failed", "device_lost", "io", "internal"},
        code);
}

namespace {

/// "update.hgs:12:7: ", or "line 12: " in a text whose file is not known.
std::string place(const ErrorContext& context) {
    if (context.file.empty()) return context.line > 0 ? "line " + std::to_string(context.line) + ": " : "";
    std::string text = context.file + ":";
    if (context.line > 0) text += std::to_string(context.line) + ":";
    if (context.column > 0) text += std::to_string(context.column) + ":";
    return text + " ";
}

std::string describe(const std::string& message, const ErrorContext& context) {
    std::string text = place(context);
    text += message;
    if (!context.opencl_error.empty()) text += " [" + context.opencl_error + "]";
    if (!context.command.empty()) text += "\n  command: " + context.command;
    if (!context.device.empty()) text += "\n  device: " + context.device;
    if (!context.build_log.empty()) text += "\n  build log:\n" + context.build_log;
    return text;
}

}  // namespace

Error::Error(ErrorCode code, const std::string& message, ErrorContext context)
    : std::runtime_error(printable(describe(message, context))),
      code_(code),
      message_(printable(message)),
      context_(std::move(context)) {}

Error Error::at(const std::string& device, const std::string& command) const {
    ErrorContext context = context_;
    if (context.device.empty()) context.device = device;
    if (context.command.empty()) context.command = command;
    return Error(code_, message_, std::move(context));
}

void require_argument(bool holds, std::string_view routine, int number, std::string_view argument,
                      const std::string& condition) {
    if (holds) return;
    const std::string name(argument);
    throw Error(
        ErrorCode::invalid_argument,
        std::string(routine) + ": argument " + std::to_string(number) + " (" + name + ") " + condition,
        {.argument = number, .argument_name = name});
}

}  // namespace hg
