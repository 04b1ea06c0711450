#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "tests/support/test_instructions.hpp"
#include <hg/runtime/machine/run_report.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// 100 bytes/s a link, 150 both ways, 1000 flop/s.
Target target(std::size_t devices = 1) {
    DeviceModel device;
    device.link_in = device.link_out = 100;
    device.link_both = 150;
    device.rate_f64 = 1000;
    device.memory_rate = 1e30;
    Target t;
    t.devices.assign(devices, device);
    t.host_copy_rate = 1000;
    return t;
}

/// On each device a load of 512 bytes, a kernel of 1000 flops, a store of 512 bytes: commands 3 d, 3 d + 1,
/// 3 d + 2 of device d.
Program load_exec_store(std::size_t devices = 1) {
    Instruction work = *test::scale<double>();
    work.cost = [](const ExecShape&) { return Cost{1000, 0}; };
    const InstructionPtr instruction = std::make_shared<Instruction>(std::move(work));
    ProgramBuilder b(target(devices));
    const ParameterId m = b.matrix("M", ElementType::f64, 8, 8 * static_cast<std::int64_t>(devices));
    for (std::size_t d = 0; d < devices; ++d) {
        const HostTile tile{m, 0, 8 * static_cast<std::int64_t>(d), 8, 8};
        const RegisterId r = b.reg(static_cast<DeviceIndex>(d), ElementType::f64, 8, 8);
        b.load(r, tile);
        b.exec(instruction, {r}, {1.0, 0.0});
        b.store(tile, r);
    }
    return std::move(b).finish();
}

Interval at(std::uint32_t command, Track track, double begin, double end, std::int64_t bytes = 0) {
    return {.command = static_cast<CommandId>(command),
            .track = track,
            .begin = begin,
            .end = end,
            .bytes = bytes};
}

const PartUse& part(const RunReport& report, const std::string& name, int device) {
    for (const PartUse& use : report.parts)
        if (use.name == name && use.device == device) return use;
    ADD_FAILURE() << "no part " << name << " of device " << device;
    return report.parts.front();
}

TEST(RunReport, OneThingAtATimeOverlapsNothing) {
    const std::vector<Interval> run{at(0, Track::device, 0, 6, 512), at(1, Track::device, 6, 8),
                                    at(2, Track::device, 8, 14, 512)};
    const RunReport report = run_report(load_exec_store(), target(), run, 14);
    EXPECT_DOUBLE_EQ(report.overlap, 0);
    EXPECT_DOUBLE_EQ(report.startup, 6);
    EXPECT_DOUBLE_EQ(report.drain, 6);
    const PartUse& in = part(report, "link in", 0);
    EXPECT_DOUBLE_EQ(in.busy, 6);
    EXPECT_DOUBLE_EQ(in.bytes, 512);
    EXPECT_DOUBLE_EQ(in.at_limit, 5.12);
    EXPECT_DOUBLE_EQ(in.use(report.seconds), 6.0 / 14);
    EXPECT_DOUBLE_EQ(in.of_limit(), 5.12 / 6);
    EXPECT_DOUBLE_EQ(part(report, "kernels", 0).flops, 1000);
    EXPECT_DOUBLE_EQ(part(report, "kernels", 0).at_limit, 1);
}

TEST(RunReport, SaysWhatInstructionsSayOfThemselvesOnce) {
    EXPECT_TRUE(run_report(load_exec_store(), target(), {}, 1).notes.empty());
    Instruction noted = *test::scale<double>();
    noted.note = "exact";
    Instruction other = noted;
    other.name = "other";
    ProgramBuilder b(target());
    const RegisterId r = b.reg(0, ElementType::f64, 8, 8);
    b.load(r, {b.matrix("M", ElementType::f64, 8, 8), 0, 0, 8, 8});
    for (const Instruction& instruction : {noted, other})
        b.exec(std::make_shared<Instruction>(instruction), {r}, {1.0, 0.0});
    const RunReport report = run_report(std::move(b).finish(), target(), {}, 1);
    EXPECT_EQ(report.notes, std::vector<std::string>{"exact"});
}

