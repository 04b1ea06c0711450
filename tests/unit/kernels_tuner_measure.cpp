#include <gtest/gtest.h>

#include <exception>
#include <memory>
#include <vector>

#include "runtime/machine/device/discovery.hpp"
#include "support/forwarding_device.hpp"
#include "support/planted_gemm.hpp"
#include "support/test_devices.hpp"
#include "tools/tuner/gemm/gemm_routine.hpp"
#include "tools/tuner/worker/measure.hpp"
#include "tools/tuner/worker/protocol.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

using test::GemmFault;

std::unique_ptr<Device> some_device() {
    return std::move(make_devices(test::test_options()).front());
}

GemmShape shape_of(std::int64_t m, std::int64_t n, std::int64_t k, ElementType type = ElementType::f64) {
    return {.type = type, .m = m, .n = n, .k = k};
}

/// The tiles are small, so that the check before the timing is.
Candidate candidate(const GemmShape& s, GemmParameters p = {.tile_m = 32, .tile_n = 32, .tile_k = 16}) {
    p.type = s.type;
    p.transpose_a = s.transpose_a;
    p.transpose_b = s.transpose_b;
    return {tunable_gemm(p), gemm_problem(s)};
}

Measurer planted(GemmFault fault) {
    return Measurer(some_device(), [=](const TunableKernel& kernel) {
        return std::vector{test::planted_gemm(gemm_parameters(kernel), fault)};
    });
}

TEST(TunerMeasure, RunsOnTheDevicesAskedFor) {
    EXPECT_EQ(some_device()->info().is_host, test::on_host());
}

TEST(TunerMeasure, GoodKernelsAreTimed) {
    Measurer measurer(some_device());
    for (const ElementType type : {ElementType::f32, ElementType::f64})
        for (const bool transpose_a : {false, true})
            for (const bool transpose_b : {false, true}) {
                GemmShape s = shape_of(190, 70, 50, type);
                s.transpose_a = transpose_a;
                s.transpose_b = transpose_b;
                const Outcome outcome = measurer.run(candidate(s));
                EXPECT_EQ(outcome.verdict, Verdict::good) << outcome.detail;
                EXPECT_GT(outcome.seconds, 0);
                EXPECT_LT(outcome.seconds, 10);
            }
}

TEST(TunerMeasure, LargeProductsAreCheckedAsWell) {
    Measurer measurer(some_device());
    for (const ElementType type : {ElementType::f32, ElementType::f64}) {
        const GemmParameters p = default_gemm(type, false);
        const Outcome small = measurer.run(candidate(shape_of(128, 128, 128, type), p));
        const Outcome large = measurer.run(candidate(shape_of(520, 524, 528, type), p));
        EXPECT_EQ(small.verdict, Verdict::good) << small.detail;
        EXPECT_EQ(large.verdict, Verdict::good) << large.detail;
        EXPECT_GT(small.seconds, 0);
        EXPECT_GT(large.seconds, 0);
    }
}

TEST(TunerMeasure, OverwritingAndSplitKernels) {
    Measurer measurer(some_device());
    GemmParameters p{.overwrite = true, .tile_m = 32, .tile_n = 32, .tile_k = 16};
    EXPECT_EQ(measurer.run(candidate(shape_of(65, 33, 100), p)).verdict, Verdict::good);
    for (const int parts : {2, 8}) {
        p.split_k = parts;
        for (const bool overwrite : {false, true}) {
            p.overwrite = overwrite;
            const Outcome outcome = measurer.run(candidate(shape_of(65, 33, 1000), p));
            EXPECT_EQ(outcome.verdict, Verdict::good) << outcome.detail;
        }
    }
}

TEST(TunerMeasure, ComplexKernels) {
    Measurer measurer(some_device());
    for (const ElementType type : {ElementType::c32, ElementType::c64})
        for (const int parts : {1, 3}) {
            GemmShape s = shape_of(33, 35, 100, type);
            s.transpose_b = true;
            const Outcome outcome = measurer.run(candidate(s, {.family = GemmFamily::complex,
                                                               .split_k = parts,
                                                               .tile_m = 16,
                                                               .tile_n = 16,
                                                               .tile_k = 8,
                                                               .work_m = 2,
                                                               .work_n = 2}));
            EXPECT_EQ(outcome.verdict, Verdict::good) << outcome.detail;
            EXPECT_GT(outcome.seconds, 0);
        }
}

TEST(TunerMeasure, FaultsAreFound) {
    EXPECT_EQ(planted(GemmFault::none).run(candidate(shape_of(100, 90, 80))).verdict, Verdict::good);
    for (const auto& [fault, detail] : {std::pair{GemmFault::element, "C("},
                                        {GemmFault::tile, "C(16, 16)"},
                                        {GemmFault::row_below, "beside C"},
                                        {GemmFault::column_beyond, "beside C"},
                                        {GemmFault::writes_a, "to A"},
                                        {GemmFault::uses_gap, "nan"}}) {
        const Outcome outcome = planted(fault).run(candidate(shape_of(100, 90, 80)));
        EXPECT_EQ(outcome.verdict, Verdict::wrong) << static_cast<int>(fault) << ": " << outcome.detail;
        EXPECT_NE(outcome.detail.find(detail), std::string::npos) << outcome.detail;
        EXPECT_EQ(outcome.detail.find('\n'), std::string::npos);
    }
}

