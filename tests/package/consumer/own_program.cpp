// A program with an instruction of its own, as a user of hg::runtime alone writes it.
#include <cstdio>
#include <memory>

#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/builder.hpp>
#include <hg/runtime/program/verify.hpp>

int main() {
    auto doubling = std::make_shared<hg::Instruction>();
    doubling->name = "double";
    doubling->operands = {{"X", hg::Access::read_write, hg::ElementType::f64}};
    doubling->entry = "twice";
    doubling->source = R"(
        #pragma OPENCL EXTENSION cl_khr_fp64 : enable
        kernel void twice(global double* x, long first, int rows, int cols, int ld) {
            x[first + get_global_id(0) + get_global_id(1) * ld] *= 2;
        })";
    doubling->geometry = [](const hg::ExecShape& shape) {
        const hg::Register& x = shape.registers[0];
        return hg::Geometry{{static_cast<std::size_t>(x.rows), static_cast<std::size_t>(x.cols), 1}, {}};
    };
    doubling->host = [](const hg::HostCall& call) {
        const hg::HostOperand& x = call.operands[0];
        for (std::int64_t j = 0; j < x.cols; ++j)
            for (std::int64_t i = 0; i < x.rows; ++i) x.as<double>()[i + j * x.ld] *= 2;
    };

    hg::Machine machine;
    hg::ProgramBuilder builder(machine.target());
    const hg::ParameterId matrix = builder.matrix("X", hg::ElementType::f64, 3, 1);
    const hg::RegisterId r = builder.reg(0, hg::ElementType::f64, 3, 1);
    builder.load(r, {matrix, 0, 0, 3, 1});
    builder.exec(doubling, {r});
    builder.store({matrix, 0, 0, 3, 1}, r);
    const hg::Program program = std::move(builder).finish();
    hg::verify(program);

    double x[] = {1, 2, 3};
    machine.run(program, hg::Bindings{}.matrix("X", x, 3));
    std::printf("%g %g %g on %s\n", x[0], x[1], x[2], machine.device(0).name.c_str());
    return x[0] == 2 && x[1] == 4 && x[2] == 6 ? 0 : 1;
}
