// Products and solvers wait for calls that were submitted before, if these write what they read.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "support/solver_samples.hpp"
#include <hg/blas/async.hpp>
#include <hg/sparse/distributed_sparse_matrix.hpp>
#include <hg/sparse/solvers.hpp>
#include <hg/sparse/spmv.hpp>

namespace hg {
namespace {

using Vector = std::span<double>;

/// Expects that read(b, x), which copies b by way of the identity, sees what calls before it make of b: each
/// adds n to it.
void expect_order(Session& session, const std::string& what,
                  const std::function<void(Vector, Vector)>& read) {
    constexpr std::int64_t n = 200;
    constexpr int kCalls = 8;
    const std::vector<double> ones(n * n, 1);
    std::vector<double> C(n * n), x(n);
    std::vector<Call> calls;
    for (int i = 0; i < kCalls; ++i)
        calls.push_back(gemm_async<double>(session, Layout::col_major, Op::none, Op::none, n, n, n, 1,
                                           ones.data(), n, ones.data(), n, 1, C.data(), n));
    read(std::span(C).first(n), x);
    EXPECT_NEAR(x[n - 1], n * kCalls, 1e-6) << what;
    for (Call& call : calls) EXPECT_EQ(call.wait(), 0);
}

TEST(OrderOfSparseCalls, ProductsAndSolversComeAfterWhatWritesTheirVectors) {
    const auto identity = test::diagonal_matrix(std::vector<double>(200, 1));
    Session& session = test::solving_session(2);
    DistributedSparseMatrix<double> distributed(identity, Op::none, {}, &session);
    expect_order(session, "distributed", [&](Vector b, Vector x) { distributed.multiply(1, b, 0, x); });
    for (const auto& [name, solve] : test::kSolvers<double>)
        expect_order(session, name,
                     [&, &solve = solve](Vector b, Vector x) { solve(identity, b, x, {}, &session); });
    MachineOptions options = test::first_test_devices(1);
    options.host_below = 1e9;
    Session of_host(options);
    expect_order(of_host, "spmv",
                 [&](Vector b, Vector x) { spmv(Op::none, 1, identity, b, 0, x, {}, &of_host); });
}

}  // namespace
}  // namespace hg