TEST(RunReport, AllUnderTheBusiestLaneIsFullOverlap) {
    const std::vector<Interval> run{at(0, Track::device, 0, 10, 512), at(1, Track::device, 1, 3),
                                    at(2, Track::device, 4, 9, 512)};
    EXPECT_DOUBLE_EQ(run_report(load_exec_store(), target(), run, 10).overlap, 1);
}

TEST(RunReport, KernelsOfBothQueuesAreLanesThatOverlap) {
    ProgramBuilder b(target());
    Instruction work = *test::fill<double>();
    work.cost = [](const ExecShape&) { return Cost{1000, 0}; };
    const InstructionPtr instruction = std::make_shared<Instruction>(std::move(work));
    for (const QueueKind queue : {QueueKind::exec, QueueKind::exec2}) {
        b.use_queue(queue);
        b.exec(instruction, {b.reg(0, ElementType::f64, 8, 8)}, {1.0});
    }
    const std::vector<Interval> run{at(0, Track::device, 0, 10), at(1, Track::device, 2, 6),
                                    at(1, Track::queue, 1, 7)};
    const RunReport report = run_report(std::move(b).finish(), target(), run, 12);
    EXPECT_DOUBLE_EQ(part(report, "kernels", 0).busy, 10);
    EXPECT_DOUBLE_EQ(part(report, "kernels of EXEC2", 0).busy, 4);
    EXPECT_DOUBLE_EQ(part(report, "kernels of EXEC2", 0).flops, 1000);
    EXPECT_DOUBLE_EQ(part(report, "EXEC2 queue", 0).busy, 6);
    EXPECT_DOUBLE_EQ(report.overlap, 1);
    EXPECT_DOUBLE_EQ(report.drain, 2);
}

TEST(RunReport, PiecesOfALaneAtTheSameTimeCountOnce) {
    const std::vector<Interval> run{at(0, Track::device, 0, 4, 200), at(0, Track::device, 2, 6, 312)};
    const RunReport report = run_report(load_exec_store(), target(), run, 8);
    EXPECT_DOUBLE_EQ(part(report, "link in", 0).busy, 6);
    EXPECT_DOUBLE_EQ(part(report, "link in", 0).bytes, 512);
    EXPECT_DOUBLE_EQ(report.overlap, 1);  // a single lane: nothing to hide
}

TEST(RunReport, VerdictNamesThePartNearestToItsLimit) {
    const std::vector<Interval> links{at(0, Track::device, 0, 6, 512), at(1, Track::device, 6, 8)};
    EXPECT_EQ(run_report(load_exec_store(), target(), links, 8).verdict,
              "limited by link in: 85 % of its rate for 75 % of the run; 75 % before the first kernel");
    const std::vector<Interval> kernels{at(0, Track::device, 0, 0.1, 8), at(1, Track::device, 0.1, 1.9)};
    EXPECT_EQ(
        run_report(load_exec_store(), target(), kernels, 2).verdict,
        "limited by kernels: 56 % of its rate for 90 % of the run; 5 % before the first kernel, 5 % after "
        "the last kernel");
    const std::vector<Interval> both{at(0, Track::device, 0, 8, 512), at(2, Track::device, 0, 8, 512)};
    EXPECT_THAT(run_report(load_exec_store(), target(), both, 8).verdict,
                StartsWith("limited by link: 85 %"));
}

TEST(RunReport, ARunThatWaitsIsLimitedByNoPart) {
    const std::vector<Interval> run{at(0, Track::device, 0, 6, 512), at(1, Track::device, 6, 7)};
    const std::string verdict = run_report(load_exec_store(), target(), run, 100).verdict;
    EXPECT_THAT(verdict,
                StartsWith("limited by no part alone; nearest is link in: 85 % of its rate for 6 %"));
    EXPECT_THAT(verdict, HasSubstr("93 % after the last kernel"));
}

