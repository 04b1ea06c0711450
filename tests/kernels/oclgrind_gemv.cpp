// Runs products of a matrix and a vector at small, odd sizes through the plain OpenCL C interface and compares with their
// host implementations, as oclgrind_kernels does with products of matrices.
#include <complex>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include "oclgrind_device.hpp"
#include <hg/kernels/gemv.hpp>

namespace {

using namespace hg;
using kernels::GemvBlocking;
using kernels::GemvParameters;
using kernels::VectorCoefficient;
using test::AnyMatrix;
using test::Device;
using test::expect_close;
using test::Matrix;

/// The operands of all instructions: A of m x n, with `gap` elements under each column.
template <class T>
struct Operands {
    Operands(const GemvParameters& p, std::int64_t m, std::int64_t n, std::int64_t gap, bool row)
        : A(m, n, gap, 1),
          x(vector(p.transpose ? m : n, row, 2)),
          y(vector(p.transpose ? n : m, !row, 3)),
          sums(p.transpose ? n : m, p.blocking.split, 1, 4),
          number(1, 1, 0, 5) {}

    static Matrix<T> vector(std::int64_t n, bool row, unsigned seed) {
        return row ? Matrix<T>(1, n, 2, seed) : Matrix<T>(n, 1, 0, seed);
    }
    [[nodiscard]] AnyMatrix of(const Operand& operand) {
        if (operand.name == "A") return A;
        if (operand.name == "x") return x;
        if (operand.name == "y") return y;
        return operand.name == "sums" ? sums : number;
    }

    Matrix<T> A, x, y, sums, number;
};

template <class T>
void compare(Device& device, const Instruction& instruction, Operands<T>& got, Operands<T>& wanted,
             bool flags) {
    std::vector<ScalarValue> scalars;
    for (const ScalarOperand& scalar : instruction.scalars)
        scalars.emplace_back(scalar.type == ElementType::i32 ? double(flags)
                             : scalar.name == "beta"         ? 0.5
                                                             : -1.25);
    std::vector<AnyMatrix> on_device;
    std::vector<HostOperand> on_host;
    for (const Operand& operand : instruction.operands) {
        on_device.push_back(got.of(operand));
        on_host.push_back(wanted.of(operand).host());
    }
    device.run(instruction, on_device, scalars);
    instruction.host({on_host, scalars});
    const std::string what =
        instruction.name + " " + std::to_string(got.A.rows) + "x" + std::to_string(got.A.cols);
    expect_close(what + " y", got.y.data, wanted.y.data);
    expect_close(what + " sums", got.sums.data, wanted.sums.data);
}

/// The instruction, and the second one if there is one.
template <class T>
void check(Device& device, GemvParameters p, std::int64_t m, std::int64_t n, std::int64_t gap, bool row) {
    p.type = element_type_of<T>();
    Operands<T> got(p, m, n, gap, row);
    Operands<T> wanted = got;
    compare(device, *kernels::gemv_kernel(p), got, wanted, row);
    if (!leaves_sums(p)) return;
    compare(
        device,
        *kernels::gemv_total({.type = p.type, .beta = VectorCoefficient::element, .lanes = p.blocking.split}),
        got, wanted, row);
}

}  // namespace

int main() {
    try {
        Device device;
        const GemvBlocking columns{.row_items = 2, .column_items = 4, .vector = 2, .rows = 2, .unroll = 2};
        const GemvBlocking rows{.row_items = 4, .column_items = 2, .vector = 2, .columns = 2, .unroll = 2};
        const auto split = [](GemvBlocking blocking) {
            blocking.split = 2;
            return blocking;
        };
        const auto quotient = VectorCoefficient::quotient;
        for (const bool transpose : {false, true}) {
            const GemvBlocking& b = transpose ? rows : columns;
            check<double>(device, {.transpose = transpose, .alpha = quotient, .blocking = b}, 23, 19, 1,
                          true);
            check<double>(device, {.transpose = transpose, .overwrite = true, .blocking = b}, 29, 18, 2,
                          false);
            check<float>(device, {.transpose = transpose, .blocking = split(b)}, 33, 37, 0, true);
            for (const bool upper : {false, true})
                check<double>(device, {.transpose = transpose, .triangle = true, .blocking = split(b)}, 41,
                              41, 3, upper);
            GemvBlocking single = b;
            single.vector = 1;
            check<std::complex<double>>(
                device, {.transpose = transpose, .alpha = quotient, .blocking = single}, 23, 19, 1, true);
            check<std::complex<float>>(device,
                                       {.transpose = transpose, .triangle = true, .blocking = split(single)},
                                       21, 21, 3, true);
        }
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return test::failures == 0 ? 0 : 1;
}
