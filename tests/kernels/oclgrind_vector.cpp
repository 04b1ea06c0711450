// Runs the instructions on vectors at small, odd sizes through the plain OpenCL C interface and compares with their host
// implementations, as oclgrind_kernels does with products.
#include <complex>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include "oclgrind_device.hpp"
#include <hg/blas/types.hpp>
#include <hg/kernels/vector.hpp>

namespace {

using namespace hg;
using kernels::VectorCoefficient;
using kernels::VectorOperation;
using kernels::VectorParameters;
using test::AnyMatrix;
using test::Device;
using test::expect_close;
using test::Matrix;

/// The operands of all instructions.
template <class T>
struct Operands {
    Operands(std::int64_t n, bool row, std::int64_t groups, std::int64_t cols)
        : x(row ? 1 : n, row ? n : 1, 2, 1),
          y(n, 1, 0, 2),
          a(1, 1, 0, 3),
          b(1, 1, 0, 4),
          sums(groups, cols, 1, 5),
          result(1, 1, 0, 6),
          real_a(1, 1, 0, 9),
          real_b(1, 1, 0, 10),
          real_sums(groups, cols, 1, 11),
          real_result(1, 1, 0, 12),
          places(groups, 1, 0, 7),
          place(1, 1, 0, 8) {}

    [[nodiscard]] AnyMatrix of(const Operand& operand) {
        const auto of_type = [&](Matrix<T>& element, Matrix<RealOf<T>>& real) -> AnyMatrix {
            if (operand.type == element_type_of<T>()) return element;
            return real;
        };
        const bool is_place = operand.type == ElementType::i32;
        if (operand.name == "x") return x;
        if (operand.name == "y") return y;
        if (operand.name == "a") return of_type(a, real_a);
        if (operand.name == "b") return of_type(b, real_b);
        if (operand.name == "sums") return is_place ? AnyMatrix(places) : of_type(sums, real_sums);
        return is_place ? AnyMatrix(place) : of_type(result, real_result);
    }

    Matrix<T> x, y, a, b, sums, result;
    Matrix<RealOf<T>> real_a, real_b, real_sums, real_result;
    Matrix<int> places, place;
};

template <class T>
void compare(Device& device, const Instruction& instruction, Operands<T>& got, Operands<T>& wanted,
             bool reversed) {
    std::vector<ScalarValue> scalars;
    for (const ScalarOperand& scalar : instruction.scalars)
        scalars.emplace_back(scalar.name == "reversed" ? double(reversed) : scalar.name == "s" ? 0.6 : 0.8);
    std::vector<AnyMatrix> on_device;
    std::vector<HostOperand> on_host;
    for (const Operand& operand : instruction.operands) {
        on_device.push_back(got.of(operand));
        on_host.push_back(wanted.of(operand).host());
    }
    device.run(instruction, on_device, scalars);
    instruction.host({on_host, scalars});
    const std::string what =
        instruction.name + " " + std::to_string(got.x.rows) + "x" + std::to_string(got.x.cols);
    expect_close(what + " x", got.x.data, wanted.x.data);
    expect_close(what + " y", got.y.data, wanted.y.data);
    expect_close(what + " sums", got.sums.data, wanted.sums.data);
    expect_close(what + " result", got.result.data, wanted.result.data);
    expect_close(what + " real sums", got.real_sums.data, wanted.real_sums.data);
    expect_close(what + " real result", got.real_result.data, wanted.real_result.data);
    expect_close(what + " places", got.places.data, wanted.places.data);
    expect_close(what + " place", got.place.data, wanted.place.data);
}

template <class T>
void check(Device& device, const kernels::VectorBlocking& blocking, std::int64_t n, bool row) {
    constexpr ElementType type = element_type_of<T>();
    for (const VectorOperation operation : kernels::kComplexVectorOperations)
        for (const auto coefficient :
             {VectorCoefficient::number, VectorCoefficient::element, VectorCoefficient::quotient}) {
            const VectorParameters p{operation, type, coefficient, blocking};
            const InstructionPtr instruction = kernels::find_vector(name(p));
            if (!instruction) continue;  // there is none with this coefficient, or for these elements
            const bool leaves_sums = blocking.groups > 1;
            Operands<T> got(n, row, groups_of(p, n), leaves_sums ? sums_of(operation) : 1);
            Operands<T> wanted = got;
            compare(device, *instruction, got, wanted, row);
            if (is_reduction(operation) && leaves_sums)
                compare(device, *kernels::vector_total(operation, type, blocking.items), got, wanted, row);
        }
}

}  // namespace

int main() {
    try {
        Device device;
        check<double>(device, {.vector = 2, .work = 2, .items = 8, .groups = 3}, 5 * 32 + 11, false);
        check<double>(device, {.vector = 4, .work = 1, .items = 4, .groups = 1}, 53, true);
        check<float>(device, {.vector = 1, .work = 3, .items = 4, .groups = 2}, 41, true);
        check<float>(device, {.vector = 4, .work = 1, .items = 16, .groups = 9}, 3, false);
        check<std::complex<double>>(device, {.vector = 1, .work = 2, .items = 8, .groups = 3}, 5 * 16 + 11,
                                    false);
        check<std::complex<float>>(device, {.vector = 1, .work = 3, .items = 4, .groups = 1}, 41, true);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return test::failures == 0 ? 0 : 1;
}
