#include "tools/hgctl/bench/resident/resident_program.hpp"

#include <utility>

namespace hgctl {
namespace {

hg::Program program_of(const hg::DeviceModel& model, std::span<const ResidentProgram::Operand> operands,
                       const ResidentProgram::Append& append, std::vector<hg::RegisterId>& registers) {
    hg::Target target;
    target.devices.push_back(model);
    hg::ProgramBuilder builder(target);
    for (const ResidentProgram::Operand& x : operands) {
        const std::string name = "M" + std::to_string(registers.size());
        registers.push_back(builder.reg(0, x.type, x.rows, x.cols, x.ld));
        builder.load(registers.back(), {builder.matrix(name, x.type, x.rows, x.cols), 0, 0, x.rows, x.cols});
    }
    append(builder, registers);
    return std::move(builder).finish();
}

}  // namespace

ResidentProgram::ResidentProgram(ResidentDevice& device, const hg::DeviceModel& model,
                                 std::span<const Operand> operands, const Append& append)
    : device_(device), steps_(device, program_of(model, operands, append, operands_)) {}

}  // namespace hgctl
