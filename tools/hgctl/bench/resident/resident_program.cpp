#include "tools/hgctl/bench/resident/resident_program.hpp"

#include <hg/blas/registers/gemm.hpp>

namespace hgctl {
namespace {

std::int64_t leading_dimension(const VectorOperand& operand, std::int64_t gap) {
    if (operand.cols == 1) return operand.rows;
    return gap < 0 ? hg::padded_ld(operand.rows, operand.type) : operand.rows + gap;
}

}  // namespace

ResidentProgram::ResidentProgram(ResidentDevice& device, const hg::DeviceModel& model,
                                 const ResidentCase& bench)
    : device_(device) {
    hg::Target target;
    target.devices.push_back(model);
    hg::ProgramBuilder builder(target);
    for (const VectorOperand& x : form_of(bench).operands(bench)) {
        const hg::RegisterId reg = builder.reg(0, x.type, x.rows, x.cols, leading_dimension(x, bench.gap));
        builder.load(reg, {builder.matrix(std::to_string(operands_.size()), x.type, x.rows, x.cols), 0, 0,
                           x.rows, x.cols});
        operands_.push_back(reg);
    }
    append(builder, bench, operands_);
    const hg::Program program = std::move(builder).finish();
    for (const hg::Register& shape : program.registers())
        registers_.push_back(shape.is_window()
                                 ? ResidentMatrix{shape, 0, nullptr}
                                 : device_.matrix(shape.type, shape.rows, shape.cols, shape.ld));
    for (std::size_t i = 0; i < program.size(); ++i)
        if (program.commands()[i].operation == hg::Operation::exec)
            add_step(program, hg::CommandId{static_cast<std::uint32_t>(i)});
}

void ResidentProgram::add_step(const hg::Program& program, hg::CommandId command) {
    ResidentStep step;
    step.instruction = program.instructions()[program.command(command).subject];
    for (const hg::RegisterId reg : program.operands(command)) {
        const hg::RegisterId whole = program.whole(reg);
        step.registers.push_back({program.reg(reg), registers_[hg::index(whole)].memory.get()});
    }
    for (const hg::Scalar& scalar : program.scalar_operands(command)) step.scalars.push_back(scalar.value);
    device_.prepare(*step.instruction);
    steps_.push_back(std::move(step));
}

hg::LiveRegister ResidentProgram::operand(std::size_t i) const {
    return registers_[hg::index(operands_[i])].live();
}

std::string ResidentProgram::kernels() const {
    std::string text;
    for (const ResidentStep& step : steps_)
        text.append(text.empty() ? "" : " + ").append(step.instruction->name);
    return text;
}

}  // namespace hgctl
