// Runs rank updates at small, odd sizes through the plain OpenCL C interface and compares with their host
// implementations, as oclgrind_kernels does with products.
#include <complex>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include "oclgrind_device.hpp"
#include <hg/kernels/rank_update.hpp>

namespace {

using namespace hg;
using kernels::RankUpdate;
using kernels::RankUpdateParameters;
using kernels::VectorCoefficient;
using test::AnyMatrix;
using test::Device;
using test::expect_close;
using test::Matrix;

template <class T>
void check(Device& device, RankUpdateParameters p, std::int64_t m, std::int64_t n, std::int64_t gap) {
    p.type = element_type_of<T>();
    Matrix<T> x(m, 1, 0, 1), y(1, n, 2, 2), A(m, n, gap, 3), of(1, 1, 0, 4), over(1, 1, 0, 5);
    Matrix<T> wanted = A;
    std::vector<AnyMatrix> operands{x};
    std::vector<ScalarValue> scalars{0.8, 1.0};
    const bool complex = is_complex(p.type);
    if (p.operation != RankUpdate::syr) {
        operands.emplace_back(y);
        scalars.emplace_back(0.0);
    }
    if (complex && p.operation == RankUpdate::ger) scalars.insert(scalars.end(), {1.0, 0.0});  // gerc
    if (complex) scalars.emplace_back(1.0);  // of the conjugate
    const std::size_t place = operands.size();
    operands.emplace_back(A);
    if (p.coefficient != VectorCoefficient::number) operands.emplace_back(of);
    if (p.coefficient == VectorCoefficient::quotient) operands.emplace_back(over);
    std::vector<HostOperand> on_host;
    for (const AnyMatrix& operand : operands) on_host.push_back(operand.host());
    on_host[place] = AnyMatrix(wanted).host();
    const InstructionPtr instruction = kernels::rank_update(p);
    device.run(*instruction, operands, scalars);
    instruction->host({on_host, scalars});
    expect_close(instruction->name + " " + std::to_string(m) + "x" + std::to_string(n), A.data, wanted.data);
}

}  // namespace

int main() {
    try {
        Device device;
        check<double>(device, {.blocking = {2, 8, 8, 4}}, 37, 20, 3);
        check<float>(device, {.coefficient = VectorCoefficient::quotient, .blocking = {4, 2, 8, 2}}, 21, 30,
                     1);
        check<std::complex<double>>(
            device, {.coefficient = VectorCoefficient::quotient, .blocking = {1, 8, 8, 4}}, 21, 13, 2);
        for (const bool upper : {false, true}) {
            check<std::complex<float>>(
                device, {.operation = RankUpdate::syr, .upper = upper, .blocking = {1, 8, 4, 2}}, 27, 27, 1);
            check<std::complex<double>>(
                device, {.operation = RankUpdate::syr2, .upper = upper, .blocking = {1, 8, 8, 4}}, 26, 26, 2);
            check<double>(device, {.operation = RankUpdate::syr, .upper = upper, .blocking = {2, 8, 8, 2}},
                          53, 53, 1);
            check<double>(device,
                          {.operation = RankUpdate::syr2,
                           .upper = upper,
                           .coefficient = VectorCoefficient::element,
                           .blocking = {4, 4, 4, 4}},
                          45, 45, 2);
        }
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return test::failures == 0 ? 0 : 1;
}
