#include "tools/cli/output_files.hpp"

#include <sys/stat.h>

#include <filesystem>
#include <span>
#include <system_error>

#include "runtime/machine/trace/trace_path.hpp"
#include "tools/cli/atomic_file.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

namespace fs = std::filesystem;

constexpr int kMostLinks = 40;  ///< in a row, as in Linux

/// Where a path leads: no links, no dots; the file itself need not be there.
fs::path target_of(const std::string& path) {
    std::error_code error;
    fs::path target = path;
    for (int i = 0; i < kMostLinks && fs::is_symlink(fs::symlink_status(target, error)); ++i) {
        const fs::path next = fs::read_symlink(target, error);
        if (error) break;
        target = target.parent_path() / next;
    }
    const fs::path canonical = fs::weakly_canonical(fs::absolute(target, error), error);
    return error ? target : canonical;
}

bool is_same_file(const std::string& one, const std::string& other) {
    struct stat of_one {};
    struct stat of_other {};
    if (stat(one.c_str(), &of_one) == 0 && stat(other.c_str(), &of_other) == 0)
        return of_one.st_dev == of_other.st_dev && of_one.st_ino == of_other.st_ino;
    return target_of(one) == target_of(other);
}

[[noreturn]] void refuse(const OutputFile& output, const std::string& why) {
    throw hg::Error(hg::ErrorCode::invalid_argument, output.option + " " + output.path + ": " + why);
}

void require_own_file(const OutputFile& output, std::span<const OutputFile> others) {
    for (const OutputFile& other : others)
        if (!other.path.empty() && is_same_file(other.path, output.path))
            refuse(output, "is the file of " + other.option + " too; each output needs a file of its own");
}

void require_no_input(const OutputFile& output, const std::vector<InputFile>& inputs) {
    for (const InputFile& input : inputs)
        if (!input.path.empty() && is_same_file(input.path, output.path))
            refuse(output, "is the input " + input.option + ", which would be lost; name another file");
}

}  // namespace

void check_outputs(const std::vector<OutputFile>& outputs, const std::vector<InputFile>& inputs) {
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const OutputFile& output = outputs[i];
        if (output.path.empty()) continue;
        require_own_file(output, std::span(outputs).first(i));
        if (!output.may_replace_input) require_no_input(output, inputs);
        require_writable(output.path);
    }
    // Sessions write it beside what the command line asks for.
    const OutputFile trace{"HG_TRACE", hg::trace_path_of_environment()};
    if (!trace.path.empty()) {
        require_own_file(trace, outputs);
        require_no_input(trace, inputs);
    }
    // What only making a file shows: names too long with what is added to them, file systems
    // that cannot be written.
    for (const OutputFile& output : outputs)
        if (!output.path.empty()) static_cast<void>(AtomicFile(output.path));
}

}  // namespace hgctl
