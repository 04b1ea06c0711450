#include "tools/workload/resident/resident_steps.hpp"

namespace hgctl {

ResidentSteps::ResidentSteps(ResidentDevice& device, const hg::Program& program) : device_(device) {
    for (const hg::Register& shape : program.registers())
        registers_.push_back(shape.is_window()
                                 ? ResidentMatrix{shape, 0, nullptr}
                                 : device_.matrix(shape.type, shape.rows, shape.cols, shape.ld));
    for (std::size_t i = 0; i < program.size(); ++i)
        if (program.commands()[i].operation == hg::Operation::exec)
            add_step(program, hg::CommandId{static_cast<std::uint32_t>(i)});
}

void ResidentSteps::add_step(const hg::Program& program, hg::CommandId command) {
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

hg::LiveRegister ResidentSteps::live(hg::RegisterId reg) const {
    return registers_[hg::index(reg)].live();
}

std::string ResidentSteps::kernels() const {
    std::string text;
    for (const ResidentStep& step : steps_)
        text.append(text.empty() ? "" : " + ").append(step.instruction->name);
    return text;
}

}  // namespace hgctl
