// Runs the instructions of symv at small, odd sizes through the plain OpenCL C interface and compares with their host
// implementations, as oclgrind_kernels does with products.
#include <cstdio>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "oclgrind_device.hpp"
#include <hg/kernels/symv.hpp>

namespace {

using namespace hg;
using kernels::SymvCoefficients;
using kernels::SymvParameters;
using kernels::VectorCoefficient;
using test::AnyMatrix;
using test::Device;
using test::expect_close;
using test::Matrix;

void run(Device& device, const Instruction& instruction, const std::vector<AnyMatrix>& got,
         const std::vector<AnyMatrix>& wanted, const std::vector<ScalarValue>& scalars) {
    device.run(instruction, got, scalars);
    std::vector<HostOperand> on_host;
    for (const AnyMatrix& operand : wanted) on_host.push_back(operand.host());
    instruction.host({on_host, scalars});
}

template <class T>
void check(Device& device, SymvParameters p, const SymvCoefficients& c, std::int64_t n, std::int64_t gap) {
    p.type = element_type_of<T>();
    Matrix<T> A(n, n, gap, 1), x(1, n, 2, 2), y(n, 1, 0, 3), sums(n, sums_of(p, n), 1, 4);
    Matrix<T> numbers[]{{1, 1, 0, 5}, {1, 1, 0, 6}, {1, 1, 0, 7}, {1, 1, 0, 8}};
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < n; ++i)
            if (p.upper ? i > j : i < j) A(i, j) = std::numeric_limits<T>::quiet_NaN();
    Matrix<T> wanted_y = y, wanted_sums = sums;
    const InstructionPtr products = kernels::symv_products(p);
    run(device, *products, {A, x, sums}, {A, x, wanted_sums}, {1.0});
    expect_close(products->name + " n=" + std::to_string(n), sums.data, wanted_sums.data);
    const InstructionPtr sum = kernels::symv_sum(p, c);
    std::vector<AnyMatrix> got{sums, y}, wanted{wanted_sums, wanted_y};
    for (std::size_t k = 2; k < sum->operands.size(); ++k) {
        got.emplace_back(numbers[k - 2]);
        wanted.emplace_back(numbers[k - 2]);
    }
    std::vector<ScalarValue> scalars(sum->scalars.size(), 0.75);
    scalars.back() = 1.0;
    run(device, *sum, got, wanted, scalars);
    expect_close(sum->name, y.data, wanted_y.data);
}

}  // namespace

int main() {
    try {
        Device device;
        for (const bool upper : {false, true}) {
            check<double>(device, {.upper = upper, .blocking = {2, 16, 2, 4, 4, 4, 0, 3}}, {}, 61, 1);
            check<double>(device, {.upper = upper, .blocking = {2, 8, 1, 3, 2, 4, 1, 2}},
                          {VectorCoefficient::quotient, VectorCoefficient::element}, 38, 2);
            check<double>(device, {.upper = upper, .blocking = {2, 8, 4, 8, 4, 4, 1, 1}}, {}, 83, 1);
            check<double>(device, {.upper = upper, .blocking = {4, 16, 2, 4, 1, 1, 0, 1}}, {}, 77, 1);
        }
        check<float>(device, {.blocking = {4, 16, 1, 1, 2, 8, 1, 1}}, {.overwrite = true}, 47, 1);
        check<float>(device, {.upper = true, .blocking = {1, 32, 1, 4, 16, 2, 0, 2}},
                     {VectorCoefficient::element, VectorCoefficient::quotient}, 64, 0);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return test::failures == 0 ? 0 : 1;
}
