// Panels and diagonal blocks that are factored in EXEC2, beside updates in EXEC: the same results as one
// after the other.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <vector>

#include "support/cholesky_samples.hpp"
#include "support/fast_gpus.hpp"
#include "support/lu_samples.hpp"
#include "support/pocl_optimiser.hpp"
#include <hg/lapack/getrf_program.hpp>
#include <hg/lapack/potrf_program.hpp>
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/verify.hpp>

namespace hg {
namespace {

using test::Matrix;
using test::random_matrix;

constexpr std::int64_t kUnits = 132;

/// The machine's first device as if it were a GPU with this many compute units.
Target target_with_units(const Machine& machine, std::int64_t units) {
    Target target = test::fast_gpus(1);
    target.devices[0].memory = machine.target().devices[0].memory;
    target.devices[0].largest_slot = machine.target().devices[0].largest_slot;
    target.devices[0].traits.compute_units = units;
    return target;
}

using ProgramOf = std::function<Program(const Target&)>;
using BindingsOf = std::function<Bindings()>;

/// Runs it one after the other, then with two queues.
void run_both(const ProgramOf& program_of, const BindingsOf& alone, const BindingsOf& beside) {
    Machine machine(test::first_test_devices(1));
    const Program one = program_of(target_with_units(machine, 1));
    const Program two = program_of(target_with_units(machine, kUnits));
    verify(two);
    EXPECT_TRUE(one.queue({0, QueueKind::exec2}).empty());
    EXPECT_FALSE(two.queue({0, QueueKind::exec2}).empty());
    machine.run(one, alone());
    machine.run(two, beside());
}

/// Bit by bit: triangles that nothing touches hold NaN.
bool are_same(const Matrix<double>& A, const Matrix<double>& B) {
    return std::memcmp(A.data.data(), B.data.data(), A.data.size() * sizeof(double)) == 0;
}

class Beside : public test::Optimised<testing::TestWithParam<std::int64_t>> {};

TEST_P(Beside, LuIsTheSame) {
    const std::int64_t n = GetParam();
    for (const Pivoting pivoting : {Pivoting::partial, Pivoting::tournament, Pivoting::none}) {
        Matrix<double> A = random_matrix<double>(n, n, static_cast<unsigned>(n));
        for (std::int64_t i = 0; i < n && pivoting == Pivoting::none; ++i) A(i, i) += static_cast<double>(n);
        Matrix<double> B = A;
        std::vector<std::int32_t> pivots(static_cast<std::size_t>(2 * n + 1024)), other_pivots = pivots;
        const auto bindings = [&](Matrix<double>& x, std::vector<std::int32_t>& p) {
            Bindings all;
            all.matrix("A", x.data.data(), x.ld);
            // A column of `pivots` for each panel: of 128 rows from order 512 on, of 64 below.
            if (pivoting != Pivoting::none) all.matrix("pivots", p.data(), n >= 512 ? 128 : 64);
            return all;
        };
        run_both(
            [&](const Target& target) {
                return getrf_program({.m = n, .n = n, .pivoting = pivoting}, target,
                                     kernels::Database::shipped());
            },
            [&] { return bindings(A, pivots); }, [&] { return bindings(B, other_pivots); });
        EXPECT_TRUE(are_same(A, B));
        EXPECT_EQ(pivots, other_pivots);
    }
}

TEST_P(Beside, CholeskyIsTheSame) {
    const std::int64_t n = GetParam();
    for (const Uplo uplo : {Uplo::lower, Uplo::upper}) {
        Matrix<double> A = test::definite_matrix<double>(uplo, n, static_cast<unsigned>(n));
        Matrix<double> B = A;
        run_both(
            [&](const Target& target) {
                return potrf_program({.uplo = uplo, .n = n}, target, kernels::Database::shipped());
            },
            [&] { return Bindings{}.matrix("A", A.data.data(), A.ld); },
            [&] { return Bindings{}.matrix("A", B.data.data(), B.ld); });
        EXPECT_TRUE(are_same(A, B));
    }
}

INSTANTIATE_TEST_SUITE_P(Orders, Beside, testing::Values(64, 200, 700, 1100));

}  // namespace
}  // namespace hg
