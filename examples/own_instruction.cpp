// Makes a compute kernel of your own an instruction of the machine, and uses it in a program for two devices.
//
// The program computes Y := Y + a X twice, on matrices divided into a left and a right half:
//   step 1   device 0 computes the left half, device 1 the right half
//   step 2   the devices swap halves, so that each works on the half that the other has written
// It uses all five commands: LD, EXEC, ST, MARK, BAR.
#include <array>
#include <iostream>
#include <utility>
#include <vector>

#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/builder.hpp>
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/text.hpp>
#include <hg/runtime/program/verify.hpp>

namespace {

constexpr std::int64_t kRows = 300;
constexpr std::int64_t kCols = 200;
constexpr std::int64_t kHalf = kCols / 2;

// (1) The kernel. Its parameters are, for each register operand in the order of the operands below: a
// pointer, the position of the first element, rows, columns and leading dimension. The scalars follow.
// Registers are column-major.
constexpr const char* kSource = R"(
kernel void axpy(global const float* X, long x_first, int x_rows, int x_cols, int x_ld,
                 global float* Y, long first, int rows, int cols, int ld, float a) {
    const int i = get_global_id(0);
    const int j = get_global_id(1);
    if (i < rows && j < cols) Y[first + i + j * ld] += a * X[x_first + i + j * x_ld];
}
)";

// (2) The host implementation of the same operation. It runs if there is no OpenCL device, and tests compare
// the kernel with it.
void axpy_on_host(const hg::HostCall& call) {
    const hg::HostOperand& X = call.operands[0];
    const hg::HostOperand& Y = call.operands[1];
    const auto a = call.scalars[0].as<float>();
    for (std::int64_t j = 0; j < Y.cols; ++j)
        for (std::int64_t i = 0; i < Y.rows; ++i)
            Y.as<float>()[i + j * Y.ld] += a * X.as<float>()[i + j * X.ld];
}

// (3) The instruction: its name, how it accesses each operand (the dependencies follow from this alone), the
// kernel, the number of work-items of a call, and the cost for the simulator.
hg::InstructionPtr make_axpy() {
    auto axpy = std::make_shared<hg::Instruction>();
    axpy->name = "my_axpy_f32";
    axpy->operands = {{"X", hg::Access::read, hg::ElementType::f32},
                      {"Y", hg::Access::read_write, hg::ElementType::f32}};
    axpy->scalars = {{"a", hg::ElementType::f32}};
    axpy->source = kSource;
    axpy->entry = "axpy";
    axpy->geometry = [](const hg::ExecShape& shape) {
        const hg::Register& Y = shape.registers[1];
        return hg::Geometry{{static_cast<std::size_t>(Y.rows), static_cast<std::size_t>(Y.cols), 1},
                            {0, 0, 0}};
    };
    axpy->cost = [](const hg::ExecShape& shape) {
        const auto elements = static_cast<double>(shape.registers[1].rows * shape.registers[1].cols);
        return hg::Cost{2 * elements, 12 * elements};  // a multiply and an add; reads X and Y, writes Y
    };
    axpy->host = axpy_on_host;
    return axpy;
}

// (4) Parameters: matrices and scalars that each run binds to its own memory and values.
struct Parameters {
    explicit Parameters(hg::ProgramBuilder& program)
        : X(program.matrix("X", hg::ElementType::f32, kRows, kCols)),
          Y(program.matrix("Y", hg::ElementType::f32, kRows, kCols)),
          a(program.scalar("a")) {}

    hg::ParameterId X, Y;
    hg::Scalar a;

    // (5) Host tiles: rectangles of these matrices (first row, first column, rows, columns).
    hg::HostTile x_half[2] = {{X, 0, 0, kRows, kHalf}, {X, 0, kHalf, kRows, kHalf}};
    hg::HostTile y_half[2] = {{Y, 0, 0, kRows, kHalf}, {Y, 0, kHalf, kRows, kHalf}};
};

using TwoDevices = std::array<hg::DeviceIndex, 2>;

