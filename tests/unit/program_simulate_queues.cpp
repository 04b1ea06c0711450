#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <map>
#include <string>

#include "tests/support/simulated_runs.hpp"

namespace {

using namespace hg;
using namespace simulated;

constexpr double kNear = 1e-9;

/// A GPU of 10 compute units whose launches take no time.
Target ten_units() {
    Target target = samples::plain_target();
    target.devices[0].launch_latency = 0;
    target.devices[0].traits.compute_units = 10;
    return target;
}

/// Runs for so many seconds alone, in so many work-groups: "k5.4". The driver chooses the groups of "k5.0".
InstructionPtr kernel(const std::string& name) {
    static std::map<std::string, InstructionPtr, std::less<>> known;
    InstructionPtr& made = known[name];
    if (made) return made;
    std::size_t dot = 0;
    const double seconds = std::stoi(name.substr(1), &dot);
    const std::size_t groups = std::stoul(name.substr(dot + 2));
    made = groups == 0 ? samples::costing(name, {.seconds = seconds})
                       : samples::costing(name, {.seconds = seconds}, {{groups, 1, 1}, {1, 1, 1}});
    return made;
}

SourceLibrary kernels() {
    SourceLibrary library;
    library.instruction = [](std::string_view name) {
        return name.starts_with('k') ? kernel(std::string(name)) : samples::find(name);
    };
    return library;
}

const std::string kRegisters = "devices gpus\nregister t[5] f64 3x1\nmatrix M f64 3x1\n";

TEST(SimulateQueues, KernelsShareTheComputeUnits) {
    expect_figures(ten_units(), kRegisters, kernels(),
                   {{"small kernels run at the same time",
                     "EXEC k5.4 t[0]\nEXEC2 k3.6 t[1]\n",
                     {end(0, 5), start(1, 0), end(1, 3), lane(1, &LaneUse::busy, 5),
                      lane(2, &LaneUse::busy, 3), bound(&Bounds::flops, 5)}},
                    {"kernels that fill the device take the sum of their times, both at half their speed",
                     "EXEC k5.10 t[0]\nEXEC2 k3.20 t[1]\n",
                     {end(1, 6), end(0, 8), bound(&Bounds::flops, 8)}},
                    {"a kernel is as fast as alone when its neighbour has ended: together 14 units of 10",
                     "EXEC k10.8 t[0]\nEXEC2 k2.6 t[1]\n",
                     {end(1, 2 * 1.4), end(0, 2 * 1.4 + 8)}},
                    {"a kernel under way is slowed by one that begins",
                     "EXEC k10.10 t[0]\nLD t[1] <- M[0, 0]\nEXEC2 k3.10 t[1]\n",
                     {start(2, 4), end(2, 10), end(0, 13)}},
                    {"each queue runs its kernels one after the other",
                     "for i in 0..3 { EXEC k2.3 t[i] }\nEXEC2 k5.3 t[3]\nEXEC2 k2.3 t[4]\n",
                     {end(1, 4), end(2, 6), end(3, 5), start(4, 5), makespan(7)}},
                    // The second is launched from 1 to 2, the third long before its turn: 6.2 .. 8.2.
                    {"a kernel that waits for the other queue is launched ahead",
                     "EXEC k5.2 t[0]\nEXEC2 scale t[0] ; 1\nEXEC k2.2 t[1]\n",
                     {end(0, 6), start(1, 6), end(1, 6), end(2, 8.2)},
                     [](Target& t) { t.devices[0].launch_latency = 1; }},
                    {"queues share the host's launches",
                     "EXEC k0.1 t[0]\nEXEC2 k0.1 t[1]\n",
                     {makespan(4)},
                     [](Target& t) { t.devices[0].launch_latency = 2; }},
                    {"a kernel whose work-groups are not known uses the whole device",
                     "EXEC k5.0 t[0]\nEXEC2 k5.10 t[1]\n",
                     {makespan(10)}}});
}

TEST(SimulateQueues, LaunchesTakeLongerBesideTransfers) {
    Target target = ten_units();
    target.delays.beside_one_way = 2;
    DeviceModel& device = target.devices[0];
    device.launch_latency = 2;
    device.link_latency = 0;
    device.link_in = 64;
    ProgramBuilder b{target};
    const ParameterId m = b.matrix("loaded", ElementType::f64, 8, 24);
    const RegisterId small = b.reg(0, ElementType::f64, 8, 8), large = b.reg(0, ElementType::f64, 8, 16);
    const auto exec = [&] { b.exec(kernel("k1.1"), {b.reg(0, ElementType::f64, 3, 1)}); };
    b.load(small, {m, 0, 0, 8, 8});   // 512 bytes at half the rate: 0 .. 16
    b.load(large, {m, 0, 8, 8, 16});  // 1024 bytes: 0 .. 24
    const CommandId moved = b.mark("moved", std::array{CommandId{0}}, {0, QueueKind::exec});
    exec();  // launched from 16 to 20
    b.mark("all moved", std::array{CommandId{1}}, {0, QueueKind::exec});
    exec();  // launched from 24 to 26
    const Simulation s = simulate(std::move(b).finish(), target, {.loads_at_once = 2});
    EXPECT_NEAR(s.end[index(moved)], 16, kNear);
    EXPECT_NEAR(s.end[3], 21, kNear);
    EXPECT_NEAR(s.end[5], 27, kNear);
}

TEST(SimulateQueues, ADeviceThatIsNoGpuIsShared) {
    Target target = ten_units();
    target.devices[0].is_gpu = false;
    ProgramBuilder b{target};
    const InstructionPtr five = samples::costing("flops", {.flops = 80}, {{1, 1, 1}, {1, 1, 1}});  // 5 s
    for (const QueueKind queue : {QueueKind::exec, QueueKind::exec2}) {
        b.use_queue(queue);
        b.exec(five, {b.reg(0, ElementType::f64, 3, 1)});
    }
    EXPECT_NEAR(simulate(std::move(b).finish(), target).makespan, 10, kNear);
}

TEST(SimulateQueues, OneQueueOfTwoIsAsFastAsTheOnlyOne) {
    Target target = ten_units();
    target.devices[0].launch_latency = 2;
    // All in EXEC, with and without a command in EXEC2; all in EXEC2.
    const auto times = [&](const std::string& queue, const std::string& more) {
        const std::string text = "hg program 2\n" + kRegisters + "for i in 0..3 { " + queue +
                                 " k5.4 t[0] }\nfor i in 0..9 { " + queue +
                                 " k0.20 t[0] }\nLD t[1] <- M[0, 0]\n" + queue +
                                 " scale t[1] ; 1\nMARK \"done\" @ gpus[0]." + queue + "\n" + queue +
                                 " k1.30 t[0]\nST M[0, 0] <- t[1]\n" + more;
        return simulate(ProgramSource::parse(text).build(target, {}, kernels()), target);
    };
    const Simulation alone = times("EXEC", "");
    for (const Simulation& other : {times("EXEC", "MARK \"beside\" @ gpus[0].EXEC2\n"), times("EXEC2", "")}) {
        for (std::size_t c = 0; c < alone.end.size(); ++c) {
            EXPECT_NEAR(other.start[c], alone.start[c], kNear) << "command " << c;
            EXPECT_NEAR(other.end[c], alone.end[c], kNear) << "command " << c;
        }
        EXPECT_NEAR(other.makespan, alone.makespan, kNear);
    }
}

TEST(SimulateQueues, NoRunIsFasterThanItsBounds) {
    const Target target = ten_units();
    for (const int groups : {1, 3, 7, 10, 25}) {
        ProgramBuilder builder(target);
        for (int i = 0; i < 12; ++i) {
            builder.use_queue(i % 3 == 0 ? QueueKind::exec2 : QueueKind::exec);
            const int own = i % 2 == 0 ? groups : 5;
            builder.exec(kernel("k" + std::to_string(1 + i % 4) + "." + std::to_string(own)),
                         {builder.reg(0, ElementType::f64, 3, 1)});
        }
        const Program program = std::move(builder).finish();
        EXPECT_GE(simulate(program, target).makespan, bounds(program, target).best() - kNear) << groups;
    }
}

}  // namespace
