// Runs guards on numbers that are places of their operands, and on numbers that are none, through the plain
// OpenCL C interface: Oclgrind sees that no guard leaves its own operands. What they find is what the host
// finds.
#include <cstdio>
#include <deque>
#include <iterator>
#include <stdexcept>

#include "kernels/guard/guards.hpp"
#include "oclgrind_device.hpp"
#include "tests/support/guarded_samples.hpp"

namespace {

using namespace hg;
using test::AnyMatrix;
using test::Device;
using test::GuardedSample;
using test::Matrix;

/// Whether a guard of the sample's instruction finds a fault.
bool finds_fault(Device& device, GuardedSample& sample) {
    Matrix<std::int32_t> fault(1, 1, 0, 1);
    fault.data[0] = 0;
    std::vector<Register> shapes;
    for (const auto& operand : sample.operands) shapes.push_back(operand.shape);
    for (const Guard& guard : sample.instruction->guards) {
        std::deque<Matrix<std::int32_t>> operands;
        for (const std::size_t o : guard.operands) {
            test::SampleOperand& of = sample.operands[o];
            operands.emplace_back(of.shape.rows, of.shape.cols, 0, 1);
            std::copy_n(of.as<std::int32_t>(), operands.back().data.size(), operands.back().data.begin());
        }
        std::vector<AnyMatrix> all(operands.begin(), operands.end());
        all.emplace_back(fault);
        device.run(*guard.kernel, all, guard.scalars({shapes, sample.scalars}));
    }
    return fault.data[0] != 0;
}

void expect_like_host(Device& device, GuardedSample& sample) {
    const bool on_host = !test::guarded_fault(sample).empty();
    if (finds_fault(device, sample) == on_host) return;
    ++test::failures;
    std::printf("WRONG %s: the host finds %s\n", sample.instruction->name.c_str(),
                on_host ? "a fault" : "none");
}

void check_sample(Device& device, const GuardedSample& original) {
    GuardedSample same = original;
    expect_like_host(device, same);
    for (std::size_t o = 0; o < original.operands.size(); ++o) {
        const bool is_read = reads(original.instruction->operands[o].access);
        if (original.operands[o].shape.type != ElementType::i32 || !is_read) continue;
        for (const std::size_t at : test::some_places(original.operands[o])) {
            GuardedSample sample = original;
            // Oclgrind is slow: one number a place.
            sample.operands[o].as<std::int32_t>()[at] = test::kNoPlaces[at % std::size(test::kNoPlaces)];
            expect_like_host(device, sample);
        }
    }
    std::printf("good  guards of %s\n", original.instruction->name.c_str());
}

/// The first numbers of a register with gaps become zeros, and no others.
void check_zeros(Device& device) {
    Matrix<std::int32_t> x(3, 4, 2, 1);
    for (std::int32_t& number : x.data) number = 9;
    const Guard guard = kernels::guard_with_zeros(0, 7);
    const Register shape = AnyMatrix(x).shape;
    device.run(*guard.kernel, {x}, guard.scalars({{&shape, 1}, {}}));
    for (std::int64_t j = 0; j < x.cols; ++j)
        for (std::int64_t i = 0; i < x.ld; ++i)
            if (x(i, j) != (i < x.rows && i + j * x.rows < 7 ? 0 : 9)) ++test::failures;
}

}  // namespace

int main() {
    return test::run_checks([](Device& device) {
        for (const GuardedSample& sample : test::guarded_samples()) check_sample(device, sample);
        check_zeros(device);
    });
}
