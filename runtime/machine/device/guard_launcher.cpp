#include "runtime/machine/device/guard_launcher.hpp"

#include <cstddef>
#include <cstdint>

#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using Numbers = std::vector<std::int32_t>;

/// Returns the elements of a register from the first to the last one in memory.
Numbers numbers_of(const cl::CommandQueue& queue, const LiveRegister& reg) {
    const Register& shape = reg.shape;
    Numbers numbers(static_cast<std::size_t>((shape.cols - 1) * shape.ld + shape.rows));
    queue.enqueueReadBuffer(buffer_of(reg), CL_TRUE, static_cast<std::size_t>(shape.first_byte()),
                            numbers.size() * sizeof(Numbers::value_type), numbers.data());
    return numbers;
}

/// Throws the fault that a guard has found; the host determines which one it is.
[[noreturn]] void throw_fault(const cl::CommandQueue& queue, const ExecCall& call) {
    std::vector<Numbers> kept(call.registers.size());
    std::vector<HostOperand> operands;
    for (std::size_t o = 0; o < call.registers.size(); ++o) {
        const Register& shape = call.registers[o].shape;
        if (shape.type == ElementType::i32) kept[o] = numbers_of(queue, call.registers[o]);
        operands.push_back({kept[o].empty() ? nullptr : kept[o].data(), shape.rows, shape.cols, shape.ld});
    }
    for (const Guard& guard : call.instruction->guards)
        if (guard.host) guard.host({operands, call.scalars});
    throw Error(ErrorCode::internal, "a guard of instruction " + call.instruction->name +
                                         " found a fault on the device that the host does not find");
}

}  // namespace

void GuardLauncher::look(const cl::CommandQueue& queue, const ExecCall& call, std::vector<cl::Event>& after) {
    shapes_.clear();
    for (const LiveRegister& reg : call.registers) shapes_.push_back(reg.shape);
    bool finds_faults = false;
    for (const Guard& guard : call.instruction->guards) {
        of_guard_.clear();
        for (const std::size_t o : guard.operands) of_guard_.push_back(call.registers[o]);
        if (guard.host) of_guard_.push_back(fault(queue));
        finds_faults = finds_faults || guard.host;
        const std::vector<ScalarValue> scalars = guard.scalars({shapes_, call.scalars});
        kernels_.launch(queue,
                        {.instruction = guard.kernel.get(),
                         .registers = of_guard_,
                         .scalars = scalars,
                         .queue = call.queue},
                        after, nullptr);
        after.clear();
    }
    if (finds_faults && takes_fault(queue)) throw_fault(queue, call);
}

LiveRegister GuardLauncher::fault(const cl::CommandQueue& queue) {
    if (!fault_) {
        const auto context = queue.getInfo<CL_QUEUE_CONTEXT>();
        cl_int none = 0;
        fault_.emplace(cl::Buffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof none, &none));
    }
    return {{.type = ElementType::i32, .rows = 1, .cols = 1, .ld = 1}, &*fault_};
}

/// Returns whether a guard has found a fault since the last call.
bool GuardLauncher::takes_fault(const cl::CommandQueue& queue) const {
    cl_int found = 0;
    queue.enqueueReadBuffer(fault_->buffer(), CL_TRUE, 0, sizeof found, &found);
    if (found == 0) return false;
    const cl_int none = 0;
    queue.enqueueWriteBuffer(fault_->buffer(), CL_TRUE, 0, sizeof none, &none);
    return true;
}

}  // namespace hg