TEST(RunReport, AShareOfARateThatTheRunPassesIsUnknown) {
    // 512 bytes at 100 bytes/s would take 5.12 s, if that rate were the link's.
    const std::vector<Interval> run{at(0, Track::device, 0, 2, 512), at(1, Track::device, 2, 2.5)};
    const RunReport report = run_report(load_exec_store(), target(), run, 2.5);
    EXPECT_FALSE(part(report, "link in", 0).has_share());
    EXPECT_EQ(report.verdict,
              "limited by link in: busy for 80 % of the run, its rate unknown; 80 % before the first kernel");
}

TEST(RunReport, AShareOfAGuessIsUnknown) {
    Target guessed = target();
    guessed.unmeasured = true;
    const std::vector<Interval> run{at(0, Track::device, 0, 6, 512), at(1, Track::device, 6, 8)};
    const RunReport report = run_report(load_exec_store(), guessed, run, 8);
    EXPECT_FALSE(part(report, "link in", 0).has_share());
    EXPECT_THAT(report.verdict, StartsWith("limited by link in: busy for 75 % of the run, its rate unknown"));
}

TEST(RunReport, DevicesShareCopiesAndLinks) {
    Target shared = target(2);
    shared.links_in = 110;
    const std::vector<Interval> run{at(0, Track::copy, 0, 1, 512),    at(3, Track::copy, 0.5, 1.5, 512),
                                    at(0, Track::device, 0, 10, 512), at(3, Track::device, 0, 10, 512),
                                    at(1, Track::device, 10, 11),     at(4, Track::device, 10, 11)};
    const RunReport report = run_report(load_exec_store(2), shared, run, 11);
    EXPECT_DOUBLE_EQ(part(report, "copies", -1).busy, 1.5);
    EXPECT_DOUBLE_EQ(part(report, "copies", -1).at_limit, 1.024);
    EXPECT_DOUBLE_EQ(part(report, "links in", -1).at_limit, 1024.0 / 110);
    EXPECT_THAT(report.verdict, StartsWith("limited by links in: 93 % of its rate for 91 % of the run"));
}

TEST(RunReport, NamesTheDeviceWhereThereAreSeveral) {
    const std::vector<Interval> run{at(0, Track::device, 0, 1, 100), at(3, Track::device, 0, 10, 1000)};
    EXPECT_THAT(run_report(load_exec_store(2), target(2), run, 10).verdict,
                StartsWith("limited by link in of device 1: 100 % of its rate"));
}

TEST(RunReport, QueuesAreShownButHideNothing) {
    const std::vector<Interval> run{at(0, Track::queue, 0, 6), at(1, Track::queue, 0, 8),
                                    at(0, Track::device, 0, 6, 512), at(1, Track::device, 6, 8)};
    const RunReport report = run_report(load_exec_store(), target(), run, 8);
    EXPECT_DOUBLE_EQ(part(report, "EXEC queue", 0).busy, 8);
    EXPECT_DOUBLE_EQ(part(report, "EXEC queue", 0).at_limit, 0);
    EXPECT_DOUBLE_EQ(report.overlap, 0);
}

TEST(RunReport, RatesWithoutLimitLimitNothing) {
    Target unknown;
    unknown.host_copy_rate = 1e30;
    const std::vector<Interval> run{at(0, Track::copy, 0, 6, 512)};
    const RunReport report = run_report(load_exec_store(), unknown, run, 6);
    EXPECT_DOUBLE_EQ(part(report, "copies", -1).at_limit, 0);
    EXPECT_EQ(report.verdict, "no part of the machine has a known limit");
    // The program's own figures stand in for a target without devices.
    const std::vector<Interval> link{at(0, Track::device, 0, 6, 512)};
    EXPECT_DOUBLE_EQ(part(run_report(load_exec_store(), unknown, link, 6), "link in", 0).at_limit, 5.12);
}

TEST(RunReport, OfNothingIsEmpty) {
    const RunReport report = run_report(load_exec_store(), target(), {}, 0);
    EXPECT_TRUE(report.parts.empty());
    EXPECT_DOUBLE_EQ(report.overlap, 1);
    EXPECT_THAT(report.verdict, Not(HasSubstr("limited")));
}

}  // namespace
}  // namespace hg
