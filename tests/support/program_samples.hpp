#pragma once

#include <memory>
#include <string>
#include <vector>

#include <hg/runtime/program/builder.hpp>
#include <hg/runtime/program/error.hpp>

/// Small instructions, targets and programs that the tests of runtime/program share. The instructions' host
/// implementations are empty: these tests run nothing.
namespace samples {

using namespace hg;

inline Instruction empty_instruction(std::string name, std::vector<Operand> operands,
                                     std::vector<ScalarOperand> scalars = {}) {
    Instruction i;
    i.name = std::move(name);
    i.operands = std::move(operands);
    i.scalars = std::move(scalars);
    i.host = [](const HostCall&) {};
    return i;
}

/// Writes X at a cost that no shape changes, in work-groups that the driver chooses unless `geometry` says
/// them.
inline InstructionPtr costing(const std::string& name, const Cost& cost,
                              const Geometry& geometry = {{17, 2, 1}, {0, 0, 0}}) {
    Instruction i = empty_instruction(name, {{"X", Access::write, ElementType::f64}});
    i.cost = [=](const ExecShape&) { return cost; };
    i.geometry = [=](const ExecShape&) { return geometry; };
    return std::make_shared<const Instruction>(std::move(i));
}

/// C = alpha A B + C, 2 m n k flops.
inline InstructionPtr multiply() {
    static const InstructionPtr instruction = [] {
        Instruction i = empty_instruction("multiply",
                                          {{"A", Access::read, ElementType::f64},
                                           {"B", Access::read, ElementType::f64},
                                           {"C", Access::read_write, ElementType::f64}},
                                          {{"alpha", ElementType::f64}});
        i.cost = [](const ExecShape& shape) {
            const Register& a = shape.registers[0];
            const Register& c = shape.registers[2];
            return Cost{
                2.0 * static_cast<double>(c.rows) * static_cast<double>(c.cols) * static_cast<double>(a.cols),
                0};
        };
        i.check = [](const ExecShape& shape) {
            if (shape.registers[0].cols != shape.registers[1].rows)
                throw Error(ErrorCode::invalid_program, "the columns of A are not the rows of B");
        };
        return std::make_shared<const Instruction>(std::move(i));
    }();
    return instruction;
}

/// X = s X
inline InstructionPtr scale() {
    static const InstructionPtr instruction = std::make_shared<const Instruction>(
        empty_instruction("scale", {{"X", Access::read_write, ElementType::f64}}, {{"s", ElementType::f64}}));
    return instruction;
}

/// X = 0
inline InstructionPtr clear() {
    static const InstructionPtr instruction = std::make_shared<const Instruction>(
        empty_instruction("clear", {{"X", Access::write, ElementType::f64}}));
    return instruction;
}

/// Y = X
inline InstructionPtr copy() {
    static const InstructionPtr instruction = std::make_shared<const Instruction>(empty_instruction(
        "copy", {{"X", Access::read, ElementType::f64}, {"Y", Access::write, ElementType::f64}}));
    return instruction;
}

inline InstructionPtr find(std::string_view name) {
    for (const InstructionPtr& i : {multiply(), scale(), clear(), copy()})
        if (i->name == name) return i;
    return nullptr;
}

inline Target target(std::size_t devices = 1) {
    Target t;
    t.devices.resize(devices);
    return t;
}

/// Plain numbers to reckon with: 8 bytes a second each way, 1 s a transfer, 2 s a launch, 16 flop/s; 64 bytes
/// take 9 s. The host adds nothing.
inline Target plain_target(std::size_t devices = 1) {
    DeviceModel d;
    d.link_in = d.link_out = 8;
    d.link_latency = 1;
    d.launch_latency = 2;
    d.rate_f64 = 16;
    d.rate_f32 = 32;
    d.shortest_kernel = 0;
    return {.devices = std::vector(devices, d), .host_copy_rate = 1000, .delays = HostDelays::none()};
}

/// The same with CPUs, whose launches do not run ahead.
inline Target plain_cpus(std::size_t devices = 1) {
    Target t = plain_target(devices);
    for (DeviceModel& d : t.devices) d.is_gpu = false;
    return t;
}

/// C += A B out of core, tiles of `tile`, on the devices of `t`, rows of tiles of C in turn; sizes in tiles.
inline ProgramBuilder gemm_builder(const Target& t, std::int64_t m, std::int64_t n, std::int64_t k,
                                   std::int64_t tile, MemoryPolicy policy = {}) {
    ProgramBuilder b(t, policy);
    const ParameterId a = b.matrix("A", ElementType::f64, m * tile, k * tile);
    const ParameterId bb = b.matrix("B", ElementType::f64, k * tile, n * tile);
    const ParameterId c = b.matrix("C", ElementType::f64, m * tile, n * tile);
    const Scalar alpha = b.scalar("alpha");
    for (std::int64_t i = 0; i < m; ++i) {
        const auto device = static_cast<DeviceIndex>(static_cast<std::size_t>(i) % t.devices.size());
        for (std::int64_t j = 0; j < n; ++j) {
            const RegisterId rc = b.reg(device, ElementType::f64, tile, tile);
            b.load(rc, {c, i * tile, j * tile, tile, tile});
            for (std::int64_t l = 0; l < k; ++l) {
                const RegisterId ra = b.reg(device, ElementType::f64, tile, tile);
                const RegisterId rb = b.reg(device, ElementType::f64, tile, tile);
                b.load(ra, {a, i * tile, l * tile, tile, tile});
                b.load(rb, {bb, l * tile, j * tile, tile, tile});
                b.exec(multiply(), {ra, rb, rc}, {alpha});
            }
            b.store({c, i * tile, j * tile, tile, tile}, rc);
        }
    }
    return b;
}

inline Program gemm(const Target& t, std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t tile,
                    MemoryPolicy policy = {}) {
    return gemm_builder(t, m, n, k, tile, policy).finish();
}

}  // namespace samples
