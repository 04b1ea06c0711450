#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "blas/session/model/complete_model.hpp"
#include "blas/session/model/performance_model.hpp"
#include "runtime/machine/device/discovery.hpp"
#include "runtime/machine/measure/links.hpp"
#include "runtime/machine/measure/model_file.hpp"
#include "support/forwarding_device.hpp"
#include "support/odd_files.hpp"
#include "support/pocl_optimiser.hpp"
#include "support/test_devices.hpp"
#include "support/tuned_samples.hpp"
#include <hg/blas/session.hpp>
#include <hg/kernels/scale.hpp>
#include <hg/runtime/machine/machine_model.hpp>

namespace hg {
namespace {

using nlohmann::json;

/// A machine and a cache folder of this test's own.
class ModelFileTest : public testing::Test {
  protected:
    ModelFileTest() {
        folder_ = std::filesystem::temp_directory_path() /
                  ("hg_model_" + std::to_string(reinterpret_cast<std::uintptr_t>(this)) + "_" +
                   testing::UnitTest::GetInstance()->current_test_info()->name());
        std::filesystem::remove_all(folder_);
    }
    ~ModelFileTest() override { std::filesystem::remove_all(folder_); }

    [[nodiscard]] ModelFile file() const {
        return model_file(folder_, machine_, kernels::Database::shipped());
    }
    [[nodiscard]] json read() const {
        std::ifstream stream(folder_ / "machine.json");
        return json::parse(stream);
    }
    void write(const std::string& text) const {
        std::filesystem::create_directories(folder_);
        std::ofstream(folder_ / "machine.json") << text;
    }

    /// Figures that tell each other apart.
    [[nodiscard]] MachineModel sample() const {
        MachineModel model;
        model.devices.resize(machine_.device_count());
        double link = 1e9;
        for (DeviceRates& device : model.devices) {
            device = {{link, 2e9, 3e9}, 4e9, 5e9, 6e-6, 7e-6, {8e-6, 9e9, 19e9}};
            device.memory = {20e9, {{100, 21e9}, {200, 22e9}}, {{100, 23e9}}, "hgctl probe memory"};
            link += 1e6;
        }
        model.links = {10e9, 11e9, 12e9};
        model.staged = {13e9, 14e9, 15e9};
        model.host_copy = 16e9;
        model.host_read = 25e9;
        model.staging_threads = 26;
        model.host = {17e9, 18e9, 24e9, {{1, 30e9}, {64, 20e9}}, {{1, 31e9}, {64, 40e9}}};
        return model;
    }

