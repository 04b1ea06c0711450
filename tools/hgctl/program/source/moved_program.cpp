#include "tools/hgctl/program/source/moved_program.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/instruction.hpp>

namespace hgctl {
namespace {

using std::filesystem::path;

path folder_of(const std::string& file) {
    return path(file).parent_path();
}

}  // namespace

hg::Program moved(const hg::Program& program, const std::string& from, const std::string& to) {
    const path before = folder_of(from);
    const path after = folder_of(to);
    const bool names_files = std::any_of(program.instructions().begin(), program.instructions().end(),
                                         [](const auto& i) { return !i->origin.file.empty(); });
    if (before == after || !names_files) return program;
    const auto move = [&](std::string& file) {
        if (file.empty() || path(file).is_absolute()) return;
        std::error_code fault;
        const path found = proximate(before / file, after.empty() ? "." : after, fault);
        if (fault) throw hg::Error(hg::ErrorCode::io, (before / file).string() + ": " + fault.message());
        file = found.string();
    };
    hg::ProgramParts parts = program.parts();
    for (hg::InstructionPtr& instruction : parts.instructions) {
        if (instruction->origin.file.empty()) continue;
        hg::Instruction renamed = *instruction;
        move(renamed.origin.file);
        move(renamed.origin.host);
        check_instruction(renamed);
        instruction = std::make_shared<const hg::Instruction>(std::move(renamed));
    }
    return hg::Program(std::move(parts));
}

}  // namespace hgctl
