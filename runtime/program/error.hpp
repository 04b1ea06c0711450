#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace hg {

/// The kinds of errors, classified by what a caller can do about them.
enum class ErrorCode {
    invalid_argument,  ///< a caller's argument breaks the contract of the call
    invalid_program,   ///< a program (built or parsed) breaks a rule of the machine
    out_of_memory,     ///< not enough device or host memory
    build_failed,      ///< an OpenCL kernel does not compile
    device_failed,     ///< a device refused or failed an operation; the machine remains usable
    device_lost,       ///< a device's context is lost; the next run tries to create a new one
    io,                ///< a file cannot be read or written
    internal           ///< a fault of hg itself
};

/// Returns the code's name as in ErrorCode, for example "invalid_argument".
std::string_view name(ErrorCode code) noexcept;

/// Details of an error beyond its message. Empty or zero fields do not apply.
struct ErrorContext {
    int argument = 0;             ///< 1-based number of the wrong argument
    std::string argument_name{};  ///< its name, for example "lda"
    std::string file{};           ///< file of a program's source
    int line = 0;                 ///< 1-based line of a program's text or source
    int column = 0;               ///< 1-based byte in that line of a source
    std::string device{};         ///< device on which the failing operation ran
    std::string command{};        ///< the failing command in the program's text form
    std::string opencl_error{};   ///< OpenCL's own name, for example "CL_OUT_OF_RESOURCES"
    std::string build_log{};      ///< compiler output of a kernel that does not compile
    /// Outputs hold neither their contents from before the call nor the result.
    bool partially_written = false;
};

/// The only exception that hg throws. what() holds the message and the context, ready to print.
class Error : public std::runtime_error {
  public:
    /// `message` says what was found, what is required, and where. what() appends the nonempty fields of
    /// `context`.
    explicit Error(ErrorCode code, const std::string& message, ErrorContext context = {});

    /// Returns the kind of error.
    [[nodiscard]] ErrorCode code() const noexcept { return code_; }
    /// Returns the message without the context.
    [[nodiscard]] const std::string& message() const noexcept { return message_; }
    /// Returns the details beyond the message.
    [[nodiscard]] const ErrorContext& context() const noexcept { return context_; }

    /// Returns the same error with device and command added if they are still unknown.
    [[nodiscard]] Error at(const std::string& device, const std::string& command) const;

  private:
    ErrorCode code_;
    std::string message_;
    ErrorContext context_;
};

/// Throws Error{invalid_argument} with the number and the name of the argument, unless `holds`.
void require_argument(bool holds, std::string_view routine, int number, std::string_view argument,
                      const std::string& condition);

}  // namespace hg