    Machine machine_{test::test_options()};
    std::filesystem::path folder_;
};

MachineModel unknown(std::size_t devices) {
    MachineModel model;
    model.devices.resize(devices);
    return model;
}

TEST_F(ModelFileTest, KeepsAllFigures) {
    EXPECT_TRUE(file().save(sample()));
    EXPECT_TRUE(file().load() == sample());
}

TEST_F(ModelFileTest, KnowsNothingWhereThereIsNoFile) {
    EXPECT_TRUE(file().load() == unknown(machine_.device_count()));
    const ModelFile none("", machine_);
    EXPECT_FALSE(none.save(sample()));
    EXPECT_TRUE(none.load() == unknown(machine_.device_count()));
}

TEST_F(ModelFileTest, AddsToWhatItKnows) {
    ASSERT_TRUE(file().save(sample()));
    MachineModel kernels_alone = unknown(machine_.device_count());
    for (DeviceRates& device : kernels_alone.devices) device.rate_f64 = 77e9;
    ASSERT_TRUE(file().save(kernels_alone));
    MachineModel expected = sample();
    for (DeviceRates& device : expected.devices) device.rate_f64 = 77e9;
    EXPECT_TRUE(file().load() == expected);
}

TEST_F(ModelFileTest, ReadsAFileOfBeforeMemoryWasMeasured) {
    MachineModel before = sample();
    for (DeviceRates& device : before.devices) device.memory = {};
    before.host.memory = 0;
    ASSERT_TRUE(file().save(before));
    EXPECT_FALSE(read()["devices"].begin()->contains("memory"));
    EXPECT_TRUE(file().load() == before);
}

TEST_F(ModelFileTest, MemoryIsKeptWithDateDriverAndCommand) {
    ASSERT_TRUE(file().save(sample()));
    MachineModel kernels_alone = unknown(machine_.device_count());
    kernels_alone.host = {77e9, 78e9, 0};
    ASSERT_TRUE(file().save(kernels_alone));
    const json memory = (*read()["devices"].begin())["memory"];
    EXPECT_EQ(memory["command"], "hgctl probe memory");
    EXPECT_EQ(memory["driver"], machine_.device(0).driver);
    EXPECT_EQ(memory["date"].get<std::string>().size(), 10u);
    EXPECT_EQ(file().load().host.memory, 24e9) << "what is measured later leaves it";
}

TEST_F(ModelFileTest, WhatWasLearnedHoldsForOneVersionUntilLinksAreMeasuredAgain) {
    EXPECT_TRUE(file().load_learned("1.2.3").empty());
    file().save_learned("1.2.3", "gemm f64", {1, 1.25});
    file().save_learned("1.2.3", "trsm f64", {1.5});
    const LearnedFactors learned{{"gemm f64", {1, 1.25}}, {"trsm f64", {1.5}}};
    EXPECT_EQ(file().load_learned("1.2.3"), learned);
    EXPECT_TRUE(file().load_learned("1.2.4").empty());

    const MachineModel model = sample();
    ASSERT_TRUE(file().save(model));
    EXPECT_TRUE(file().load_learned("1.2.3").empty()) << "links are known now";
    file().save_learned("1.2.3", "gemm f64", {1, 1.25});
    ASSERT_TRUE(file().save(model));
    EXPECT_EQ(file().load_learned("1.2.3").size(), 1U);
    EXPECT_TRUE(file().load() == model);
    file().save_learned("1.2.4", "trsm f64", {2});
    EXPECT_TRUE(file().load_learned("1.2.3").empty()) << "another version learns afresh";
    MachineModel faster = unknown(machine_.device_count());
    for (DeviceRates& device : faster.devices) device.rate_f64 = 88e9;
    ASSERT_TRUE(file().save(faster));
    EXPECT_TRUE(file().load_learned("1.2.4").empty()) << "simulations have another rate";
}

TEST_F(ModelFileTest, SavesNothingIntoAFolderThatCannotBe) {
    const ModelFile impossible("/dev/null/folder", machine_);
    EXPECT_FALSE(impossible.save(sample()));
}

TEST_F(ModelFileTest, OtherDevicesKeepTheirsApart) {
    ASSERT_TRUE(file().save(sample()));
    json tables = read();
    for (const char* table : {"devices", "machines", "hosts"}) {
        json renamed = json::object();
        for (const auto& [key, value] : tables[table].items()) renamed["other " + key] = value;
        tables[table] = renamed;
    }
    write(tables.dump());
    EXPECT_TRUE(file().load() == unknown(machine_.device_count()));
    ASSERT_TRUE(file().save(sample()));
    EXPECT_TRUE(file().load() == sample());
    EXPECT_EQ(read()["machines"].size(), 2u);
}

TEST_F(ModelFileTest, IgnoresAFileThatIsDamaged) {
    for (const char* text : {"", "{", "[]", "3", "{\"format\": \"another\"}",
                             "{\"format\": \"hg machine model 1\", \"devices\": [1]}",
                             "{\"format\": \"hg machine model 1\", \"machines\": \"x\"}", "\xff\xfe\x00"}) {
        write(text);
        EXPECT_TRUE(file().load() == unknown(machine_.device_count()));
    }
    EXPECT_TRUE(file().save(sample()));
    EXPECT_TRUE(file().load() == sample());
}

/// Replaces every number in a JSON text by `value`.
void replace_numbers(json& node, const json& value) {
    if (node.is_number())
        node = value;
    else if (node.is_structured())
        for (json& child : node) replace_numbers(child, value);
}

TEST_F(ModelFileTest, IgnoresFiguresThatCannotBe) {
    ASSERT_TRUE(file().save(sample()));
    const json good = read();
    for (const json& value : {json(-1), json(0), json("fast"), json(nullptr), json::array(), json(1e300)}) {
        json tables = good;
        replace_numbers(tables, value);
        write(tables.dump());
        EXPECT_TRUE(file().load() == unknown(machine_.device_count()));
    }
}

TEST_F(ModelFileTest, IgnoresAFileWithOneFigureThatCannotBe) {
    ASSERT_TRUE(file().save(sample()));
    const json good = read();
    int tried = 0;
    const json flat = good.flatten();
    for (const auto& [pointer, value] : flat.items()) {
        if (!value.is_number()) continue;
        const bool is_time = pointer.ends_with("latency") || pointer.ends_with("seconds");
        for (const json& wrong : {json(-1), json(is_time ? 1e6 : 0.5), json(1e300)}) {
            json tables = good;
            tables[json::json_pointer(pointer)] = wrong;
            write(tables.dump());
            EXPECT_TRUE(file().load() == unknown(machine_.device_count()));
            ++tried;
        }
        json tables = good;
        tables[json::json_pointer(pointer)] = is_time ? 1e-9 : 1.0;
        write(tables.dump());
        EXPECT_GT(file().load().devices[0].rate_f64, 0) << pointer << ": small, but it can be";
    }
    EXPECT_GT(tried, 30);
    EXPECT_TRUE(file().save(sample())) << "saving replaces a damaged file";
    EXPECT_TRUE(file().load() == sample());
}

TEST_F(ModelFileTest, IgnoresNestingWithoutEnd) {
    write("{\"format\": \"hg machine model 1\", \"hosts\": {\"a\": " + std::string(1 << 20, '[') +
          std::string(1 << 20, ']') + "}}");
    EXPECT_TRUE(file().load() == unknown(machine_.device_count()));
}

TEST_F(ModelFileTest, ABandwidthAloneLeavesTheCurvesThatAreKnown) {
    ASSERT_TRUE(file().save(sample()));
    MachineModel again = sample();
    for (DeviceRates& device : again.devices) device.memory = {30e9, {}, {{100, 31e9}}, "hgctl probe memory"};
    ASSERT_TRUE(file().save(again));
    const MemoryRates known = file().load().devices[0].memory;
    EXPECT_EQ(known.rate, 30e9);
    ASSERT_EQ(known.sread.size(), 2U) << "not measured again";
    ASSERT_EQ(known.smset.size(), 1U);
    EXPECT_EQ(known.smset[0].rate, 31e9);
}

TEST_F(ModelFileTest, LeavesAloneWhatIsNoFile) {
    for (const test::OddFile kind : test::odd_files()) {
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directories(folder_);
        test::make(kind, folder_ / "machine.json");
        EXPECT_TRUE(file().load() == unknown(machine_.device_count()));
        EXPECT_FALSE(file().save(sample())) << name(kind);
        EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 2)
            << name(kind) << " and the lock";
    }
}

TEST(MachineModel, SetsWhatIsKnownAlone) {
    Target target;
    target.devices.resize(2);
    target.devices[1].rate_f32 = 42;
    const Target before = target;
    MachineModel model;
    model.devices.resize(2);
    model.devices[0] = {{1, 2, 3}, 4, 5, 6, 7, {8, 9, 10}};
    model.devices[0].memory.rate = 13;
    model.links = {10, 11, 12};
    set_rates(target, model);
    EXPECT_EQ(target.devices[0].memory_rate, 13);
    EXPECT_EQ(target.devices[1].memory_rate, before.devices[1].memory_rate);
    EXPECT_EQ(target.devices[0].link_in, 1);
    EXPECT_EQ(target.devices[0].link_out, 2);
    EXPECT_EQ(target.devices[0].link_both, 3);
    EXPECT_EQ(target.devices[0].rate_f64, 4);
    EXPECT_EQ(target.devices[0].rate_f32, 5);
    EXPECT_EQ(target.devices[0].link_latency, 6);
    EXPECT_EQ(target.devices[0].launch_latency, 7);
    EXPECT_EQ(target.links_in, 10);
    EXPECT_EQ(target.links_out, 11);
    EXPECT_EQ(target.links_both, 12);
    EXPECT_EQ(target.host_copy_rate, before.host_copy_rate);
    EXPECT_EQ(target.devices[1].rate_f32, 42);
    EXPECT_EQ(target.devices[1].link_in, before.devices[1].link_in);
}

TEST(MachineModel, DevicesThatKernelsWereTunedOnHaveTheirRates) {
    Target target;
    target.devices.resize(2);
    target.devices[0].traits.product = "A device";
    target.devices[0].traits.vendor = "Maker";
    kernels::Database database;
    kernels::TunedGemm tuned = test::tuned(target.devices[0], "gemm_global_f64_nn", 4096, 4096, 4096);
    tuned.rate = 33e12;
    database.merge({tuned}, kernels::Rung::device);
    const double guess = target.devices[1].rate_f64;
    guess_rates(target, database);
    EXPECT_EQ(target.devices[0].rate_f64, 33e12);
    EXPECT_EQ(target.devices[1].rate_f64, guess);
}

/// Counts the bytes of loads.
class CountedLoads final : public test::ForwardingDevice {
  public:
    CountedLoads(std::unique_ptr<Device> device, std::atomic<std::int64_t>& bytes)
        : ForwardingDevice(std::move(device)), bytes_(bytes) {}
    void load(const HostRectangle& source, const LiveRegister& destination, Ticket ticket) noexcept override {
        bytes_ += source.bytes();
        ForwardingDevice::load(source, destination, ticket);
    }

