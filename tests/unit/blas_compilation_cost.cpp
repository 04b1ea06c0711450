#include <gtest/gtest.h>

#include "blas/call/call_policy.hpp"
#include "blas/session/compilation_cost.hpp"
#include "blas/session/model/complete_model.hpp"
#include "support/gemm_calls.hpp"
#include "support/odd_files.hpp"
#include "support/test_devices.hpp"

namespace hg {
namespace {

using test::gemm_works;
using test::GemmSample;

TEST(CompilationCost, IsPaidByGainsTogether) {
    CompilationCost cost;
    EXPECT_TRUE(cost.is_paid_by(CompilationCost::kSeconds));
    EXPECT_FALSE(cost.is_paid_by(0.4 * CompilationCost::kSeconds));
    EXPECT_FALSE(cost.is_paid_by(0.4 * CompilationCost::kSeconds));
    EXPECT_TRUE(cost.is_paid_by(0.4 * CompilationCost::kSeconds));
    EXPECT_FALSE(cost.is_paid_by(0.4 * CompilationCost::kSeconds)) << "what was paid is gone";
}

/// Sessions with an empty cache folder, but for a CPU that takes 0.22 s for kProduct, and devices that take
/// less.
class FirstCallTest : public testing::Test {
  protected:
    FirstCallTest() {
        options_.host_below.reset();
        options_.cache_folder = folder_.path();
        const Machine machine(options_);
        MachineModel model;
        model.devices.resize(machine.device_count());
        for (DeviceRates& device : model.devices) device.call = {1e-4, 1e9, 1e9};
        model.host = {1e6, 1e6};
        model_file(options_.cache_folder, machine, kernels::Database::shipped()).save(model);
    }

    static constexpr GemmSample<double> kProduct{.m = 48, .n = 48, .k = 48};
    const test::TestFolder folder_;
    MachineOptions options_ = test::test_options();
};

TEST_F(FirstCallTest, IsTheCpusUntilGainsPayForCompilers) {
    if (test::on_host()) GTEST_SKIP() << "nothing is compiled for the host device";
    {
        Session session(options_);
        const CallPolicy policy({.compilation_counts = true});
        for (int call = 0; call < 2; ++call) EXPECT_TRUE(gemm_works(session, kProduct));
        EXPECT_EQ(session.statistics().host_calls, 2U);
        EXPECT_FALSE(policy.used_devices());
        for (int call = 0; call < 2; ++call) EXPECT_TRUE(gemm_works(session, kProduct));
        EXPECT_EQ(session.statistics().host_calls, 2U);
        EXPECT_EQ(session.statistics().runs, 2U);
        EXPECT_TRUE(policy.used_devices());
    }
    Session session(options_);
    const CallPolicy policy({.compilation_counts = true});
    EXPECT_TRUE(gemm_works(session, kProduct));
    EXPECT_EQ(session.statistics().runs, 1U) << "the kernel is in the cache folder";
}

TEST_F(FirstCallTest, WaitsForCompilersUnlessItsThreadWishesOtherwise) {
    if (test::on_host()) GTEST_SKIP() << "no device but the host: its BLAS does all calls";
    Session session(options_);
    EXPECT_TRUE(gemm_works(session, kProduct));
    EXPECT_EQ(session.statistics().runs, 1U);
}

}  // namespace
}  // namespace hg
