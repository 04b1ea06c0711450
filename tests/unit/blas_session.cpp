#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>

#include "runtime/machine/device/discovery.hpp"
#include "runtime/machine/trace/advisory_trace.hpp"
#include "support/expected_error.hpp"
#include "support/forwarding_device.hpp"
#include "support/gemm_calls.hpp"
#include "support/odd_files.hpp"
#include "support/pocl_optimiser.hpp"
#include "support/tuned_samples.hpp"
#include <hg/blas/host_buffer.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using test::gemm_works;
using test::GemmSample;
using test::TestFolder;

TEST(Session, RunsOnTheDevicesAskedFor) {
    Session session(test::test_options());
    EXPECT_EQ(session.machine().device(0).is_host, test::on_host());
}

TEST(Session, ASecondCallOfTheSameShapeBuildsNothing) {
    Session session(test::test_options());
    GemmSample<double> s{.m = 40, .n = 30, .k = 20};
    EXPECT_TRUE(gemm_works(session, s));
    s.alpha = 3;
    s.gap = 7;
    s.seed = 9;
    EXPECT_TRUE(gemm_works(session, s)) << "other pointers, scalars and leading dimensions";
    auto statistics = session.statistics();
    EXPECT_EQ(statistics.programs_built, 1u);
    EXPECT_EQ(statistics.programs_reused, 1u);
    EXPECT_EQ(statistics.runs, 2u);
    s.beta = 1;
    EXPECT_TRUE(gemm_works(session, s));
    EXPECT_EQ(session.statistics().programs_built, 2u) << "C is read now";
}

TEST(Session, ForgetsTheProgramThatWasNotUsedForLongest) {
    Session session(test::test_options());
    int built = 0;
    const auto program = [&](int i) {
        (void)session.program("p" + std::to_string(i), [&] {
            ++built;
            return gemm_program({.m = 2, .n = 2, .k = 2}, session.division_target());
        });
    };
    for (int i = 0; i < 64; ++i) program(i);
    program(0);
    program(64);  // takes the place of 1
    EXPECT_EQ(built, 65);
    program(0);
    EXPECT_EQ(built, 65);
    program(1);
    EXPECT_EQ(built, 66);
}

TEST(Session, ServesFourThreadsAtOnce) {
    Session session(test::test_options());
    EXPECT_EQ(test::right_on_threads(4, 5,
                                     [&](unsigned t, unsigned i) {
                                         return gemm_works<double>(session,
                                                                   {.op_a = t % 2 == 0 ? Op::none : Op::trans,
                                                                    .m = 150,
                                                                    .n = 70,
                                                                    .k = 90,
                                                                    .beta = 1,
                                                                    .seed = 10 * t + i});
                                     }),
              20);
    EXPECT_EQ(session.statistics().programs_built, 2u);
    EXPECT_EQ(session.statistics().runs, 20u);
}

TEST(Session, WorksBeyondDeviceMemory) {
    MachineOptions options = test::test_options();
    options.memory_limit = 300 << 10;
    Session session(options);
    const GemmSample<double> s{.m = 400, .n = 300, .k = 200, .beta = -0.5, .gap = 3};
    EXPECT_TRUE(gemm_works(session, s)) << "1.9 MB of matrices on devices of 0.3 MB";
    EXPECT_TRUE(gemm_works(session, GemmSample<float>{.op_a = Op::trans, .m = 300, .n = 400, .k = 200}));
}

/// Counts what is allocated of a device's memory.
class CountedDevice final : public test::ForwardingDevice {
  public:
    CountedDevice(std::unique_ptr<Device> device, std::atomic<int>& allocations)
        : ForwardingDevice(std::move(device)), allocations_(allocations) {}
    std::unique_ptr<DeviceMemory> allocate(std::int64_t bytes) override {
        ++allocations_;
        return ForwardingDevice::allocate(bytes);
    }

  private:
    std::atomic<int>& allocations_;
};

TEST(Session, KeepsMemoryForCallsToComeUntilItIsTrimmed) {
    std::atomic<int> allocations = 0;
    std::vector<std::unique_ptr<Device>> devices = make_devices(test::test_options());
    for (auto& device : devices) device = std::make_unique<CountedDevice>(std::move(device), allocations);
    Session session(std::make_unique<Machine>(std::move(devices), test::test_options()));
    const GemmSample<double> s{.m = 70, .n = 60, .k = 50};
    EXPECT_TRUE(gemm_works(session, s));
    const int first = allocations.exchange(0);
    EXPECT_GT(first, 0);
    EXPECT_TRUE(gemm_works(session, s));
    EXPECT_EQ(allocations, 0);
    session.trim();
    EXPECT_TRUE(gemm_works(session, s));
    EXPECT_EQ(allocations, first);
}

TEST(Session, SaysHowMuchMemoryTheSmallestTilesNeed) {
    MachineOptions options = test::test_options();
    options.memory_limit = 4096;
    Session session(options);
    const GemmSample<double> s{.m = 100, .n = 100, .k = 100};
    const auto c = s.make_c();
    auto got = c;
    test::expect_error(ErrorCode::out_of_memory, {"16384 bytes", "4096 bytes"},
                       [&] { got = call_gemm(session, s, s.make_a(), s.make_b(), c); });
    EXPECT_EQ(got.data, c.data);
}

TEST(Session, ObserverSeesRunsUntilItIsTakenAway) {
    class Counter final : public Observer {
      public:
        void on_begin(std::uint64_t, const Program&) noexcept override { ++begun; }
        void on_end(std::uint64_t, double, bool succeeded) noexcept override { ended += succeeded ? 1 : 0; }
        int begun = 0;
        int ended = 0;
    };
    Session session(test::test_options());
    Counter counter;
    session.observe(&counter);
    EXPECT_TRUE(gemm_works<double>(session, {.m = 10, .n = 10, .k = 10}));
    session.observe(nullptr);
    EXPECT_TRUE(gemm_works<double>(session, {.m = 10, .n = 10, .k = 10}));
    EXPECT_EQ(counter.begun, 1);
    EXPECT_EQ(counter.ended, 1);
}

