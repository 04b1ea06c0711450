#include <gtest/gtest.h>

#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "runtime/machine/environment.hpp"
#include "tests/support/device_parts.hpp"
#include "tests/support/expected_error.hpp"
#include "tests/support/setting.hpp"
#include "tests/support/test_devices.hpp"
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using test::Setting;

/// A variable of the environment, and the option that it sets: numbers as they are, other values by their
/// place.
struct Variable {
    const char* name;
    std::optional<std::int64_t> (*option)(const MachineOptions& options);
    std::optional<std::int64_t> unset;  ///< without the variable, and if it is empty
    std::vector<std::pair<const char*, std::int64_t>> values;
    std::vector<const char*> wrong;
};

std::ostream& operator<<(std::ostream& out, const Variable& variable) {
    return out << variable.name;
}

std::vector<Variable> variables() {
    return {{"HG_MEMORY_LIMIT",
             [](const MachineOptions& o) { return std::optional(o.memory_limit); },
             0,
             {{"1000", 1000}, {"3K", 3 << 10}, {"5m", 5 << 20}, {"8G", std::int64_t{8} << 30}},
             {"x", "-1", "0", "1.5G", "8GB", "8 G", "G", "9223372036854775807K", "99999999999999999999"}},
            {"HG_HOST_BELOW",
             [](const MachineOptions& o) { return o.host_below; },
             std::nullopt,
             {{"0", 0}, {"700", 700}},
             {"x", "-1", "1.5", "5K", "7 ", "99999999999999999999"}},
            {"HG_IN_PLACE",
             [](const MachineOptions& o) { return std::optional<std::int64_t>(o.in_place); },
             1,
             {{"0", 0}, {"1", 1}},
             {"x", "2", "no", "01"}},
            {"HG_ARITHMETIC",
             [](const MachineOptions& o) { return std::optional(static_cast<std::int64_t>(o.arithmetic)); },
             static_cast<std::int64_t>(Arithmetic::native),
             {{"native", static_cast<std::int64_t>(Arithmetic::native)},
              {"emulated", static_cast<std::int64_t>(Arithmetic::emulated)},
              {"automatic", static_cast<std::int64_t>(Arithmetic::automatic)}},
             {"Emulated", "auto", "1"}},
            {"HG_STAGING_THREADS",
             [](const MachineOptions& o) { return std::optional<std::int64_t>(o.staging_threads); },
             0,
             {{"1", 1}, {"12", 12}},
             {"0", "-3", "4x", "many", "2.5", "99999999999"}}};
}

class MachineOptionOf : public testing::TestWithParam<Variable> {
  protected:
    static std::optional<std::int64_t> read(const char* text) {
        const Setting setting(GetParam().name, text);
        return GetParam().option(MachineOptions::from_environment());
    }
};

TEST_P(MachineOptionOf, IsReadOrRefusedWithItsName) {
    EXPECT_EQ(read(nullptr), GetParam().unset);
    EXPECT_EQ(read(""), GetParam().unset);
    for (const auto& [text, value] : GetParam().values) EXPECT_EQ(read(text), value) << text;
    for (const char* text : GetParam().wrong)
        test::expect_error(ErrorCode::invalid_argument, {GetParam().name, text}, [&] { return read(text); });
}

INSTANTIATE_TEST_SUITE_P(Variables, MachineOptionOf, testing::ValuesIn(variables()),
                         [](const auto& row) { return std::string(row.param.name); });

std::string cache_folder() {
    return MachineOptions::from_environment().cache_folder;
}

TEST(MachineOptions, FindTheCacheFolder) {
    const Setting home("HOME", "/somewhere");
    const Setting base("XDG_CACHE_HOME", nullptr);
    for (const char* folder : {"/given", ""}) {
        const Setting given("HG_CACHE_DIR", folder);
        EXPECT_EQ(cache_folder(), folder);
    }
    const Setting given("HG_CACHE_DIR", nullptr);
    EXPECT_EQ(cache_folder(), "/somewhere/.cache/hg");
    const Setting base_given("XDG_CACHE_HOME", "/cache");
    EXPECT_EQ(cache_folder(), "/cache/hg");
}

TEST(MachineOptions, IgnoreRelativeFoldersOfTheUser) {
    const Setting given("HG_CACHE_DIR", nullptr);
    for (const char* relative : {"cache", "./cache", "../cache", "~/.cache"}) {
        const Setting base("XDG_CACHE_HOME", relative);
        const Setting home("HOME", "/somewhere");
        EXPECT_EQ(cache_folder(), "/somewhere/.cache/hg") << relative;
        const Setting relative_home("HOME", "somewhere");
        EXPECT_EQ(cache_folder(), "") << relative;
    }
}

TEST(MachineOptions, EveryVariableHasHelp) {
    std::set<std::string_view> names;
    for (const EnvironmentVariable& variable : kEnvironmentVariables) {
        EXPECT_TRUE(names.insert(variable.name).second);
        EXPECT_TRUE(variable.name.starts_with("HG_"));
        EXPECT_FALSE(variable.help.empty());
    }
}

