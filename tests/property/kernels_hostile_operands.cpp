#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "support/guarded_samples.hpp"
#include "support/sanitized.hpp"
#include <hg/kernels/library.hpp>
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/instruction.hpp>

namespace hg::kernels {
namespace {

constexpr int kTries = 400;     ///< of shapes for each instruction
constexpr int kWantedRuns = 6;  ///< of each instruction
constexpr auto kCanary = static_cast<std::byte>(0xa5);
constexpr std::size_t kMargin = test::kIsSanitized ? 0 : 64;  // AddressSanitizer has margins of its own

/// An operand in memory of its own, with a margin on both sides.
class Guarded {
  public:
    Guarded(const Register& shape, std::mt19937& random)
        : shape_(shape),
          size_(static_cast<std::size_t>(shape.span_bytes())),
          memory_(new std::byte[size_ + 2 * kMargin]) {
        std::memset(memory_.get(), static_cast<int>(kCanary), size_ + 2 * kMargin);
        with_element_type(shape.type, [&]<class T>() {
            for (std::int64_t j = 0; j < shape.cols; ++j)
                for (std::int64_t i = 0; i < shape.rows; ++i) {
                    const T number = number_of<T>(random);
                    std::memcpy(data() + (i + j * shape.ld) * static_cast<std::int64_t>(sizeof(T)), &number,
                                sizeof number);
                }
        });
    }

    [[nodiscard]] HostOperand host() const { return {data(), shape_.rows, shape_.cols, shape_.ld}; }
    /// Whether the margins and the gaps between columns are as they were.
    [[nodiscard]] bool is_whole() const {
        for (std::size_t i = 0; i < kMargin; ++i)
            if (memory_[i] != kCanary || memory_[kMargin + size_ + i] != kCanary) return false;
        const std::int64_t element = size_of(shape_.type);
        for (std::int64_t j = 0; j + 1 < shape_.cols; ++j)
            for (std::int64_t b = shape_.rows * element; b < shape_.ld * element; ++b)
                if (data()[j * shape_.ld * element + b] != kCanary) return false;
        return true;
    }

  private:
    template <class T>
    static T number_of(std::mt19937& random) {
        if constexpr (std::is_same_v<T, std::int32_t>) {
            constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();
            constexpr std::array kAny{0, 1, 2, 3, 4, 5, 7, -1, -1, 3000, 200000000, -7, kMost, -kMost - 1};
            // Mostly what may fit, so that some operands get by their guards.
            return kAny[random() % (random() % 4 == 0 ? kAny.size() : 3)];
        } else {
            return ScalarValue(static_cast<double>(random() % 64) / 32 - 1, 0.25).as<T>();
        }
    }
    [[nodiscard]] std::byte* data() const { return memory_.get() + kMargin; }

    Register shape_;
    std::size_t size_;
    std::unique_ptr<std::byte[]> memory_;
};

/// Extents that often fit together.
std::vector<Register> any_shapes(const Instruction& instruction, std::mt19937& random) {
    const std::int64_t n = 1 + random() % 8;
    const std::int64_t m = random() % 2 == 0 ? n : 1 + random() % 40;
    const std::array<std::int64_t, 10> extents{n, n, n, m, 1, 1, n + 1, 2 * n, 3, 2 * m};
    const bool squares = random() % 3 == 0;
    std::vector<Register> shapes;
    for (const Operand& operand : instruction.operands) {
        const std::int64_t rows = squares ? n : extents[random() % extents.size()];
        const std::int64_t cols = squares ? n : extents[random() % extents.size()];
        const std::int64_t gap = random() % 3 == 0 ? 3 : 0;
        shapes.push_back({.type = operand.type, .rows = rows, .cols = cols, .ld = rows + gap});
    }
    return shapes;
}

std::vector<ScalarValue> any_scalars(const Instruction& instruction, std::mt19937& random) {
    constexpr std::array kIntegers{0.0, 1.0, 0.0, 1.0, 2.0, 3.0, 6.0, 32.0, -1.0, 1000000.0};
    std::vector<ScalarValue> values;
    for (const ScalarOperand& scalar : instruction.scalars)
        values.emplace_back(scalar.type == ElementType::i32 ? kIntegers[random() % kIntegers.size()] : 0.5);
    return values;
}

/// Whether the instruction takes operands of these shapes.
bool takes(const Instruction& instruction, const ExecShape& shape) {
    try {
        if (instruction.check) instruction.check(shape);
        return true;
    } catch (const Error&) {
        return false;
    }
}

/// Runs the guards, and the instruction if they have nothing to say.
bool run_guarded(const Instruction& instruction, const HostCall& call) {
    try {
        for (const Guard& guard : instruction.guards)
            if (guard.host) guard.host(call);
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
        return false;
    }
    instruction.host(call);
    return true;
}

/// What an instruction checks of shapes and scalars, and its guards of contents, keeps it within its
/// operands.
TEST(HostileOperands, NoInstructionLeavesItsOperands) {
    std::mt19937 random(20);
    std::size_t instructions = 0, of_those_run = 0;
    for (const std::string& name : names()) {
        const InstructionPtr instruction = find(name);
        ASSERT_TRUE(instruction) << name;
        int runs = 0;
        for (int t = 0; t < kTries && runs < kWantedRuns; ++t) {
            const std::vector<Register> shapes = any_shapes(*instruction, random);
            const std::vector<ScalarValue> scalars = any_scalars(*instruction, random);
            if (!takes(*instruction, {shapes, scalars})) continue;
            std::vector<Guarded> operands;
            std::vector<HostOperand> on_host;
            for (const Register& shape : shapes) operands.emplace_back(shape, random);
            for (const Guarded& operand : operands) on_host.push_back(operand.host());
            runs += run_guarded(*instruction, {on_host, scalars});
            for (std::size_t o = 0; o < operands.size(); ++o)
                ASSERT_TRUE(operands[o].is_whole()) << name << " " << instruction->operands[o].name;
        }
        ++instructions;
        of_those_run += runs > 0;
    }
    EXPECT_GT(2 * of_those_run, instructions) << "few shapes fit: nothing was tried";
}

/// Any numbers in some places of data that fit: what guards let pass, instructions take.
TEST(HostileOperands, NoNumbersLeadOutOfThem) {
    std::mt19937 random(21);
    for (const test::GuardedSample& original : test::guarded_samples()) {
        int runs = 0;
        for (int t = 0; t < 150; ++t) {
            test::GuardedSample sample = original;
            for (int change = 0; change < 2; ++change) {
                const std::size_t o = random() % sample.operands.size();
                test::SampleOperand& operand = sample.operands[o];
                if (operand.shape.type != ElementType::i32) continue;
                const std::int64_t n = sample.operands[random() % sample.operands.size()].shape.rows;
                const std::array numbers{0L,    -1L,   1L,         n - 1,        n,
                                         n + 1, 3000L, 200000000L, -2147483648L, 2147483647L};
                operand.as<std::int32_t>()[random() % (operand.data.size() / sizeof(std::int32_t))] =
                    static_cast<std::int32_t>(numbers[random() % numbers.size()]);
            }
            runs += run_guarded(*sample.instruction, {sample.on_host(), sample.scalars});
        }
        EXPECT_GT(runs, 5) << original.instruction->name;
    }
}

}  // namespace
}  // namespace hg::kernels
