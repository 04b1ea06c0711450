#include <gtest/gtest.h>

#include <vector>

#include "sparse/spmv/device_matrix.hpp"
#include "sparse/spmv/tuned_choice.hpp"
#include "support/solver_samples.hpp"
#include <hg/sparse/distributed_sparse_matrix.hpp>
#include <hg/sparse/generate.hpp>

namespace hg {
namespace {

using namespace test;

/// Large enough that its values are worth being pinned.
const SparseMatrix<double>& large_matrix() {
    static const SparseMatrix<double> A = laplacian<double>(27, 55, 55, 55);
    return A;
}

/// Whether this machine's devices pin memory in its place.
bool pins(Machine& machine) {
    std::vector<std::byte> memory(1 << 20);
    machine.register_memory(memory.data(), 1 << 20);
    const bool is_pinned = machine.is_pinned(memory.data(), 1 << 20);
    machine.unregister_memory(memory.data());
    return is_pinned;
}

TEST(SpmvStreamed, ArraysArePinnedForManyProducts) {
    Session& session = solving_session(1);
    Machine& machine = session.machine();
    const SparseMatrix<double>& A = large_matrix();
    const sparse::SpmvPlan plan =
        sparse::spmv_plan(sparse::spmv_figures(A), {ElementType::f64, 1, false, 1}, SpmvOptions{});
    const std::vector<double> x = some_vector<double>(A.cols());
    std::vector<double> first(x.size()), y(x.size());
    const auto value_of = [](const Bindings& bindings) {
        return bindings.matrices().at("d0_0_0_value").data;
    };
    const void* value = nullptr;
    {
        sparse::DeviceMatrix on(A, plan, session, machine.target(), true);
        for (int product = 1; product <= 5; ++product) {
            const sparse::ProductArguments<double> arguments{1, 1, x.data(), A.cols(), 0, y.data(), A.rows()};
            on.begin_product(session);
            const Bindings bindings = on.bindings(arguments);
            value = value_of(bindings);
            EXPECT_EQ(machine.is_pinned(value, 1 << 25), product > 3 && pins(machine)) << product;
            session.run(on.program(arguments.form()), bindings);
            if (product == 1) first = y;
            EXPECT_EQ(y, first) << product;
        }
    }
    EXPECT_FALSE(machine.is_pinned(value, 1 << 25)) << "the arrays are gone";
    std::vector<double> expected(x.size());
    host_product<double>(Op::none, 1, A, x, 0, expected);
    for (std::size_t i = 0; i < y.size(); ++i) ASSERT_NEAR(y[i], expected[i], 1e-12) << i;
}

/// What is on the link behind the product of other rows.
TEST(SpmvShares, ProductsBeginBeforeAllOfXIsThere) {
    const SparseMatrix<double> A = laplacian<double>(5, 1024, 1024);
    const std::vector<double> x = some_vector<double>(2 * A.cols());
    std::vector<double> first(x.size());
    for (const std::size_t devices : {1, 2, 3}) {
        Session& session = solving_session(devices);
        const sparse::SpmvPlan plan =
            sparse::spmv_plan(sparse::spmv_figures(A), {ElementType::f64, 1, false, 1}, SpmvOptions{});
        sparse::DeviceMatrix on(A, plan, session, session.machine().target(), false);
        ASSERT_TRUE(on.is_resident());
        std::vector<double> y(x.size());
        const sparse::ProductArguments<double> arguments{2, 1, x.data(), A.cols(), 0, y.data(), A.rows()};
        const Program program = on.program(arguments.form());
        const auto products = program.queue({0, QueueKind::exec});
        EXPECT_EQ(products.size(), devices == 1 ? 4 : devices == 2 ? 2 : 1);
        std::int64_t awaited = 0, all = 0;
        for (const Dependency& dependency : program.dependencies(products[0]))
            awaited += program.transfer_bytes(dependency.on);
        for (const CommandId load : program.queue({0, QueueKind::load})) all += program.transfer_bytes(load);
        EXPECT_NEAR(static_cast<double>(awaited) * static_cast<double>(products.size()),
                    static_cast<double>(all), 0.1 * static_cast<double>(all));
        session.run(program, on.bindings(arguments));
        if (devices == 1) first = y;
        EXPECT_EQ(y, first) << devices << " devices";
    }
    std::vector<double> expected(static_cast<std::size_t>(A.rows()));
    host_product<double>(Op::none, 1, A, std::span(x).subspan(expected.size(), expected.size()), 0, expected);
    for (std::size_t i = 0; i < expected.size(); ++i)
        ASSERT_NEAR(first[expected.size() + i], expected[i], 1e-13) << i;
}

}  // namespace
}  // namespace hg
