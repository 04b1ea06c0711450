#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <set>
#include <string>

#include "runtime/machine/environment.hpp"
#include "tests/support/test_devices.hpp"
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

/// Sets a variable of the environment (null: unsets it) until the end of its scope.
class Variable {
  public:
    Variable(const char* name, const char* value) : name_(name) {
        if (const char* before = std::getenv(name)) before_ = before;
        set(value);
    }
    ~Variable() { set(before_ ? before_->c_str() : nullptr); }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;

  private:
    void set(const char* value) const {
        if (value)
            setenv(name_, value, 1);
        else
            unsetenv(name_);
    }
    const char* name_;
    std::optional<std::string> before_;
};

std::int64_t limit(const char* text) {
    const Variable variable("HG_MEMORY_LIMIT", text);
    return MachineOptions::from_environment().memory_limit;
}

std::string failure(const auto& call) {
    try {
        call();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
        return error.what();
    }
    ADD_FAILURE() << "nothing was thrown";
    return {};
}

TEST(MachineOptions, ReadTheMemoryLimit) {
    EXPECT_EQ(limit(nullptr), 0);
    EXPECT_EQ(limit(""), 0);
    EXPECT_EQ(limit("1000"), 1000);
    EXPECT_EQ(limit("3K"), 3 << 10);
    EXPECT_EQ(limit("5m"), 5 << 20);
    EXPECT_EQ(limit("8G"), std::int64_t{8} << 30);
}

TEST(MachineOptions, RefuseAMemoryLimitThatIsNone) {
    for (const char* text :
         {"x", "-1", "0", "1.5G", "8GB", "8 G", "G", "9223372036854775807K", "99999999999999999999"}) {
        const std::string message = failure([&] { limit(text); });
        EXPECT_NE(message.find("HG_MEMORY_LIMIT"), std::string::npos) << message;
        EXPECT_NE(message.find(text), std::string::npos) << message;
    }
}

TEST(MachineOptions, ReadTheOrderBelowWhichTheHostComputes) {
    const auto order = [](const char* text) {
        const Variable variable("HG_HOST_BELOW", text);
        return MachineOptions::from_environment().host_below;
    };
    EXPECT_EQ(order(nullptr), std::nullopt);
    EXPECT_EQ(order(""), std::nullopt);
    EXPECT_EQ(order("0"), 0);
    EXPECT_EQ(order("700"), 700);
    for (const char* text : {"x", "-1", "1.5", "5K", "7 ", "99999999999999999999"}) {
        const std::string message = failure([&] { static_cast<void>(order(text)); });
        EXPECT_NE(message.find("HG_HOST_BELOW"), std::string::npos) << message;
        EXPECT_NE(message.find(text), std::string::npos) << message;
    }
}

TEST(MachineOptions, ReadTheArithmetic) {
    const auto arithmetic = [](const char* text) {
        const Variable variable("HG_ARITHMETIC", text);
        return MachineOptions::from_environment().arithmetic;
    };
    EXPECT_EQ(arithmetic(nullptr), Arithmetic::native);
    EXPECT_EQ(arithmetic("native"), Arithmetic::native);
    EXPECT_EQ(arithmetic("emulated"), Arithmetic::emulated);
    EXPECT_EQ(arithmetic("automatic"), Arithmetic::automatic);
    for (const char* text : {"Emulated", "auto", "1"}) {
        const std::string message = failure([&] { static_cast<void>(arithmetic(text)); });
        EXPECT_NE(message.find("HG_ARITHMETIC"), std::string::npos) << message;
        EXPECT_NE(message.find(text), std::string::npos) << message;
    }
}

TEST(MachineOptions, ReadTheNumberOfCopyThreads) {
    for (const char* text : {"1", "12"}) {
        const Variable variable("HG_STAGING_THREADS", text);
        EXPECT_EQ(MachineOptions::from_environment().staging_threads, std::atoi(text));
    }
    for (const char* unset : {static_cast<const char*>(nullptr), ""}) {
        const Variable variable("HG_STAGING_THREADS", unset);
        EXPECT_EQ(MachineOptions::from_environment().staging_threads, 0);
    }
    for (const char* wrong : {"0", "-3", "4x", "many", "2.5", "99999999999"}) {
        const Variable variable("HG_STAGING_THREADS", wrong);
        const std::string message = failure([] { MachineOptions::from_environment(); });
        EXPECT_NE(message.find("HG_STAGING_THREADS"), std::string::npos) << message;
        EXPECT_NE(message.find(wrong), std::string::npos) << message;
    }
}

TEST(MachineOptions, FindTheCacheFolder) {
    const Variable home("HOME", "/somewhere");
    const Variable base("XDG_CACHE_HOME", nullptr);
    {
        const Variable given("HG_CACHE_DIR", "/given");
        EXPECT_EQ(MachineOptions::from_environment().cache_folder, "/given");
    }
    {
        const Variable given("HG_CACHE_DIR", "");
        EXPECT_EQ(MachineOptions::from_environment().cache_folder, "");
    }
    const Variable given("HG_CACHE_DIR", nullptr);
    EXPECT_EQ(MachineOptions::from_environment().cache_folder, "/somewhere/.cache/hg");
    const Variable base_given("XDG_CACHE_HOME", "/cache");
    EXPECT_EQ(MachineOptions::from_environment().cache_folder, "/cache/hg");
}

TEST(MachineOptions, IgnoreRelativeFoldersOfTheUser) {
    const Variable given("HG_CACHE_DIR", nullptr);
    for (const char* relative : {"cache", "./cache", "../cache", "~/.cache"}) {
        const Variable base("XDG_CACHE_HOME", relative);
        const Variable home("HOME", "/somewhere");
        EXPECT_EQ(MachineOptions::from_environment().cache_folder, "/somewhere/.cache/hg") << relative;
        const Variable relative_home("HOME", "somewhere");
        EXPECT_EQ(MachineOptions::from_environment().cache_folder, "") << relative;
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
    for (const char* wrong : {"no such device", "999", "host,,host", "-1"}) {
        const std::string message = failure([&] { Machine machine(named(wrong)); });
        EXPECT_NE(message.find("HG_DEVICES"), std::string::npos) << message;
        EXPECT_NE(message.find(list_devices().back().info.name), std::string::npos) << message;
    }
}

TEST(Devices, ThatAreNotInTheMachineAreRefused) {
    Machine machine(named("host"));
    EXPECT_NE(failure([&] { static_cast<void>(machine.device(1)); }).find("no device 1"), std::string::npos);
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