  private:
    std::atomic<std::int64_t>& bytes_;
};

class MeasuredModel : public test::Optimised<testing::Test> {};

TEST_F(MeasuredModel, TransfersAreMeasuredWithAsManyBytesAsTheOptionsSay) {
    std::atomic<std::int64_t> loaded = 0;
    MachineOptions options = test::measuring_options();
    options.cache_folder.clear();
    std::vector<std::unique_ptr<Device>> devices = make_devices(options);
    for (auto& device : devices) device = std::make_unique<CountedLoads>(std::move(device), loaded);
    Machine machine(std::move(devices), options);
    const auto count = static_cast<std::int64_t>(machine.device_count());
    // Each of four runs in and four both ways: each device alone, all together, and from pageable memory.
    const std::int64_t runs = count * 8 * (count == 1 ? 2 : 3);
    for (const std::int64_t bytes : {1 << 16, 1 << 18}) {
        loaded = 0;
        (void)measure_links(machine, kernels::zero(ElementType::f32), bytes);
        EXPECT_EQ(loaded, runs * bytes);
    }
    loaded = 0;
    PerformanceModel performance_model(machine, kernels::Database::shipped(), options);
    EXPECT_GT(performance_model.target().devices[0].link_in, 1e6);
    EXPECT_GE(loaded, runs << 20);
    EXPECT_LT(loaded, (runs + 40) << 20) << "what calls cost, and kernels, take little more";
}

TEST_F(MeasuredModel, SessionsMeasureWhatIsNotKnownAndUseWhatIs) {
    const test::TestFolder own;
    MachineOptions options = test::measuring_options();
    options.cache_folder = own.path();
    {
        Session session(options);
        const Target guessed = session.division_target();
        EXPECT_FALSE(std::filesystem::exists(own.file("machine.json")))
            << "dividing equal devices measures nothing";
        const Target& target = session.target();
        EXPECT_LT(target.links_in, 1e15);
        EXPECT_LT(target.links_both, 1e15);
        for (const DeviceModel& device : target.devices) {
            EXPECT_GT(device.link_in, 1e6);
            EXPECT_LT(device.link_latency, 0.1);
        }
        EXPECT_EQ(session.division_target().devices[0].rate_f64, guessed.devices[0].rate_f64)
            << "programs of one session are built for one target";
    }
    EXPECT_TRUE(std::filesystem::exists(own.file("machine.json")));
    Session session(options);
    const Target& kept = session.division_target();
    const Target& target = session.target();
    EXPECT_EQ(kept.links_in, target.links_in);
    EXPECT_EQ(kept.devices[0].rate_f64, target.devices[0].rate_f64);
    EXPECT_EQ(kept.host_copy_rate, target.host_copy_rate);
}

TEST_F(MeasuredModel, ProgramsBuiltAfterMeasuringUseWhatWasMeasured) {
    MachineOptions options = test::measuring_options();
    options.cache_folder.clear();
    Session session(options);
    const double links = session.target().links_in;
    EXPECT_EQ(session.division_target().links_in, links);
}

}  // namespace
}  // namespace hg