TEST(TunerMeasure, FaultsOfOverwritingKernelsAreFound) {
    GemmParameters p{.overwrite = true, .tile_m = 32, .tile_n = 32, .tile_k = 16};
    EXPECT_EQ(planted(GemmFault::none).run(candidate(shape_of(100, 90, 80), p)).verdict, Verdict::good);
    const Outcome outcome = planted(GemmFault::tile).run(candidate(shape_of(100, 90, 80), p));
    EXPECT_EQ(outcome.verdict, Verdict::wrong);
    EXPECT_NE(outcome.detail.find("nan"), std::string::npos) << outcome.detail;
}

TEST(TunerMeasure, FaultsThatShowOnTheTimedShapeAloneAreFound) {
    const Outcome outcome = planted(GemmFault::late_tile).run(candidate(shape_of(128, 129, 8200)));
    EXPECT_EQ(outcome.verdict, Verdict::wrong);
    EXPECT_NE(outcome.detail.find("row 16 of C x"), std::string::npos) << outcome.detail;
}

TEST(TunerMeasure, KernelsThatCannotRunAreRejected) {
    Measurer measurer(some_device());
    const auto rejected = [&](const Candidate& c, const std::string& detail) {
        const Outcome outcome = measurer.run(c);
        EXPECT_EQ(outcome.verdict, Verdict::rejected) << outcome.detail;
        EXPECT_NE(outcome.detail.find(detail), std::string::npos) << outcome.detail;
        EXPECT_EQ(outcome.detail.find('\n'), std::string::npos) << outcome.detail;
    };
    rejected(candidate(shape_of(8, 8, 8), {.tile_m = 30, .work_m = 4}), "work_m must divide tile_m");
    rejected(candidate(shape_of(0, 8, 8)), "no elements");
    Candidate other = candidate(shape_of(8, 8, 8));
    other.problem.type = ElementType::f32;
    rejected(other, "another type");
    rejected(candidate(shape_of(1 << 20, 1 << 17, 1 << 20)), "more than the device's");
    rejected(candidate(shape_of(std::int64_t{1} << 60, std::int64_t{1} << 60, 4)), "more than the device's");
    EXPECT_EQ(measurer.run(candidate(shape_of(40, 40, 40))).verdict, Verdict::good) << "it goes on";
}

TEST(TunerMeasure, CompilerErrorsAreOneLine) {
    if (test::on_host()) GTEST_SKIP() << "the host device compiles nothing";
    Measurer measurer = planted(GemmFault::source);
    for (const Outcome& outcome :
         {measurer.run(candidate(shape_of(40, 40, 40))), measurer.compile(candidate(shape_of(40, 40, 40)))}) {
        EXPECT_EQ(outcome.verdict, Verdict::rejected);
        EXPECT_NE(outcome.detail.find("does not compile"), std::string::npos) << outcome.detail;
        EXPECT_EQ(outcome.detail.find('\n'), std::string::npos) << outcome.detail;
    }
}

TEST(TunerMeasure, CompilingIsAnOutcomeOfItsOwn) {
    CompileRunner runner(some_device());
    const Outcome outcome = runner.run(candidate(shape_of(40, 40, 40)));
    EXPECT_EQ(outcome.verdict, Verdict::good) << outcome.detail;
    EXPECT_TRUE(
        parse_outcome(to_line(candidate(shape_of(40, 40, 40)), outcome), candidate(shape_of(40, 40, 40))));
}

/// The host device, which fails as a lost one does when it is told to.
class LostDevice final : public test::ForwardingDevice {
  public:
    LostDevice(std::unique_ptr<Device> device, int healthy_execs, bool recovers)
        : ForwardingDevice(std::move(device)), healthy_(healthy_execs), recovers_(recovers) {}

    void exec(const ExecCall& call, Ticket ticket) noexcept override {
        if (healthy_-- > 0) return ForwardingDevice::exec(call, ticket);
        lost_ = true;
        ticket.sink->completed(ticket.command,
                               std::make_exception_ptr(Error(ErrorCode::device_lost, "planted loss")));
    }
    [[nodiscard]] bool lost() const noexcept override { return lost_; }
    void recover() override {
        if (!recovers_) throw Error(ErrorCode::device_lost, "no new context");
        lost_ = false;
        healthy_ = 1 << 20;
    }

  private:
    int healthy_;
    bool recovers_;
    bool lost_ = false;
};

TEST(TunerMeasure, ALostDeviceIsACrash) {
    for (const bool recovers : {false, true})
        for (const int healthy : {0, 2, 4}) {
            Measurer measurer(std::make_unique<LostDevice>(some_device(), healthy, recovers));
            const Outcome outcome = measurer.run(candidate(shape_of(40, 40, 40)));
            EXPECT_EQ(outcome.verdict, Verdict::crashed);
            EXPECT_NE(outcome.detail.find("planted loss"), std::string::npos) << outcome.detail;
            EXPECT_EQ(measurer.run(candidate(shape_of(40, 40, 40))).verdict,
                      recovers ? Verdict::good : Verdict::crashed);
        }
}

}  // namespace
}  // namespace hg::kernels
