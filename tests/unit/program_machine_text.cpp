#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "tests/support/expected_error.hpp"
#include "tests/support/source_checks.hpp"
#include <hg/runtime/program/simulate.hpp>
#include <hg/runtime/program/text.hpp>

namespace {

using namespace hg;
using testing::HasSubstr;
using testing::Not;

/// A machine of which no figure is a default.
Target machine() {
    Target t;
    t.name = "node 7";
    t.unmeasured = true;
    t.host_copy_rate = 137e9;
    t.links_in = 213e9;
    t.links_out = 157e9;
    t.links_both = 203e9;
    t.delays = {1.1, 1.2, 1e-6, 2e-6, 3e-6, 4096, 8192, 1.5, 100};
    DeviceModel d;
    d.name = "h200";
    d.memory = 1 << 30;
    d.largest_slot = 1 << 28;
    d.link_in = 54e9;
    d.link_out = 52e9;
    d.link_both = 90e9;
    d.link_latency = 9e-6;
    d.rate_f64 = 55e12;
    d.rate_f32 = 49e12;
    d.memory_rate = 3.3e12;
    d.launch_latency = 4e-6;
    d.shortest_kernel = 3e-6;
    d.traits = {.product = "NVIDIA H200",
                .vendor = "NVIDIA",
                .architecture = "sm_90",
                .nvidia_capability = 90,
                .local_memory = 227 << 10,
                .max_work_group = 1024,
                .compute_units = 132};
    t.devices.assign(2, d);
    t.devices[1].is_gpu = t.devices[1].has_f64 = false;
    t.devices[1].traits.is_host = true;
    t.devices[1].shares_host_memory = true;
    return t;
}

const std::string kMachine =
    "machine \"node 7\" unmeasured host_copies 1.37e+11 links_in 2.13e+11 links_out 1.57e+11 "
    "links_both 2.03e+11\n"
    "delays beside_one_way 1.1 beside_both_ways 1.2 awaited 1e-06 start 2e-06 wake 3e-06 first_piece 4096 "
    "last_piece 8192 piece_alone 1.5 each_column 100\n"
    "device h200-0 memory 1073741824 largest 268435456 link_in 5.4e+10 link_out 5.2e+10 link_both 9e+10 "
    "link_latency 9e-06 rate_f64 5.5e+13 rate_f32 4.9e+13 memory_rate 3.3e+12 launch_latency 4e-06 "
    "has_f64 1 shortest_kernel 3e-06 compute_units 132 local_memory 232448 max_work_group 1024 "
    "nvidia_capability 90 product \"NVIDIA H200\" vendor \"NVIDIA\" architecture \"sm_90\"\n"
    "device h200-1 memory 1073741824 largest 268435456 link_in 5.4e+10 link_out 5.2e+10 link_both 9e+10 "
    "link_latency 9e-06 rate_f64 5.5e+13 rate_f32 4.9e+13 memory_rate 3.3e+12 launch_latency 4e-06 "
    "has_f64 0 shortest_kernel 3e-06 is_gpu 0 shares_host_memory 1 compute_units 132 local_memory 232448 "
    "max_work_group 1024 "
    "nvidia_capability 90 is_host 1 product \"NVIDIA H200\" vendor \"NVIDIA\" architecture \"sm_90\"\n";

TEST(MachineText, HasEveryFigureAndReadsBack) {
    EXPECT_EQ(print_machine(machine()), "hg machine 1\n" + kMachine);
    const Target read = parse_machine("# made by hand\nhg machine 1\n" + kMachine);
    EXPECT_EQ(print_machine(read), "hg machine 1\n" + kMachine);
    EXPECT_TRUE(read.unmeasured);
    EXPECT_EQ(read.delays, machine().delays);
    EXPECT_FALSE(read.devices[1].is_gpu);
    EXPECT_EQ(read.devices[0].traits.local_memory, 227 << 10);
}

TEST(MachineText, FiguresLeftOutHaveDefaults) {
    const Target read = parse_machine("hg machine 1\ndevice gpu\n");
    EXPECT_EQ(print_machine(read), print_machine(samples::target()));
    EXPECT_EQ(read.host_copy_rate, Target{}.host_copy_rate);
    EXPECT_FALSE(read.unmeasured);
}

TEST(MachineText, NamesCannotEndTheirQuotes) {
    Target t = machine();
    t.name = "a \"b\"\n\\c";
    EXPECT_EQ(parse_machine(print_machine(t)).name, "a _b___c");
}

TEST(MachineText, ProgramsCarryTheirMachine) {
    const Target t = machine();
    ProgramBuilder b(t);
    const ParameterId a = b.matrix("A", ElementType::f32, 4096, 4096);
    for (DeviceIndex d = 0; d < 2; ++d) b.load(b.reg(d, ElementType::f32, 4096, 4096), {a, 0, 0, 4096, 4096});
    const Program program = std::move(b).finish();
    EXPECT_THAT(print(program), HasSubstr("hg program 1\n" + kMachine + "matrix A"));
    const Program read = sources::read_back(program);
    EXPECT_EQ(simulate(read, read.target()).makespan, simulate(program, t).makespan);
    EXPECT_NE(simulate(read, read.target()).makespan, simulate(program, samples::target(2)).makespan);
}

TEST(MachineText, ProgramsOfDefaultMachinesSayNothing) {
    ProgramBuilder b(samples::target());
    b.matrix("A", ElementType::f32, 1, 1);
    EXPECT_THAT(print(std::move(b).finish()), Not(HasSubstr("machine")));
}

TEST(MachineText, SaysWhatIsWrong) {
    const std::pair<const char*, const char*> faults[] = {
        {"", "begins with the line 'hg machine 1'"},
        {"hg program 1\ndevice g", "begins with the line 'hg machine 1'"},
        {"hg machine 2\ndevice g", "format 2 of machine files; this hg reads format 1"},
        {"hg machine 1\n", "needs at least one device"},
        {"hg machine 1\ndevice g\nmatrix A f64 1x1", "expected machine, delays or device"},
        {"hg machine 1\nmachine node", "expected '\"'"},
        {"hg machine 1\nmachine \"a\"\nmachine \"b\"", "there is a second 'machine'"},
        {"hg machine 1\nmachine \"a\" speed 1", "a machine has no property called speed"},
        {"hg machine 1\nmachine \"a\" host_copies -1", "host_copies must be a number of 0 or more"},
        {"hg machine 1\ndelays wake 1\ndelays wake 2", "there is a second 'delays'"},
        {"hg machine 1\ndevice g product NVIDIA", "expected '\"'"},
        {"hg machine 1\ndevice g is_gpu 2", "0 or 1 is too large"}};
    for (const auto& [text, message] : faults) {
        const Error error = test::error_of([&source = text] { parse_machine(source); });
        EXPECT_EQ(error.code(), ErrorCode::invalid_program) << text;
        EXPECT_GT(error.context().line, 0) << text;
        EXPECT_THAT(error.message(), HasSubstr(message)) << text;
    }
}

TEST(MachineText, OtherFormatsOfProgramsAreNamed) {
    const auto message = [](const char* text) {
        return test::error_of([&] { (void)parse(text, samples::find); }).message();
    };
    EXPECT_EQ(message("hg program 3"),
              "format 3 of programs; this hg reads format 1 (a program's text) and format 2 (a source)");
    EXPECT_THAT(message("hg program 2"), HasSubstr("a source ('hg program 2')"));
}

TEST(MachineText, DelaysThatCannotBeAreRefused) {
    const Program program = parse("hg program 1\ndelays wake inf\ndevice g\n", samples::find);
    EXPECT_THAT(test::error_of([&] { simulate(program, program.target()); }).message(),
                HasSubstr("delays must be finite"));
    const Program faster = parse("hg program 1\ndelays beside_one_way 0.5\ndevice g\n", samples::find);
    EXPECT_THAT(test::error_of([&] { simulate(faster, faster.target()); }).message(),
                HasSubstr("cannot be faster than alone"));
}

TEST(MachineText, SourcesHaveTheSameStatement) {
    const char* const text =
        "machine \"mine\" host_copies 5e9\ndevice d product \"a # b\"\nmatrix A f64 1 x 1\n";
    const Program program = sources::built(text);
    EXPECT_EQ(program.target().name, "mine");
    EXPECT_EQ(program.target().host_copy_rate, 5e9);
    EXPECT_EQ(program.devices()[0].traits.product, "a # b");
    sources::read_back(program);
    sources::expect_refused("hg program 2\nmachine \"mine\"\n", "2:9", "declares its devices, too");
    sources::expect_refused("hg program 2\nmachine \"a\"\nmachine \"b\"\ndevice d\n", "3:9",
                            "a second `machine`");
    sources::expect_refused("hg program 2\nmachine \"a\" speed 9\ndevice d\n", "2:9",
                            "no property called speed");
}

}  // namespace
