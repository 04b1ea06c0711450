#include "tools/hgctl/program/check/guarded_run.hpp"

#include <cstddef>
#include <string>
#include <utility>

#include <hg/runtime/program/builder.hpp>

namespace hgctl {
namespace {

std::string name_of(const char* what, std::size_t operand) {
    return what + std::to_string(operand);
}

/// LD, EXEC and ST of all operands.
hg::Program guarded_program(const hg::Target& target, hg::DeviceIndex device, const KernelCase& which,
                            const std::vector<GuardedOperand>& operands) {
    hg::ProgramBuilder builder(target);
    std::vector<hg::RegisterId> whole;
    std::vector<hg::RegisterId> windows;
    for (std::size_t i = 0; i < operands.size(); ++i) {
        const GuardedOperand& o = operands[i];
        const hg::ParameterId before =
            builder.matrix(name_of("before", i), o.type(), o.outer_rows(), o.outer_cols());
        whole.push_back(builder.reg(device, o.type(), o.outer_rows(), o.outer_cols()));
        builder.load(whole.back(), {before, 0, 0, o.outer_rows(), o.outer_cols()});
        windows.push_back(builder.window(whole.back(), GuardZones::rows_before, GuardZones::cols_before,
                                         o.rows(), o.cols()));
    }
    const std::vector<hg::Scalar> scalars(which.scalars.begin(), which.scalars.end());
    builder.exec(which.instruction, windows, scalars);
    // Not before the kernel ends: it could write to operands that it is said to read.
    const std::vector<hg::CommandId> done{builder.barrier()};
    for (std::size_t i = 0; i < operands.size(); ++i) {
        const GuardedOperand& o = operands[i];
        const hg::ParameterId after =
            builder.matrix(name_of("after", i), o.type(), o.outer_rows(), o.outer_cols());
        builder.store({after, 0, 0, o.outer_rows(), o.outer_cols()}, whole[i], done);
    }
    return std::move(builder).finish();
}

}  // namespace

std::vector<GuardedOperand> guarded_run(hg::Machine& machine, std::size_t device, const KernelCase& which,
                                        const std::vector<GuardedOperand>& operands) {
    const hg::Program program =
        guarded_program(machine.target(), static_cast<hg::DeviceIndex>(device), which, operands);
    std::vector<GuardedOperand> before = operands;
    std::vector<GuardedOperand> after = operands;
    hg::Bindings bindings;
    const auto bind = [&](const std::string& name, GuardedOperand& o) {
        bindings.matrix(name, hg::BoundMatrix{o.data(), o.outer_rows(), o.type(), true});
    };
    for (std::size_t i = 0; i < operands.size(); ++i) {
        bind(name_of("before", i), before[i]);
        bind(name_of("after", i), after[i]);
    }
    machine.run_untraced(program, bindings);
    return after;
}

}  // namespace hgctl
