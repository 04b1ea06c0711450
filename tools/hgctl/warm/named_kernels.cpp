#include "tools/hgctl/warm/named_kernels.hpp"

#include <deque>
#include <memory>

#include "tools/cli/stopwatch.hpp"
#include "tools/hgctl/device_selection.hpp"
#include <hg/kernels/library.hpp>
#include <hg/runtime/machine/device.hpp>
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

/// Copies without what ships compiled of them.
std::deque<hg::Instruction> to_compile(const std::vector<std::string>& names, NamedKernels& result) {
    std::deque<hg::Instruction> instructions;
    for (const std::string& name : names)
        if (const hg::InstructionPtr known = hg::kernels::find(name))
            instructions.emplace_back(*known).compiled.clear();
        else
            result.faults.push_back(name + ": no instruction has this name");
    return instructions;
}

void compile(hg::Device& device, const hg::Instruction& instruction, NamedKernels& result) {
    try {
        device.prepare(instruction);
        result.compiled.push_back(instruction.name);
    } catch (const hg::Error& error) {
        result.faults.push_back(instruction.name + ": " + error.what());
    }
}

}  // namespace

NamedKernels compile_kernels(const std::vector<std::string>& names, const std::string& device) {
    NamedKernels result;
    const std::deque<hg::Instruction> instructions = to_compile(names, result);
    const OneDevice chosen = one_device(device);
    const std::unique_ptr<hg::Device> compiler = make_device(chosen);
    result.device = chosen.listing.info.name;
    Stopwatch watch;
    std::vector<const hg::Instruction*> all;
    for (const hg::Instruction& instruction : instructions) all.push_back(&instruction);
    try {
        compiler->prepare_all(all);
    } catch (const hg::Error&) {
        // Told below, by the kernel that failed.
    }
    for (const hg::Instruction& instruction : instructions) compile(*compiler, instruction, result);
    result.seconds = watch.lap();
    return result;
}

}  // namespace hgctl
