#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "support/expected_error.hpp"
#include "support/faulty_session.hpp"
#include "support/solver_samples.hpp"
#include <hg/runtime/program/error.hpp>
#include <hg/sparse/solvers.hpp>

namespace hg {
namespace {

using test::kSolvers;

/// A lost device takes its vectors along: the call throws, and the next one does without it.
TEST(SolverErrors, ALostDeviceEndsTheCallAndNotTheNextOne) {
    const SparseMatrix<double> A = laplacian<double>(7, 6, 6, 6);
    const std::vector<double> b = test::some_vector<double>(A.rows());
    for (const auto& [solver, solve] : kSolvers<double>)
        for (const Operation operation : test::kOperations)
            for (const int position : {0, 2, 25}) {
                test::FaultySession<2> faulty(test::first_test_devices(2));
                const std::string what = std::string(solver) + ", " + std::string(name(operation)) + " " +
                                         std::to_string(position);
                faulty.fail(1, operation, position);
                std::vector<double> x(b.size());
                try {
                    solve(A, b, x, {}, &faulty.session);
                    // Few commands of this kind: the fault did not come.
                    EXPECT_LE(faulty.plans[1].count(operation), position) << what;
                } catch (const Error& error) {
                    EXPECT_EQ(error.code(), ErrorCode::device_lost) << what;
                }
                const SolveReport report = solve(A, b, x, {}, &faulty.session);
                EXPECT_EQ(report.reason, StopReason::converged) << what;
                EXPECT_LE(test::residual_of(A, b, x), 2e-10) << what;
            }
}

TEST(SolverErrors, SystemsBeyondTheDevicesMemoryAreRefused) {
    const SparseMatrix<double> A = laplacian<double>(27, 20, 20, 20);
    const std::vector<double> b(static_cast<std::size_t>(A.rows()), 1.0);
    MachineOptions options = test::first_test_devices(1);
    options.memory_limit = 1 << 20;
    Session session(options);
    for (const auto& [solver, solve] : kSolvers<double>) {
        std::vector<double> x(b.size(), 3.0);
        test::expect_error(ErrorCode::out_of_memory, {},
                           [&, &solve = solve] { return solve(A, b, x, {}, &session); });
        EXPECT_EQ(x, std::vector<double>(b.size(), 3.0)) << solver;
    }
}

TEST(SolverErrors, CallsOfSeveralThreadsDoNotMeet) {
    const SparseMatrix<double> A = laplacian<double>(7, 6, 5, 4);
    const std::vector<double> b = test::some_vector<double>(A.rows());
    Session& session = test::solving_session(2);
    std::vector<std::vector<double>> x(std::size(kSolvers<double>) * 2, std::vector<double>(b.size()));
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < x.size(); ++t)
        threads.emplace_back(
            [&, t] { kSolvers<double>[t / 2].second(A, b, x[t], {.restart = 8}, &session); });
    for (std::thread& thread : threads) thread.join();
    for (std::size_t t = 0; t < x.size(); t += 2) {
        EXPECT_EQ(x[t], x[t + 1]) << kSolvers<double>[t / 2].first;
        EXPECT_LE(test::residual_of(A, b, x[t]), 2e-10) << kSolvers<double>[t / 2].first;
    }
}

}  // namespace
}  // namespace hg
