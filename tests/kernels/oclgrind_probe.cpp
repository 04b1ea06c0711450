// Runs the instructions of probes at small, odd sizes through the plain OpenCL C interface and compares with
// their host implementations, as oclgrind_kernels does with products.
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include "oclgrind_device.hpp"
#include "runtime/machine/measure/kernels/memory_kernel.hpp"
#include "runtime/machine/measure/kernels/memory_pattern.hpp"
#include "runtime/machine/measure/kernels/peak_kernel.hpp"

namespace {

using namespace hg;
using test::AnyMatrix;
using test::Device;
using test::Matrix;

/// Compares the last operand.
template <class T>
void compare(Device& device, const Instruction& instruction, std::vector<AnyMatrix> operands,
             Matrix<T> result, const std::vector<ScalarValue>& scalars) {
    operands.emplace_back(result);
    test::check(device, instruction, operands, scalars, instruction.operands.back().name);
}

template <class T>
Matrix<T> pattern(std::int64_t n, int shift) {
    Matrix<T> x(n, 1, 0, 1);
    for (std::int64_t e = 0; e < n; ++e) x(e, 0) = static_cast<T>(pattern_value(e, shift));
    return x;
}

template <class T>
void check_memory(Device& device) {
    constexpr ElementType type = element_type_of<T>();
    for (const MemoryOperation operation : kMemoryOperations) {
        if (is_on_chip(operation)) {
            compare(device, *memory_kernel({operation, type, 2, 2, 32, 2}), {}, Matrix<int>(64, 1, 0, 1),
                    {ScalarValue(9.0), ScalarValue(1.0)});
            continue;
        }
        const MemoryKernel k{operation, type, traits_of(operation).is_permuted ? 1 : 2, 2, 16, 3};
        const std::int64_t n = 5 * chunk_of(k) + (operation == MemoryOperation::shared ? 0 : 21);
        Matrix<T> a = pattern<T>(n, 0), b = pattern<T>(n, kSecondShift);
        std::vector<AnyMatrix> inputs;
        if (operation != MemoryOperation::set) inputs.emplace_back(a);
        if (traits_of(operation).vectors == 3) inputs.emplace_back(b);
        const InstructionPtr instruction = memory_kernel(k);
        const std::vector<ScalarValue> scalars(instruction->scalars.size(), ScalarValue(2.0));
        if (traits_of(operation).sums)
            compare(device, *instruction, inputs, Matrix<int>(groups_of(k, n), 1, 0, 1), scalars);
        else
            compare(device, *instruction, inputs, Matrix<T>(n, 1, 0, 1), scalars);
    }
    compare(device, *memory_pattern(type), {}, Matrix<T>(700, 1, 0, 1), {ScalarValue(3.0)});
    Matrix<T> c = pattern<T>(700, 0);
    c(3, 0) = 100;
    compare(device, *memory_faults(type), {c}, Matrix<int>(kPatternGroups, 1, 0, 1),
            {ScalarValue(0.0), ScalarValue(1.0), ScalarValue(0.0)});
}

void check_peak(Device& device) {
    for (const PeakType type : {PeakType::f32, PeakType::f64, PeakType::i32})
        compare(device, *peak_kernel({type, 2, 2, 8, 2}), {}, Matrix<int>(16, 1, 0, 1),
                {ScalarValue(2.0), ScalarValue(-1.0), ScalarValue(8.0)});
    // One group alone: Oclgrind runs groups one after the other.
    Matrix<int> counter(1, 1, 0, 1), values(1, 1, 0, 1);
    counter(0, 0) = values(0, 0) = 0;
    compare(device, *group_barrier(1, 8), {counter, values}, Matrix<int>(1, 1, 0, 1), {ScalarValue(3.0)});
}

}  // namespace

int main() {
    return test::run_checks([](Device& device) {
        check_memory<double>(device);
        check_memory<float>(device);
        check_peak(device);
    });
}
