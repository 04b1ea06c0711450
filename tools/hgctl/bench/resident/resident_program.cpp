#include "tools/hgctl/bench/resident/resident_program.hpp"

#include <hg/blas/registers/gemm.hpp>

namespace hgctl {
namespace {

/// Devices count elements in 32 bits.
hg::ElementType type_of(const ListedOperand& operand) {
    return operand.is_integral() ? hg::ElementType::i32 : operand.type;
}

std::int64_t leading_dimension(const ListedOperand& operand, std::int64_t gap) {
    if (operand.cols == 1) return operand.rows;
    return gap < 0 ? hg::padded_ld(operand.rows, operand.type) : operand.rows + gap;
}

hg::Program program_of(const hg::DeviceModel& model, const ResidentCase& bench,
                       std::vector<hg::RegisterId>& operands) {
    hg::Target target;
    target.devices.push_back(model);
    hg::ProgramBuilder builder(target);
    for (const ListedOperand& x : operands_of(bench)) {
        const hg::ElementType type = type_of(x);
        const hg::RegisterId reg = builder.reg(0, type, x.rows, x.cols, leading_dimension(x, bench.gap));
        builder.load(reg, {builder.matrix(std::to_string(operands.size()), type, x.rows, x.cols), 0, 0,
                           x.rows, x.cols});
        operands.push_back(reg);
    }
    append(builder, bench, operands);
    return std::move(builder).finish();
}

}  // namespace

ResidentProgram::ResidentProgram(ResidentDevice& device, const hg::DeviceModel& model,
                                 const ResidentCase& bench)
    : device_(device), steps_(device, program_of(model, bench, operands_)) {}

hg::LiveRegister ResidentProgram::operand(std::size_t i) const {
    return steps_.live(operands_[i]);
}

}  // namespace hgctl