TEST(Session, WritesATraceWhereAsked) {
    const TestFolder folder;
    const std::string path = folder.file("trace.json");
    ASSERT_EQ(setenv("HG_TRACE", path.c_str(), 1), 0);
    Session session(test::test_options());
    unsetenv("HG_TRACE");
    EXPECT_TRUE(gemm_works<double>(session, {.m = 10, .n = 10, .k = 10}));
    AdvisoryTrace::write_all();
    const std::string text = test::contents(path);
    EXPECT_NE(text.find("EXEC"), std::string::npos) << text.substr(0, 500);
}

TEST(Session, HostBuffersSkipStagingAndHoldZeros) {
    Session session(test::test_options());
    HostBuffer<double> a(session, 60 * 50), b(session, 50 * 40), c(session, 60 * 40);
    EXPECT_EQ(a.size(), 3000);
    for (double x : a) ASSERT_EQ(x, 0.0);
    GemmSample<double> s{.m = 60, .n = 40, .k = 50};
    const auto ma = s.make_a();
    const auto mb = s.make_b();
    std::copy(ma.data.begin(), ma.data.end(), a.begin());
    std::copy(mb.data.begin(), mb.data.end(), b.begin());
    gemm<double>(session, s.layout, s.op_a, s.op_b, s.m, s.n, s.k, 1, a.data(), 60, b.data(), 50, 0, c.data(),
                 60);
    auto got = s.make_c();
    std::copy(c.begin(), c.end(), got.data.begin());
    EXPECT_TRUE(gemm_is_right(s, ma, mb, s.make_c(), got));

    HostBuffer<double> moved = std::move(a);
    EXPECT_EQ(moved[0], ma.data[0]);
    EXPECT_EQ(a.size(), 0);        // NOLINT(bugprone-use-after-move): a moved-from buffer is an empty one
    EXPECT_EQ(a.data(), nullptr);  // NOLINT(bugprone-use-after-move)
    EXPECT_EQ(HostBuffer<float>(session, 0).data(), nullptr);
}

class SessionKernels : public test::Optimised<testing::Test> {};

TEST_F(SessionKernels, AreTheUsersOwnWhereTheCacheFolderHasSome) {
    const TestFolder folder;
    MachineOptions options = test::measuring_options();
    const DeviceModel device = Machine(options).target().devices[0];
    kernels::save_user_results(folder.path(), {test::tuned(device, "gemm_global_f64_nn", 50, 40, 30),
                                               test::tuned(device, "gemm_global_f64_nn", 512, 512, 512)});
    options.cache_folder = folder.path();
    Session session(options);
    const GemmSample<double> s{.m = 50, .n = 40, .k = 30, .beta = 1};
    EXPECT_TRUE(gemm_works(session, s));
    const Program program = session.program(problem_of(s, 0).key(), [&]() -> Program {
        ADD_FAILURE() << "the call's program was not kept";
        return gemm_program(problem_of(s, 0), session.division_target());
    });
    EXPECT_EQ(program.instructions()[0]->name, "gemm_global_f64_nn");
    EXPECT_FALSE(std::filesystem::exists(folder.file("machine.json"))) << "choosing measures nothing";

    (void)session.target();
    EXPECT_NE(test::contents(folder.file("machine.json")).find("gemm_global_f64_nn"), std::string::npos)
        << "rates are those of the kernels in use";
}

TEST_F(SessionKernels, AreThoseThatShipWhereTheUsersFileIsDamaged) {
    const TestFolder folder;
    std::ofstream(folder.file("tuned.json")) << "{\"format\": ";
    MachineOptions options = test::test_options();
    options.cache_folder = folder.path();
    Session session(options);
    EXPECT_EQ(session.kernels().results().size(), kernels::Database::shipped().results().size());
    EXPECT_TRUE(gemm_works(session, GemmSample<float>{.m = 50, .n = 40, .k = 30}));
}

class SessionRates : public test::Optimised<testing::Test> {};

TEST_F(SessionRates, EqualDevicesHaveEqualRatesKeptInTheCacheFolder) {
    const TestFolder folder;
    MachineOptions options = test::measuring_options();
    options.cache_folder = folder.path();
    const auto model_file = folder.file("machine.json");
    double rate = 0;
    {
        Session session(options);
        EXPECT_TRUE(gemm_works<double>(session, {.m = 20, .n = 20, .k = 20}));
        EXPECT_FALSE(std::filesystem::exists(model_file)) << "equal devices need no measuring";
        const Target& target = session.target();
        rate = target.devices[0].rate_f64;
        EXPECT_GT(rate, 1e7);
        for (const DeviceModel& device : target.devices) {
            EXPECT_EQ(device.rate_f64, rate);
            EXPECT_EQ(device.is_gpu, session.machine().device(0).is_gpu);
        }
    }
    ASSERT_TRUE(std::filesystem::exists(model_file));
    EXPECT_NEAR(Session(options).target().devices[0].rate_f64, rate, 1e-6 * rate) << "taken from the file";

    std::ofstream(model_file) << "{\"a\": [}";
    EXPECT_GT(Session(options).target().devices[0].rate_f64, 1e7) << "a damaged file is measured anew";
    std::ofstream(model_file) << "[1, 2]";
    EXPECT_GT(Session(options).target().devices[0].rate_f64, 1e7);
}

}  // namespace
}  // namespace hg
