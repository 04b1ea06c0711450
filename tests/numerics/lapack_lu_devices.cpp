#include <gtest/gtest.h>

#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lapack/lu/lu_builder.hpp"
#include "support/complex_samples.hpp"
#include "support/device_parts.hpp"
#include "support/pocl_optimiser.hpp"
#include "support/test_devices.hpp"
#include <hg/runtime/machine/bindings.hpp>
#include <hg/runtime/machine/machine.hpp>

namespace hg {
namespace {

using test::Matrix;

/// What a program leaves: factors, or the solution, and its pivots.
template <class T>
struct LuResult {
    std::vector<T> A;
    std::vector<T> X;
    std::vector<std::int32_t> pivots;
    std::size_t devices = 0;
};

/// A factorization on as many devices as asked for, which simulation might have found too many.
template <class T>
LuResult<T> run_lu(Machine& machine, std::size_t devices, const LuProblem& problem, const Matrix<T>& A,
                   const Matrix<T>& B) {
    const Program program = lu_program(problem, machine.target(), kernels::Database::shipped(), devices);
    LuResult<T> result{A.data, B.data, {}, 0};
    std::vector<T> right_hand_sides = B.data, exchange;
    std::vector<std::int32_t> moves;
    Bindings bindings;
    for (const MatrixParameter& x : program.matrices()) {
        const auto elements = static_cast<std::size_t>(x.rows * x.cols);
        if (x.name == "A") bindings.matrix(x.name, result.A.data(), A.ld);
        if (x.name == "B") bindings.matrix(x.name, right_hand_sides.data(), B.ld);
        if (x.name == "X") bindings.matrix(x.name, result.X.data(), B.ld);
        if (x.name == "pivots")
            bindings.matrix(x.name, (result.pivots.resize(elements), result.pivots.data()), x.rows);
        if (x.name == "moves") bindings.matrix(x.name, (moves.resize(elements), moves.data()), x.rows);
        if (x.name == "exchange")
            bindings.matrix(x.name, (exchange.resize(elements), exchange.data()), x.rows);
    }
    for (DeviceIndex d = 0; d < machine.device_count(); ++d)
        result.devices += program.queue({d, QueueKind::exec}).empty() ? 0 : 1;
    machine.run(program, bindings);
    return result;
}

template <class T>
class LuDevices : public test::Optimised<testing::Test> {};
using LuTypes = testing::Types<double, std::complex<double>>;
TYPED_TEST_SUITE(LuDevices, LuTypes);

/// The same bits, however many devices share the columns.
TYPED_TEST(LuDevices, GiveTheSameBits) {
    using T = TypeParam;
    Machine machine(test::test_options());
    if (machine.device_count() < 2) GTEST_SKIP() << "there is one device";
    const std::int64_t n = sizeof(T) == 8 ? 330 : 170;  // three block columns
    // The last has columns that come to the devices while others are factored.
    const LuProblem problems[] = {{.m = n, .n = n, .nrhs = 3},
                                  {.m = n, .n = n, .pivoting = Pivoting::none},
                                  {.m = n, .n = 2 * n, .pivoting = Pivoting::tournament},
                                  {.m = n + 50, .n = 3 * n}};
    for (LuProblem problem : problems) {
        problem.type = element_type_of<T>();
        Matrix<T> A(Layout::col_major, problem.m, problem.n, 1, 13);
        for (std::int64_t i = 0; problem.pivoting == Pivoting::none && i < problem.m; ++i)
            A(i, i) += static_cast<double>(n);
        const Matrix<T> B(Layout::col_major, problem.n, std::max<std::int64_t>(problem.nrhs, 1), 2, 14);
        const LuResult<T> expected = run_lu(machine, 1, problem, A, B);
        EXPECT_EQ(expected.devices, 1U);
        for (std::size_t devices = 2; devices <= machine.device_count(); ++devices) {
            const LuResult<T> got = run_lu(machine, devices, problem, A, B);
            EXPECT_EQ(got.devices, devices);
            EXPECT_EQ(got.pivots, expected.pivots);
            EXPECT_EQ(got.A, expected.A) << problem.key() << " on " << devices;
            EXPECT_EQ(got.X, expected.X) << problem.key() << " on " << devices;
        }
    }
}

TEST(LuOnParts, OfOneDeviceGivesTheSameBits) {
    MachineOptions options = test::test_options();
    options.devices = test::halves_of_a_device();
    if (options.devices.empty()) GTEST_SKIP() << "no OpenCL device with an even number of compute units";
    Machine machine(options);
    const LuProblem problem{.type = ElementType::f64, .m = 330, .n = 330};
    const Matrix<double> A(Layout::col_major, problem.m, problem.n, 1, 13);
    const Matrix<double> B(Layout::col_major, problem.n, 1, 2, 14);
    const LuResult<double> expected = run_lu(machine, 1, problem, A, B);
    const LuResult<double> got = run_lu(machine, 2, problem, A, B);
    EXPECT_EQ(got.devices, 2U);
    EXPECT_EQ(got.pivots, expected.pivots);
    EXPECT_EQ(got.A, expected.A);
}

}  // namespace
}  // namespace hg
