#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <numeric>
#include <vector>

#include "runtime/machine/device/host_memory.hpp"
#include "tests/support/test_devices.hpp"
#include "tests/support/test_instructions.hpp"
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {
namespace {

constexpr std::int64_t kPlacedRows = 80;
constexpr std::int64_t kPlacedCols = 6;

/// Bytes that a run moved for its LDs.
class LoadedBytes final : public Observer {
  public:
    explicit LoadedBytes(const Program& program) : program_(program) {}
    void on_interval(const Interval& interval) noexcept override {
        if (program_.command(interval.command).operation == Operation::load) bytes_ += interval.bytes;
    }
    [[nodiscard]] std::int64_t bytes() const { return bytes_; }

  private:
    const Program& program_;
    std::atomic<std::int64_t> bytes_{0};
};

/// A matrix in ordinary memory: its first element lies `shift` elements behind the begin of a page.
class PlacedMatrix {
  public:
    PlacedMatrix(std::int64_t ld, std::int64_t shift, float value)
        : ld_(ld),
          memory_((ld * kPlacedCols + shift) * 4),
          data_(reinterpret_cast<float*>(memory_.data()) + shift) {
        for (std::int64_t i = 0; i < ld * kPlacedCols; ++i) data_[i] = value + static_cast<float>(i);
    }
    [[nodiscard]] float* data() const { return data_; }
    [[nodiscard]] std::int64_t ld() const { return ld_; }
    [[nodiscard]] float operator()(std::int64_t i, std::int64_t j) const { return data_[i + j * ld_]; }

  private:
    std::int64_t ld_;
    AlignedMemory memory_;
    float* data_;
};

/// B := 2 A + B, with a window of A in its last 64 rows and 5 columns.
Program add_window(const Target& target) {
    ProgramBuilder b(target);
    const ParameterId pa = b.matrix("A", ElementType::f32, kPlacedRows, kPlacedCols);
    const ParameterId pb = b.matrix("B", ElementType::f32, kPlacedRows, kPlacedCols);
    const RegisterId x = b.reg(0, ElementType::f32, kPlacedRows, kPlacedCols);
    const RegisterId y = b.reg(0, ElementType::f32, 64, 5);
    b.load(x, {pa, 0, 0, kPlacedRows, kPlacedCols});
    b.load(y, {pb, 0, 0, 64, 5});
    b.exec(test::axpy<float>(), {b.window(x, 16, 1, 64, 5), y}, {2.0});
    b.store({pb, 0, 0, 64, 5}, y);
    return std::move(b).finish();
}

constexpr std::int64_t kBytesOfA = kPlacedRows * kPlacedCols * 4;
constexpr std::int64_t kBytesOfB = 64 * 5 * 4;

/// Runs the program, checks its result, and returns the bytes that its LDs moved, each byte once: OpenCL
/// devices report the copy and the link.
std::int64_t loaded_by(Machine& machine, std::int64_t ld, std::int64_t shift) {
    const PlacedMatrix a(ld, shift, 1);
    const PlacedMatrix b(kPlacedRows, 0, 5);
    const PlacedMatrix before(kPlacedRows, 0, 5);
    const Program program = add_window(machine.target());
    LoadedBytes loaded(program);
    machine.run(program, Bindings{}.matrix("A", a.data(), a.ld()).matrix("B", b.data(), b.ld()), &loaded);
    for (std::int64_t j = 0; j < 5; ++j)
        for (std::int64_t i = 0; i < 64; ++i)
            EXPECT_EQ(b(i, j), 2 * a(16 + i, 1 + j) + before(i, j)) << i << ", " << j;
    return loaded.bytes() / (test::on_host() ? 1 : 2);
}

TEST(MachineInPlace, ReadsTheCallersMemory) {
    Machine machine(test::test_options());
    EXPECT_EQ(loaded_by(machine, kPlacedRows, 0), kBytesOfB);
    EXPECT_EQ(loaded_by(machine, kPlacedRows + 16, 16), kBytesOfB) << "another leading dimension and page";
}

TEST(MachineInPlace, CopiesWhatAKernelCannotRead) {
    Machine machine(test::test_options());
    // Kernels require the first element at a multiple of 64 bytes; host implementations do not.
    const std::int64_t copied = test::on_host() ? kBytesOfB : kBytesOfA + kBytesOfB;
    EXPECT_EQ(loaded_by(machine, kPlacedRows, 4), copied);
    EXPECT_EQ(loaded_by(machine, kPlacedRows + 1, 0), copied) << "the window's column";
}

TEST(MachineInPlace, CanBeSwitchedOff) {
    MachineOptions options = test::test_options();
    options.in_place = false;
    Machine machine(options);
    EXPECT_EQ(loaded_by(machine, kPlacedRows, 0), kBytesOfA + kBytesOfB);
    // So also for a program that was built where it was on.
    options.in_place = true;
    const Program program = add_window(Machine(options).target());
    ASSERT_TRUE(program.is_in_place(CommandId{0}));
    const PlacedMatrix a(kPlacedRows, 0, 1);
    const PlacedMatrix b(kPlacedRows, 0, 5);
    LoadedBytes loaded(program);
    machine.run(program, Bindings{}.matrix("A", a.data(), a.ld()).matrix("B", b.data(), b.ld()), &loaded);
    EXPECT_GT(loaded.bytes(), kBytesOfA);
}

/// Whoever binds one memory to two matrices gets what LDs would have copied.
TEST(MachineInPlace, CopiesMemoryThatAnotherMatrixWrites) {
    Machine machine(test::test_options());
    const PlacedMatrix a(kPlacedRows, 0, 1);
    const PlacedMatrix before(kPlacedRows, 0, 1);
    machine.run(add_window(machine.target()),
                Bindings{}.matrix("A", a.data(), a.ld()).matrix("B", a.data(), a.ld()));
    for (std::int64_t j = 0; j < 5; ++j)
        for (std::int64_t i = 0; i < 64; ++i)
            EXPECT_EQ(a(i, j), 2 * before(16 + i, 1 + j) + before(i, j)) << i << ", " << j;
}

/// A tile is stored by one device, read in place by the next one, and overwritten when it has been read.
TEST(MachineInPlace, StoresWaitForReaders) {
    Machine machine(test::test_options());
    const DeviceIndex second = test::some_device(machine, 1);
    constexpr std::int64_t kSize = 64;
    constexpr int kRounds = 20;
    ProgramBuilder b(machine.target());
    const ParameterId m = b.matrix("M", ElementType::f32, kSize, kSize);
    const HostTile tile{m, 0, 0, kSize, kSize};
    const RegisterId sum = b.reg(second, ElementType::f32, kSize, kSize);
    const RegisterId ones = b.reg(0, ElementType::f32, kSize, kSize);
    const InstructionPtr fill = test::fill<float>();
    const InstructionPtr axpy = test::axpy<float>();
    b.exec(fill, {sum}, {0.0});
    for (int round = 1; round <= kRounds; ++round) {
        b.exec(fill, {ones}, {static_cast<double>(round)});
        b.store(tile, ones);
        const RegisterId x = b.reg(second, ElementType::f32, kSize, kSize);
        b.load(x, tile);
        b.exec(axpy, {x, sum}, {1.0});
    }
    b.store(tile, sum);
    const Program program = std::move(b).finish();
    ASSERT_TRUE(program.reg(static_cast<RegisterId>(2)).in_place);
    std::vector<float> data(kSize * kSize, -1);
    machine.run(program, Bindings{}.matrix("M", data.data(), kSize));
    EXPECT_EQ(data, std::vector<float>(data.size(), kRounds * (kRounds + 1) / 2));
}

}  // namespace
}  // namespace hg