void step_1(hg::ProgramBuilder& program, const hg::InstructionPtr& axpy, const Parameters& p,
            const TwoDevices& device) {
    hg::RegisterId y[2];
    hg::CommandId computed[2];

    // (6) Step 1. LD loads host tiles into registers, EXEC runs the instruction on registers and scalars.
    for (std::size_t d = 0; d < 2; ++d) {
        const hg::RegisterId x = program.reg(device[d], hg::ElementType::f32, kRows, kHalf);
        y[d] = program.reg(device[d], hg::ElementType::f32, kRows, kHalf);
        program.load(x, p.x_half[d]);
        program.load(y[d], p.y_half[d]);
        computed[d] = program.exec(axpy, {x, y[d]}, {p.a});
    }

    // (7) MARK is an empty command on which others can depend. Here it completes when both devices have
    // computed. No ST below begins earlier, so Y is unchanged if either device fails in step 1 before then.
    const hg::CommandId both[1] = {program.mark("both halves computed", computed)};
    for (std::size_t d = 0; d < 2; ++d) program.store(p.y_half[d], y[d], both);
}

// (8) Step 2. The devices swap halves: device d works on the half that the other device has stored.
void step_2(hg::ProgramBuilder& program, const hg::InstructionPtr& axpy, const Parameters& p,
            const TwoDevices& device) {
    for (std::size_t d = 0; d < 2; ++d) {
        const hg::RegisterId x = program.reg(device[d], hg::ElementType::f32, kRows, kHalf);
        const hg::RegisterId y = program.reg(device[d], hg::ElementType::f32, kRows, kHalf);
        program.load(x, p.x_half[1 - d]);
        program.load(y, p.y_half[1 - d]);
        program.exec(axpy, {x, y}, {p.a});
        program.store(p.y_half[1 - d], y);
    }
}

// (9) The program. You write the commands in the order in which a sequential machine would run them. The
// builder derives which commands may overlap and which must wait for others.
hg::Program make_program(const hg::Target& target, const TwoDevices& device) {
    hg::ProgramBuilder program(target);
    const hg::InstructionPtr axpy = make_axpy();
    const Parameters parameters(program);
    step_1(program, axpy, parameters, device);

    // (10) BAR waits for all commands before it, and all later commands wait for BAR. (This program is
    // correct without it: the loads of step 2 read tiles of Y that step 1 stores, so the builder orders them
    // after the stores.)
    program.barrier("step 1 done");
    step_2(program, axpy, parameters, device);

    // (11) finish() maps registers to slots of device memory and derives the dependencies. The program is
    // immutable from here on, and can run any number of times.
    return std::move(program).finish();
}

int run() {
    // (12) The machine: the devices that HG_DEVICES names, or the best ones by default.
    hg::Machine machine;
    const hg::DeviceIndex second = machine.device_count() > 1 ? 1 : 0;
    if (second == 0)
        std::cout
            << "There is only one device, which takes both roles. HG_DEVICES=host,host gives you two.\n";
    std::cout << "device 0 is " << machine.device(0).name << ", device 1 is " << machine.device(second).name
              << "\n\n";

    // (13) A program is data: you can prove that it is sound, and print it.
    const hg::Program program = make_program(machine.target(), {0, second});
    hg::verify(program);
    std::cout << hg::print(program) << '\n';

    // (14) A run binds the parameters. X is bound through a pointer to const, so no program can write to it.
    const std::vector<float> X(kRows * kCols, 3.0F);
    std::vector<float> Y(kRows * kCols, 1.0F);
    machine.run(program,
                hg::Bindings{}.matrix("X", X.data(), kRows).matrix("Y", Y.data(), kRows).scalar("a", 0.5));

    // (15) Y = 1 + 0.5 * 3 + 0.5 * 3.
    std::size_t wrong = 0;
    for (float y : Y)
        if (y != 4.0F) ++wrong;
    std::cout << (wrong == 0 ? "All elements are 4, as they should be.\n" : "WRONG elements: ");
    if (wrong != 0) std::cout << wrong << '\n';
    return wrong == 0 ? 0 : 1;
}

}  // namespace

int main() {
    try {
        return run();
    } catch (const hg::Error& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}