TEST(Devices, TheHostComesLast) {
    const std::vector<DeviceListing> listings = list_devices();
    ASSERT_FALSE(listings.empty());
    for (std::size_t i = 0; i < listings.size(); ++i) {
        EXPECT_EQ(listings[i].position, static_cast<int>(i));
        EXPECT_EQ(listings[i].info.is_host, i + 1 == listings.size());
        EXPECT_FALSE(listings[i].info.name.empty());
        EXPECT_GT(listings[i].info.memory, 0);
    }
}

MachineOptions named(const std::string& devices) {
    MachineOptions options;
    options.devices = devices;
    return options;
}

TEST(Devices, AreFoundByNameAndPosition) {
    const std::vector<DeviceListing> listings = list_devices();
    EXPECT_EQ(Machine(named(" host , HOST")).device_count(), 2U);
    const std::string last = std::to_string(listings.size() - 1);
    EXPECT_TRUE(Machine(named(last)).device(0).is_host);
    Machine by_position(named("0,0"));
    EXPECT_EQ(by_position.device(0).name, listings[0].info.name);
    EXPECT_EQ(Machine(named("")).device(0).is_host, listings.size() == 1);
    if (listings.size() == 1) return;
    EXPECT_EQ(by_position.device_count(), 1U);
    const std::string part = listings[0].info.name.substr(1, 4);
    Machine by_name(named(part));
    EXPECT_FALSE(by_name.device(0).is_host);
    EXPECT_NE(by_name.device(0).name.find(part), std::string::npos);
}

TEST(Devices, ThatAreNotThereAreRefusedWithAListOfThoseThatAre) {
    for (const char* wrong : {"no such device", "999", "host,,host", "-1", "2xno such device"})
        test::expect_error(ErrorCode::invalid_argument, {"HG_DEVICES", list_devices().back().info.name},
                           [&] { return Machine(named(wrong)).device_count(); });
    test::expect_error(ErrorCode::invalid_argument, {"HG_DEVICES", "'0xhost'", "2xcpu"},
                       [] { return Machine(named("0xhost")).device_count(); });
}

TEST(Devices, SeveralOnOneShareItsMemory) {
    const std::vector<DeviceListing> all = list_devices();
    Machine hosts(named("3xhost"));
    EXPECT_EQ(hosts.device_count(), 3U);
    if (all.size() == 1) return;
    Machine alone(named("1x0")), machine(named("2x0"));
    ASSERT_EQ(machine.device_count(), 2U);
    for (std::size_t d = 0; d < 2; ++d) {
        EXPECT_EQ(machine.device(d).name, all[0].info.name);
        EXPECT_LE(machine.target().devices[d].memory, alone.target().devices[0].memory / 2 + 10);
    }
}

TEST(Devices, DivideIntoParts) {
    test::expect_error(ErrorCode::invalid_argument, {"'host/2'"},
                       [] { return Machine(named("host/2")).device_count(); });
    const std::string halves = test::halves_of_a_device();
    if (halves.empty()) GTEST_SKIP() << "no OpenCL device with an even number of compute units";
    const std::string whole = halves.substr(0, halves.find('/'));
    Machine alone(named(whole)), two(named(halves));
    const DeviceInfo& all = alone.device(0);
    ASSERT_EQ(two.device_count(), 2U);
    for (std::size_t d = 0; d < 2; ++d) {
        const DeviceInfo& half = two.device(d);
        EXPECT_EQ(half.compute_units, all.compute_units / 2);
        EXPECT_EQ(half.part, "2." + std::to_string(d));
        EXPECT_LE(half.memory, all.memory / 2);
        EXPECT_EQ(two.target().devices[d].rate_f64, alone.target().devices[0].rate_f64 / 2);
    }
    EXPECT_NE(two.device(0).identity, two.device(1).identity);
    EXPECT_EQ(Machine(named(whole + "/1+1")).device(1).compute_units, 1);
    EXPECT_EQ(Machine(named(halves + ".1," + halves)).device_count(), 2U) << "a part occurs once";
    EXPECT_EQ(Machine(named("2x" + halves + ".1")).device(1).part, "2.1");
    for (const char* wrong : {"/0", "/1048576", "/1+1048576", "/l4", "/2.2"})
        test::expect_error(ErrorCode::invalid_argument, {"HG_DEVICES"},
                           [&] { return Machine(named(whole + wrong)).device_count(); });
}

TEST(Devices, ThatAreNotInTheMachineAreRefused) {
    Machine machine(named("host"));
    test::expect_error(ErrorCode::invalid_argument, {"no device 1"}, [&] { return machine.device(1).name; });
}

TEST(Target, HasTheMemoryThatMayBeUsed) {
    MachineOptions options = test::test_options();
    options.memory_limit = 1 << 20;
    Machine limited(options);
    std::set<std::string> names;
    for (std::size_t d = 0; d < limited.device_count(); ++d) {
        const DeviceModel& model = limited.target().devices[d];
        EXPECT_EQ(model.memory, 1 << 20);
        EXPECT_LE(model.largest_slot, 1 << 20);
        EXPECT_TRUE(names.insert(model.name).second);
        EXPECT_GT(model.rate_f64, 0);
    }
    Machine free(test::test_options());
    EXPECT_GT(free.target().devices[0].memory, free.device(0).memory / 2);
    EXPECT_LT(free.target().devices[0].memory, free.device(0).memory);
}

}  // namespace
}  // namespace hg
