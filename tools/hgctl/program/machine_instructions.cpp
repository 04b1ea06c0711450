#include "tools/hgctl/program/machine_instructions.hpp"

#include <filesystem>
#include <map>
#include <system_error>

#include "tools/cli/atomic_file.hpp"
#include "tools/workload/program/varied_calls.hpp"
#include <hg/kernels/library.hpp>
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

using ByName = std::map<std::string, hg::InstructionPtr>;

constexpr std::int64_t kOrders[] = {512, 4096};

void add(ByName& all, const hg::InstructionPtr& instruction) {
    if (!instruction->source.empty()) all.emplace(instruction->name, instruction);
}

/// Programs that the machine's memory does not hold have no other kernels than smaller ones.
void add_program(ByName& all, const hg::Target& machine, const TypedPrograms& typed,
                 const CallSettings& call) {
    try {
        const hg::Program program = typed.program(call, {machine, hg::kernels::Database::shipped()});
        for (const hg::InstructionPtr& instruction : program.instructions()) add(all, instruction);
    } catch (const hg::Error& error) {
        if (error.code() != hg::ErrorCode::out_of_memory) throw;
    }
}

}  // namespace

std::vector<hg::InstructionPtr> instructions_for(const hg::Target& machine) {
    const hg::DeviceModel& device = machine.devices.front();
    ByName all;
    for (const std::string& name : hg::kernels::names()) {
        const hg::InstructionPtr instruction = hg::kernels::find(name);
        if (hg::unmet_need(instruction->needs, device.traits).empty()) add(all, instruction);
    }
    for (const ProgramRoutine& routine : program_routines())
        for (const TypedPrograms& typed : routine.types)
            for (const std::int64_t n : kOrders)
                if (device.has_f64 || !hg::needs_f64(typed.type))
                    for (const CallSettings& call : varied_calls(routine, typed, n))
                        add_program(all, machine, typed, call);
    std::vector<hg::InstructionPtr> list;
    for (const auto& [name, instruction] : all) list.push_back(instruction);
    return list;
}

void write_sources(const std::vector<hg::InstructionPtr>& instructions, const std::string& folder) {
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);  // a failure shows in the first file
    for (const hg::InstructionPtr& instruction : instructions) {
        const std::string head =
            "// kernel " + instruction->entry + ", build options: " + instruction->build_options + "\n";
        if (!instruction->source.empty())
            replace_file(folder + "/" + instruction->name + ".cl", head + instruction->source);
        for (const hg::Guard& guard : instruction->guards)
            if (guard.kernel) write_sources({guard.kernel}, folder);
    }
}

}  // namespace hgctl
