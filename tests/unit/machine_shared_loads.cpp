#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <numeric>
#include <string>
#include <vector>

#include "runtime/machine/device/discovery.hpp"
#include "tests/support/faulty_device.hpp"
#include "tests/support/test_devices.hpp"
#include "tests/support/test_instructions.hpp"
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/builder.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

constexpr std::int64_t kSharedRows = 61;
constexpr std::int64_t kSharedCols = 37;
constexpr std::int64_t kSharedTiles = 12;
constexpr std::int64_t kSharedLd = 70;

/// Bytes that host threads copied for loads.
class CopiedBytes final : public Observer {
  public:
    explicit CopiedBytes(const Program& program) : program_(program) {}
    void on_interval(const Interval& interval) noexcept override {
        if (interval.track == Track::copy && program_.command(interval.command).operation == Operation::load)
            bytes_ += interval.bytes;
    }
    [[nodiscard]] std::int64_t bytes() const { return bytes_; }

  private:
    const Program& program_;
    std::atomic<std::int64_t> bytes_{0};
};

/// Each device loads all tiles of A and stores them side by side in its part of B; `order`
/// says in which order.
Program every_device_loads(const Machine& machine, bool same_order) {
    ProgramBuilder b(machine.target());
    const auto devices = static_cast<std::int64_t>(machine.device_count());
    const ParameterId a = b.matrix("A", ElementType::i32, kSharedRows, kSharedCols * kSharedTiles);
    const ParameterId out =
        b.matrix("B", ElementType::i32, kSharedRows, kSharedCols * kSharedTiles * devices);
    for (std::int64_t step = 0; step < kSharedTiles; ++step)
        for (std::int64_t d = 0; d < devices; ++d) {
            const std::int64_t tile = same_order ? step : (5 * step + 7 * d) % kSharedTiles;
            const RegisterId r = b.reg(static_cast<DeviceIndex>(d), ElementType::i32, kSharedRows,
                                       kSharedCols, kSharedRows + d % 2);
            b.load(r, {a, 0, tile * kSharedCols, kSharedRows, kSharedCols});
            b.store({out, 0, (d * kSharedTiles + tile) * kSharedCols, kSharedRows, kSharedCols}, r);
        }
    return std::move(b).finish();
}

class SharedLoads : public ::testing::Test {
  protected:
    static MachineOptions options(std::int64_t chunk_bytes) {
        MachineOptions options = test::copying_options();
        options.chunk_bytes = chunk_bytes;
        return options;
    }

    static void expect_right(Machine& machine, const Program& program, Observer* observer = nullptr) {
        const std::size_t each = static_cast<std::size_t>(kSharedLd * kSharedCols * kSharedTiles);
        std::vector<std::int32_t> a(each);
        std::iota(a.begin(), a.end(), 1);
        std::vector<std::int32_t> b(each * machine.device_count(), -5);
        std::vector<std::int32_t> expected = b;
        machine.run(program, Bindings{}.matrix("A", a.data(), kSharedLd).matrix("B", b.data(), kSharedLd),
                    observer);
        for (std::size_t i = 0; i < expected.size(); ++i)
            if (i % kSharedLd < kSharedRows) expected[i] = a[i % each];
        EXPECT_EQ(b, expected);
    }
};

TEST_F(SharedLoads, AreStagedOnce) {
    if (test::on_host()) GTEST_SKIP() << "the host device stages nothing";
    Machine machine(options(4096));
    ASSERT_GT(machine.device_count(), 1U) << "this test needs several devices";
    const Program program = every_device_loads(machine, true);
    ASSERT_EQ(program.shared_load_count(), static_cast<std::size_t>(kSharedTiles));
    CopiedBytes copied(program);
    expect_right(machine, program, &copied);
    const std::int64_t once = 4 * kSharedRows * kSharedCols * kSharedTiles;
    EXPECT_GE(copied.bytes(), once);
    // A device that is far behind may stage a piece again.
    EXPECT_LT(copied.bytes(), once * static_cast<std::int64_t>(machine.device_count()));
}

TEST_F(SharedLoads, ManyChunksAndOneOrderMeanNoCopyTwice) {
    if (test::on_host()) GTEST_SKIP() << "the host device stages nothing";
    MachineOptions many = options(std::int64_t{1} << 20);
    many.shared_chunks = static_cast<int>(kSharedTiles);
    Machine machine(many);
    const Program program = every_device_loads(machine, true);
    CopiedBytes copied(program);
    expect_right(machine, program, &copied);
    EXPECT_EQ(copied.bytes(), 4 * kSharedRows * kSharedCols * kSharedTiles);
}

TEST_F(SharedLoads, AreRightWithFewChunksOfAnySizeInAnyOrder) {
    for (const int chunks : {2, 3, 7})
        for (const std::int64_t bytes : {64, 1000, 5000}) {
            const auto pool = std::make_shared<StagingPool>(bytes, chunks);
            Machine machine(make_devices(options(bytes), pool), options(bytes));
            for (const bool same_order : {true, false})
                expect_right(machine, every_device_loads(machine, same_order));
            EXPECT_EQ(pool->in_use(), 0U);
        }
}

TEST_F(SharedLoads, AreRightWithoutPinnedMemory) {
    const auto pool = std::make_shared<StagingPool>(1000, 5);
    const ChunkSource none{nullptr, [](std::int64_t) { return nullptr; }};
    EXPECT_EQ(pool->chunk_bytes(none), 1000);  // ordinary memory from now on
    Machine machine(make_devices(options(1000), pool), options(1000));
    expect_right(machine, every_device_loads(machine, false));
    EXPECT_EQ(pool->in_use(), 0U);
}

TEST_F(SharedLoads, OfAFailedRunKeepNoChunk) {
    for (int fails_at = 0; fails_at < kSharedTiles; ++fails_at) {
        const auto pool = std::make_shared<StagingPool>(1000, 12);
        std::vector<std::unique_ptr<Device>> devices = make_devices(options(1000), pool);
        test::FaultPlan plan{
            .operation = Operation::load, .position = fails_at, .code = ErrorCode::device_failed};
        devices.back() = std::make_unique<test::FaultyDevice>(std::move(devices.back()), plan);
        Machine machine(std::move(devices), options(1000));
        const Program program = every_device_loads(machine, true);
        std::vector<std::int32_t> a(static_cast<std::size_t>(kSharedLd * kSharedCols * kSharedTiles), 1);
        std::vector<std::int32_t> b(a.size() * machine.device_count(), 2);
        EXPECT_THROW(
            machine.run(program,
                        Bindings{}.matrix("A", a.data(), kSharedLd).matrix("B", b.data(), kSharedLd)),
            Error);
        EXPECT_EQ(pool->in_use(), 0U);
        // What the failed run staged is old by now.
        expect_right(machine, program);
        EXPECT_EQ(pool->in_use(), 0U);
    }
}

}  // namespace
}  // namespace hg
